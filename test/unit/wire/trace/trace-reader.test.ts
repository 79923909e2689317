import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { type Exchange, openTrace, type Trace } from "../../../../src/wire/index.ts";
import { exampleExchange, exampleHeader } from "./example-trace.ts";

const exchanges = Array.from({ length: 200 }, (_, index) => exampleExchange({ id: index + 1 }));
const text = [exampleHeader, ...exchanges].map((line) => `${JSON.stringify(line)}\n`).join("");

async function read(content: string | Buffer): Promise<{ trace: Trace; found: Exchange[] }> {
  const trace = await openTrace("a.jsonl", Readable.from(chunksOf(Buffer.from(content))));
  return { trace, found: await Array.fromAsync(trace) };
}

function* chunksOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += 700) yield bytes.subarray(at, at + 700);
}

test.each([
  ["plain", text],
  ["gzipped", gzipSync(text)],
  ["without its last newline", text.trimEnd()],
])("reads a trace: %s", async (_, content) => {
  const { trace, found } = await read(content);

  expect(trace.header).toEqual(exampleHeader);
  expect(found).toEqual(exchanges);
  expect(trace.torn).toBeUndefined();
});

test("reads what is whole of a trace whose writer was killed, wherever that was", async () => {
  const lines = text.split("\n");
  const upToLast = lines.slice(0, 5).join("\n").length + 1;
  const last = lines[5] ?? "";

  for (const length of [1, 2, 50, last.length - 1]) {
    const { trace, found } = await read(text.slice(0, upToLast + length));

    expect(found).toEqual(exchanges.slice(0, 4));
    expect(trace.torn).toBe(
      `the last line of a.jsonl, line 6, is torn: ${length} characters of an exchange that was being written`,
    );
  }
});

test("reads what is whole of a gzip that was cut off", async () => {
  const zipped = gzipSync(Buffer.from(text), { level: 0 });

  const { trace, found } = await read(zipped.subarray(0, 20_000));

  expect(found.length).toBeGreaterThan(10);
  expect(found).toEqual(exchanges.slice(0, found.length));
  expect(trace.torn).toContain("a.jsonl ends in the middle of its gzip");
});

test("says which line is broken where it is not the last", async () => {
  const lines = text.split("\n");

  await expect(read(lines.with(3, '{"id":').join("\n"))).rejects.toMatchObject({
    code: "TS_TRACE_BROKEN",
    message: "line 4 of a.jsonl is not JSON, and is not the last",
  });
  await expect(read(lines.with(3, '{"id":3}').join("\n"))).rejects.toMatchObject({
    code: "TS_TRACE_BROKEN",
    message: "line 4 of a.jsonl is not an exchange",
  });
});

test.each([
  ["", "it is empty"],
  ["hello\n", "its first line is not the header of one"],
  ["null\n", "its first line is not the header of one"],
  ['{"method":"GET","url":"/"}\n', "its first line is not the header of one"],
  ['{"touchstone":"trace","version":1', "its first line is not the header of one"],
])("refuses what is not a trace: %j", async (content, why) => {
  await expect(read(content)).rejects.toMatchObject({
    code: "TS_NOT_A_TRACE",
    message: `a.jsonl is not a trace: ${why}`,
  });
});

test("refuses a trace of a newer version by its number", async () => {
  const newer = `${JSON.stringify({ ...exampleHeader, version: 2 })}\n`;

  await expect(read(newer)).rejects.toMatchObject({
    code: "TS_TRACE_TOO_NEW",
    message: "a.jsonl is a trace of version 2, and this Touchstone reads version 1",
  });
});

test("says that there is no such file", async () => {
  await expect(openTrace("no-such.jsonl")).rejects.toMatchObject({ code: "TS_NO_FILE" });
});

test("closes its input when it is left early, or is no trace", async () => {
  const left = Readable.from(chunksOf(Buffer.from(text)));
  const unread = Readable.from(chunksOf(Buffer.from(text)));
  const none = Readable.from(chunksOf(Buffer.from(`hello\n${text}`)));

  for await (const { id } of await openTrace("a.jsonl", left)) if (id === 1) break;
  {
    await using trace = await openTrace("a.jsonl", unread);
    expect(trace.header.version).toBe(1);
  }
  await expect(openTrace("a.jsonl", none)).rejects.toThrow("is not a trace");

  expect([left.destroyed, unread.destroyed, none.destroyed]).toEqual([true, true, true]);
});
