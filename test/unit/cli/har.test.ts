import {
  appendFileSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { writeHar } from "../../../src/cli/har.ts";
import { TraceWriter } from "../../../src/wire/index.ts";
import { exampleHeader } from "../wire/trace/example-trace.ts";

function traceInFolder(): { folder: string; trace: string } {
  const folder = mkdtempSync(join(tmpdir(), "touchstone-har-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const trace = join(folder, "trace.jsonl");
  new TraceWriter(trace, exampleHeader)[Symbol.dispose]();
  return { folder, trace };
}

test.each(["new", "there before"])("an archive is its owner's alone: %s", async (which) => {
  const { folder, trace } = traceInFolder();
  const out = join(folder, "trace.har");
  if (which !== "new") writeFileSync(out, "x".repeat(10_000), { mode: 0o644 });

  await writeHar(trace, out);

  expect(JSON.parse(readFileSync(out, "utf8")).log.version).toBe("1.2");
  if (process.platform !== "win32") expect(statSync(out).mode & 0o777).toBe(0o600);
});

test("an archive that cannot be written is told by name", async () => {
  const { folder, trace } = traceInFolder();

  await expect(writeHar(trace, join(folder, "nowhere", "trace.har"))).rejects.toMatchObject({
    code: "TS_UNWRITABLE",
    message: expect.stringContaining("trace.har cannot be written"),
  });
});

test("an archive names the version of what made it", async () => {
  const { folder, trace } = traceInFolder();
  const out = join(folder, "trace.har");
  const { version } = JSON.parse(readFileSync("package.json", "utf8"));

  await writeHar(trace, out);

  expect(JSON.parse(readFileSync(out, "utf8")).log.creator).toEqual({ name: "touchstone", version });
});

test.each(["nothing", "an older one"])("an archive that fails half way leaves %s", async (before) => {
  const { folder, trace } = traceInFolder();
  appendFileSync(trace, "this is no exchange\n{}\n");
  const out = join(folder, "trace.har");
  if (before !== "nothing") writeFileSync(out, "an older one");

  await expect(writeHar(trace, out)).rejects.toThrow("trace.jsonl");

  expect(readdirSync(folder)).toEqual(before === "nothing" ? ["trace.jsonl"] : ["trace.har", "trace.jsonl"]);
  if (before !== "nothing") expect(readFileSync(out, "utf8")).toBe("an older one");
});

test("an archive goes where a link leads, and the link stays", async () => {
  const { folder, trace } = traceInFolder();
  const link = join(folder, "link.har");
  writeFileSync(join(folder, "real.har"), "");
  symlinkSync(join(folder, "real.har"), link);

  await writeHar(trace, link);

  expect(lstatSync(link).isSymbolicLink()).toBe(true);
  expect(JSON.parse(readFileSync(join(folder, "real.har"), "utf8")).log.version).toBe("1.2");
});
