import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { openInput, readLines } from "../../../src/wire/index.ts";

async function linesOf(chunks: readonly Uint8Array[]): Promise<string[]> {
  const lines: string[] = [];
  for await (const batch of readLines(Readable.from(chunks.map((chunk) => Buffer.from(chunk)))))
    lines.push(...batch);
  return lines;
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
