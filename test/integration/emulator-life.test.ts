import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { RunningEmulator } from "../../src/lab/emulators/running-emulator.ts";
import type { EmulatorDefinition, LabEvent } from "../../src/lab/index.ts";
import { alive, descendants, groupMembers } from "../processes.ts";
import { temporaryFolderOfThisFile } from "../temporary-folder.ts";

/** A server of our own in place of an emulator: what it does when it starts is up to the test. */
function emulatorRunning(program: string): EmulatorDefinition {
  return {
    name: "little",
    package: "little",
    services: ["s3"],
    https: false,
    needsJava: false,
    credentials: { id: "x", secret: "x" },
    launch: ({ ports: [port], dataFolder }) => ({
      command: process.execPath,
      args: ["-e", program],
      env: { PORT: String(port), DATA: dataFolder },
    }),
  };
}

const serve =
  'require("node:http").createServer((_, answer) => answer.end("hello")).listen(Number(process.env.PORT), "127.0.0.1");';

const base = temporaryFolderOfThisFile();
let scratch = "";
let events: LabEvent[] = [];
let running: RunningEmulator[] = [];

beforeEach(() => {
  scratch = mkdtempSync(join(base, "touchstone-life-"));
  process.env["TMPDIR"] = scratch;
  events = [];
  running = [];
});

afterEach(async () => {
  await Promise.all(running.map((emulator) => emulator[Symbol.asyncDispose]()));
  expect(readdirSync(scratch)).toEqual([]);
  rmSync(scratch, { recursive: true });
});

async function start(
  program: string,
  signal = new AbortController().signal,
  more: { readonly hasSpare?: boolean } = {},
): Promise<RunningEmulator> {
  const emulator = await RunningEmulator.start({
    definition: emulatorRunning(program),
    installed: { name: "little", version: "1.0.0", folder: scratch },
    authority: undefined,
    ports: {},
    isPrompt: false,
    ...more,
    onEvent: (event) => events.push(event),
    signal,
  });
  running.push(emulator);
  return emulator;
}

function told(): string[] {
  return events.map(({ type }) => type);
}

test("one that dies while starting is an error with its last words", async () => {
  const failing = start('console.error("no licence"); process.exit(3);');

  await expect(failing).rejects.toMatchObject({
    code: "TS_EMULATOR_START",
    message: "little ended with code 3 while starting",
    hint: "Its last words:\nno licence",
  });
  expect(told()).toEqual([]);
});

test("one whose port is lost to somebody else is started on others", async () => {
  // The first start finds the port taken; a mark outside its own folder lets the next one succeed.
  const mark = JSON.stringify(join(scratch, "tried"));
  const program = `const fs = require("node:fs");
    if (fs.existsSync(${mark})) { ${serve} } else { fs.writeFileSync(${mark}, ""); throw new Error("listen EADDRINUSE"); }`;

  const emulator = await start(program);
  rmSync(join(scratch, "tried"));

  expect(await (await fetch(`http://127.0.0.1:${emulator.port("s3")}`)).text()).toBe("hello");
});

test("one that cannot be started again is given up after some attempts", async () => {
  const mark = JSON.stringify(join(scratch, "started"));
  const program = `const fs = require("node:fs");
    if (fs.existsSync(${mark})) process.exit(4); fs.writeFileSync(${mark}, ""); ${serve}`;
  const emulator = await start(program);

  for (const pid of groupMembers(emulator.pid ?? 0).slice(1)) process.kill(pid, "SIGKILL");
  await expect.poll(told, { timeout: 60_000 }).toContain("lost");
  rmSync(join(scratch, "started"));

  expect(told()).toEqual(["crashed", "lost"]);
  await expect(emulator.ready()).rejects.toMatchObject({ code: "TS_EMULATOR_LOST" });
});

test("one that has answered before it died is never given up", async () => {
  const emulator = await start(serve);

  for (let crash = 1; crash <= 7; crash++) {
    for (const pid of groupMembers(emulator.pid ?? 0).slice(1)) process.kill(pid, "SIGKILL");
    await expect
      .poll(() => told().filter((type) => type === "restarted"), { timeout: 30_000 })
      .toHaveLength(crash);
  }

  expect(told()).toEqual(Array.from({ length: 7 }, () => ["crashed", "restarted"]).flat());
});

test("a guard that is killed takes its emulator along, and the emulator comes back", async () => {
  const emulator = await start(serve);
  const members = groupMembers(emulator.pid ?? 0);

  process.kill(emulator.pid ?? 0, "SIGKILL");
  await expect.poll(told, { timeout: 30_000 }).toContain("restarted");

  expect(members.length).toBe(2);
  expect(alive(members)).toEqual([]);
  await emulator.ready();
});

