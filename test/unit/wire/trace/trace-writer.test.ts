import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openTrace, TraceWriter } from "../../../../src/wire/index.ts";
import { exampleExchange, exampleHeader } from "./example-trace.ts";

function fileInFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "touchstone-trace-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, "trace.jsonl");
}

const { id: _id, ...exchange } = exampleExchange();

test("what is in the file can be read at any time, in order and without a gap", async () => {
  const file = fileInFolder();
  using writer = new TraceWriter(file, exampleHeader);
  const count = 20_000;

  for (let index = 0; index < count; index++) writer.write({ ...exchange, ms: index });
  await using trace = await openTrace(file);
  const read = await Array.fromAsync(trace);

  expect(writer.count).toBe(count);
  expect(read.findIndex(({ id, ms }, index) => id !== index + 1 || ms !== index)).toBe(-1);
  expect(read).toHaveLength(count);
  expect(trace.torn).toBeUndefined();
});

test.each([0o600, 0o644])("a trace is its owner's alone, and takes the place of one with mode %o", (mode) => {
  const file = fileInFolder();
  writeFileSync(file, "x".repeat(10_000), { mode });

  using writer = new TraceWriter(file, exampleHeader);
  writer.write(exchange);

  expect(readFileSync(file, "utf8").split("\n")).toHaveLength(3);
  if (process.platform !== "win32") expect(statSync(file).mode & 0o777).toBe(0o600);
});

test("nothing is written into a trace that is closed, nor into what has its descriptor since", () => {
  const file = fileInFolder();
  const writer = new TraceWriter(file, exampleHeader);
  writer[Symbol.dispose]();
  using other = new TraceWriter(`${file}.other`, exampleHeader);
  const before = readFileSync(other.file, "utf8");

  expect(() => writer.write(exchange)).toThrow(`the trace ${file} cannot be written: it has been closed`);

  expect(readFileSync(other.file, "utf8")).toBe(before);
});

test.skipIf(!existsSync("/dev/full"))("a trace that cannot begin leaves nothing open", () => {
  const openFiles = () => readdirSync("/proc/self/fd").length;
  const before = openFiles();

  for (let attempt = 0; attempt < 20; attempt++) {
    expect(() => new TraceWriter("/dev/full", exampleHeader)).toThrow(
      "the trace /dev/full cannot be written: no space is left",
    );
  }

  expect(openFiles()).toBe(before);
});
