import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  catalogueExchange,
  readExchange,
  unkeptBody,
  writeExchange,
} from "../../../../src/fidelity/findings/written-exchanges.ts";
import { recordingOfLine } from "../../../../src/fidelity/replay/recorded-lines.ts";
import { writtenExchange } from "../../../../src/fidelity/replay/written-line.ts";

function put(body: Buffer) {
  const exchange = {
    method: "PUT",
    url: "https://gone.blob.core.windows.net/album/cover",
    headers: [["x-ms-blob-type", "BlockBlob"]] as const,
    body,
    credentials: "none" as const,
    at: undefined,
    answer: { status: 201, headers: [["etag", '"0x1"']] as const, body: Buffer.alloc(0) },
  };
  return writtenExchange(exchange);
}

function again(body: Buffer) {
  const text = JSON.stringify(writeExchange(put(body)));
  const read = readExchange(catalogueExchange.parse(JSON.parse(text)));
  return { text, read, recording: recordingOfLine({ recording: "one", exchanges: [read] }) };
}

test("an exchange is read back as it was, whatever its body is", () => {
  const body = fc.oneof(
    fc.uint8Array().map((bytes) => Buffer.from(bytes)),
    fc.string({ unit: "grapheme" }).map((text) => Buffer.from(text)),
    fc.nat(3000).map((size) => Buffer.alloc(size)),
  );

  fc.assert(
    fc.property(body, (bytes) => {
      const { read, recording } = again(bytes);

      expect(read).toEqual(put(bytes));
      expect(recording.exchanges[0]?.body.equals(bytes)).toBe(true);
      expect(recording.exchanges[0]?.credentials).toBe("none");
    }),
  );
});

test("bodies that repeat themselves stay short, and long ones are named by their hash", () => {
  const noise = createHash("shake256", { outputLength: 50_000 }).update("a").digest();

  expect(again(Buffer.alloc(4_000_000)).text).toContain('{"$repeat":["\\u0000",4000000]}');
  expect(again(Buffer.from("abc".repeat(5000))).text).toContain('{"$repeat":["abc",5000]}');
  const long = again(noise);
  expect(long.text.length).toBeLessThan(500);
  expect(long.text).toContain(createHash("sha256").update(noise).digest("hex"));
  expect(unkeptBody(long.read)).toBe(50_000);
  // What is short enough in bytes may be too long in the file.
  expect(unkeptBody(again(noise.subarray(0, 13_000)).read)).toBe(13_000);
  expect(unkeptBody(again(Buffer.from("short")).read)).toBeUndefined();
});

test("of a body that only looks like bytes the text is hashed, as it is kept where it is short", () => {
  const text = `${"no base64: ".repeat(2)}${createHash("shake256", { outputLength: 20_000 }).digest("hex")}`;
  const exchange = { method: "PUT", url: "http://127.0.0.1/a", requestHeaders: {}, requestBody: text };

  expect(writeExchange({ ...exchange, requestBody: text.slice(0, 99) }).requestBody).toBe(text.slice(0, 99));
  expect(writeExchange(exchange).requestBody).toEqual({
    $sha256: createHash("sha256").update(text).digest("hex"),
  });
});
