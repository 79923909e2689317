import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { openInput, readLines } from "../../../src/wire/index.ts";

async function linesOf(chunks: readonly Uint8Array[]): Promise<string[]> {
  const { lines, problem } = await readAll(chunks);
  if (problem !== undefined) throw problem;
  return lines;
}

/** What was read, also if it ended in an error. */
async function readAll(chunks: readonly Uint8Array[]): Promise<{ lines: string[]; problem: unknown }> {
  const lines: string[] = [];
  try {
    for await (const batch of readLines(Readable.from(chunks.map((chunk) => Buffer.from(chunk)))))
      lines.push(...batch);
    return { lines, problem: undefined };
  } catch (problem) {
    return { lines, problem };
  }
}

function cut(bytes: Buffer, at: readonly number[]): Buffer[] {
  const places = [
    0,
    ...at.map((place) => place % (bytes.length + 1)).toSorted((a, b) => a - b),
    bytes.length,
  ];
  return places
    .slice(1)
    .flatMap((end, index) => (end > (places[index] ?? 0) ? [bytes.subarray(places[index], end)] : []));
}

test("gives the same lines however the bytes arrive, gzipped or not", async () => {
  const line = fc.string({ unit: "binary" }).map((text) => `x${text.replace(/[\n\ufeff]/g, "")}`);

  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { minLength: 1 }),
      fc.array(fc.nat()),
      fc.boolean(),
      async (lines, places, zipped) => {
        const plain = Buffer.from(`${lines.join("\n")}\n`);

        const read = await linesOf(cut(zipped ? gzipSync(plain) : plain, places));

        expect(read).toEqual(lines);
      },
    ),
  );
});

test("gives the last line without its newline, and nothing for nothing", async () => {
  expect(await linesOf([Buffer.from("a\nb")])).toEqual(["a", "b"]);
  expect(await linesOf([])).toEqual([]);
});

test("says which file is not there, and which gzip is broken", async () => {
  const broken = gzipSync("hello hello hello").subarray(0, 20);

  await expect(Array.fromAsync(readLines(openInput("no-such.jsonl"), "no-such.jsonl"))).rejects.toThrow(
    "there is no file no-such.jsonl",
  );
  await expect(linesOf([broken])).rejects.toThrow("the input is not whole gzip");
});

test("says of a file that it is no gzip, though its name says so", async () => {
  const bytes = Buffer.from([0xc3, 0x07, 0xff, 0x1b, 0x00, 0x0a, 0x80]);
  const read = (content: Buffer, name: string) =>
    Array.fromAsync(readLines(Readable.from([content]), name)).then((batches) => batches.flat());

  await expect(read(bytes, "traffic.jsonl.gz")).rejects.toThrow(
    "traffic.jsonl.gz is not gzip, although its name says so",
  );
  expect(await read(Buffer.from("plän\n\ttext\r\n"), "unpacked.gz")).toEqual(["plän", "\ttext\r"]);
});

/** A member with every optional field, as RFC 1952 has them: more, a name, a comment, a check sum of the header. */
function adorned(text: string): Buffer {
  const plain = gzipSync(text);
  const fields = Buffer.concat([
    Buffer.from([3, 0, 1, 2, 3]),
    Buffer.from("name\0comment\0"),
    Buffer.from([9, 9]),
  ]);
  const header = Buffer.from(plain.subarray(0, 10));
  header[3] = 2 | 4 | 8 | 16;
  return Buffer.concat([header, fields, plain.subarray(10)]);
}

test.each([
  ["several members, cut in the middle of a line", [gzipSync("a\nb"), gzipSync("c\nd\n")], ["a", "bc", "d"]],
  ["an empty member", [gzipSync(""), gzipSync("a\n")], ["a"]],
  ["a member with all optional fields", [adorned("a\n"), adorned("b\n")], ["a", "b"]],
  ["zeros behind it", [gzipSync("a\n"), Buffer.alloc(600)], ["a"]],
])("reads gzip with %s, however it arrives", async (_, members, lines) => {
  const bytes = Buffer.concat(members);

  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat()), async (places) => {
      expect(await linesOf(cut(bytes, places))).toEqual(lines);
    }),
  );
});

const many = Array.from({ length: 3000 }, (_, id) => `${id} ${Math.sin(id)}`);
const zipped = gzipSync(`${many.join("\n")}\n`);

test.each([
  ["garbage", [zipped, Buffer.from("garbage\n")], many, "bytes that are no gzip follow it"],
  ["one strange byte", [zipped, Buffer.from("x")], many, "bytes that are no gzip follow it"],
  [
    "garbage after a last line without end",
    [gzipSync("a\nb"), Buffer.from("no")],
    ["a", "b"],
    "no gzip follow",
  ],
  ["a member that breaks off at once", [zipped, zipped.subarray(0, 5)], many, "it breaks off"],
  ["a trailer that breaks off", [zipped.subarray(0, -3)], many, "it breaks off"],
])("gives the good lines before %s, and then says what is wrong", async (_, parts, lines, message) => {
  const bytes = Buffer.concat(parts);

  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(), { maxLength: 3 }), async (places) => {
      const read = await readAll(cut(bytes, places));

      expect(read.lines).toEqual(lines);
      expect(String(read.problem)).toContain(`the input is not whole gzip (`);
      expect(String(read.problem)).toContain(message);
    }),
    { numRuns: 20 },
  );
});

test("gives the lines before the place where gzip breaks off, and none in part", async () => {
  const { lines, problem } = await readAll([zipped.subarray(0, zipped.length / 2)]);

  expect(lines.length).toBeGreaterThan(1000);
  expect(lines).toEqual(many.slice(0, lines.length));
  expect(String(problem)).toContain("it breaks off");
});

test("notices a wrong check sum, and data that is none", async () => {
  const altered = Buffer.from(zipped);
  altered.writeUInt32LE(1, altered.length - 8);
  const scrambled = Buffer.from(zipped);
  scrambled.fill(0xff, 20, 60);

  await expect(linesOf([altered])).rejects.toThrow("its check sum is wrong");
  await expect(linesOf([scrambled])).rejects.toThrow("the input is not whole gzip");
});