test("resets, questions and the end come one after the other, whoever asks for them at once", async () => {
  const emulator = await start(serve);

  await Promise.all([
    emulator.reset(),
    emulator.ready(),
    emulator.reset(),
    emulator.ready(),
    emulator.reset(),
  ]);
  const group = emulator.pid ?? 0;
  const last = emulator.reset();
  last.catch(() => {});
  await emulator[Symbol.asyncDispose]();

  expect(told()).toEqual([]);
  expect(groupMembers(group)).toEqual([]);
});

/** Says which process answers, and on which folder. */
const telling = `require("node:fs").writeFileSync(process.env.DATA + "/mark", "");
  const told = JSON.stringify([process.pid, process.env.DATA]);
  require("node:http").createServer((_, answer) => answer.end(told)).listen(Number(process.env.PORT), "127.0.0.1");`;

async function askedAt(emulator: RunningEmulator): Promise<[pid: number, folder: string]> {
  const answer = await fetch(`http://127.0.0.1:${emulator.port("s3")}/`);
  return (await answer.json()) as [number, string];
}

/** The folders that processes have written to, of one that runs and one that waits; that of the one before may still be going. */
function readyFolders(before: string): string[] {
  return globSync("touchstone-little-*/data-*/mark", { cwd: scratch }).filter(
    (one) => !before.endsWith(dirname(one)),
  );
}

test("once it had to be started again, the next process waits, and serves as soon as it is needed", async () => {
  const emulator = await start(telling, undefined, { hasSpare: true });
  const [first, before] = await askedAt(emulator);
  await emulator.reset();
  await expect.poll(() => readyFolders(before), { timeout: 30_000 }).toHaveLength(2);
  const [second, folder] = await askedAt(emulator);
  const [waiting = ""] = readyFolders(before).filter((one) => !folder.endsWith(dirname(one)));

  await emulator.reset();
  const [third, its] = await askedAt(emulator);

  expect(new Set([first, second, third]).size).toBe(3);
  expect(its).toBe(join(scratch, dirname(waiting)));
  expect(alive([first, second])).toEqual([]);
});

test("one that waits goes with the emulator", async () => {
  const emulator = await start(telling, undefined, { hasSpare: true });
  const [, before] = await askedAt(emulator);
  const known = new Set([process.pid, ...descendants(process.pid)]);
  await emulator.reset();
  await expect.poll(() => readyFolders(before), { timeout: 30_000 }).toHaveLength(2);
  const own = groupMembers(emulator.pid ?? 0);
  const waiting = alive(descendants(process.pid).filter((pid) => !known.has(pid) && !own.includes(pid)));

  await emulator[Symbol.asyncDispose]();

  expect(waiting.length).toBeGreaterThan(0);
  expect(alive([...own, ...waiting])).toEqual([]);
});

test("one that dies while it waits is not missed", async () => {
  const emulator = await start(telling, undefined, { hasSpare: true });
  const [, before] = await askedAt(emulator);
  const known = new Set([process.pid, ...descendants(process.pid)]);
  await emulator.reset();
  await expect.poll(() => readyFolders(before), { timeout: 30_000 }).toHaveLength(2);
  const [second] = await askedAt(emulator);
  const own = groupMembers(emulator.pid ?? 0);
  // Whoever has listed the processes is gone by then.
  const waiting = alive(descendants(process.pid).filter((pid) => !known.has(pid) && !own.includes(pid)));

  for (const pid of waiting) process.kill(pid, "SIGKILL");
  await expect.poll(() => alive(waiting), { timeout: 30_000 }).toEqual([]);
  await emulator.reset();
  const [third] = await askedAt(emulator);

  expect(waiting.length).toBeGreaterThan(0);
  expect(third).not.toBe(second);
  expect(told()).toEqual([]);
});

test("one that has waited and does not serve is not waited for as long as a start may take", async () => {
  const count = JSON.stringify(join(base, "starts"));
  const third = `const fs = require("node:fs"); fs.appendFileSync(${count}, ".");
    if (fs.readFileSync(${count}, "utf8") === "...") setInterval(() => {}, 1000); else { ${telling} }`;
  const emulator = await start(third, undefined, { hasSpare: true });
  await emulator.reset();
  const [second] = await askedAt(emulator);
  await expect.poll(() => readFileSync(join(base, "starts"), "utf8"), { timeout: 30_000 }).toBe("...");

  await emulator.reset();
  const [fourth] = await askedAt(emulator);

  expect(fourth).not.toBe(second);
  expect(told()).toEqual([]);
}, 40_000);

test("a start that is given up leaves nothing", async () => {
  const giveUp = new AbortController();
  const starting = start("setInterval(() => {}, 1000);", giveUp.signal);
  setTimeout(() => giveUp.abort(), 300);

  await expect(starting).rejects.toThrow("aborted");
});
