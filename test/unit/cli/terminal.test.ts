import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";

const terminal = pathToFileURL(join(import.meta.dirname, "../../../src/cli/terminal.ts")).href;

/** What a process of its own writes to stderr, on a screen or not. */
function written(isScreen: boolean, body: string): string {
  const script = `
    Object.defineProperty(process.stderr, "isTTY", { value: ${isScreen} });
    const { Terminal } = await import(${JSON.stringify(terminal)});
    const terminal = new Terminal({ json: true, verbose: false, color: false });
    ${body}`;
  const env = { ...process.env, TERM: "xterm" };
  return spawnSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8", env }).stderr;
}

test("the status stands on the last line: what is told goes above it", () => {
  const text = written(
    true,
    `terminal.status("1 test"); terminal.note("!"); terminal.pass("out\\n"); terminal.status("");`,
  );

  expect(text).toBe("\r\u001b[2K1 test\r\u001b[2K!\n1 test\r\u001b[2Kout\n1 test\r\u001b[2K");
});

test("lines have the columns of the screen, however many, and without a screen no end of them", () => {
  const told = `process.stderr.columns = 173; terminal.note([terminal.room, terminal.noteRoom].join()); `;
  const untold = `process.stderr.columns = undefined; terminal.note([terminal.room, terminal.noteRoom].join());`;

  expect(written(true, told)).toBe("173,173\n");
  expect(written(false, untold)).toBe("Infinity,Infinity\n");
});

test("where there is no screen there is no status", () => {
  expect(written(false, `terminal.status("1 test"); terminal.note("!");`)).toBe("!\n");
});
