import { brotliCompressSync, deflateSync, gunzipSync, gzipSync, zstdCompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { capturedContent, Redactor, unpacked } from "../../../../src/wire/index.ts";

const redactor = new Redactor(["a-known-secret"]);
const key = "<UserDelegationKey><Value>c2VjcmV0</Value></UserDelegationKey>";

test("keeps UTF-8 as text, with its byte order mark", () => {
  expect(capturedContent(redactor, Buffer.from(`\uFEFF${key}é`))).toEqual({
    text: "\uFEFF<UserDelegationKey><Value>REDACTED</Value></UserDelegationKey>é",
  });
});

test("keeps text as text when it was cut inside a character, and inside a secret", () => {
  const bytes = Buffer.from("grüß 😀");

  for (const length of [3, 5, 8, 9, 10])
    expect(capturedContent(redactor, bytes.subarray(0, length), { cut: true })).toEqual({
      text: bytes.subarray(0, length).toString("utf8").replaceAll("\uFFFD", ""),
      cut: true,
    });
  expect(capturedContent(redactor, Buffer.from("x a-known-se"), { cut: true })).toEqual({
    text: "x REDACTED",
    cut: true,
  });
});

test("takes secrets out of bytes that are no text, and leaves the bytes around them", () => {
  const odd = Buffer.from([0xff, 0x00, 0xfe]);
  const body = Buffer.concat([odd, Buffer.from(`a-known-secret ${key}`), odd]);

  const { base64 = "" } = capturedContent(redactor, body);

  expect(Buffer.from(base64, "base64")).toEqual(
    Buffer.concat([odd, Buffer.from(`REDACTED ${key.replace("c2VjcmV0", "REDACTED")}`), odd]),
  );
});

test("keeps packed bytes as they are when they hold no secret", () => {
  const bytes = gzipSync("nothing to hide");

  expect(capturedContent(redactor, bytes, { contentEncoding: "gzip" })).toEqual({
    base64: bytes.toString("base64"),
  });
});

test.each([
  ["gzip", gzipSync],
  ["deflate", deflateSync],
  ["br", brotliCompressSync],
  ["zstd", zstdCompressSync],
] as const)("finds secrets in what is packed by %s", (contentEncoding, pack) => {
  const packed = pack(Buffer.from(key));

  const { base64 } = capturedContent(redactor, packed, { contentEncoding });

  expect(base64).toBe(pack(Buffer.from(key.replace("c2VjcmV0", "REDACTED"))).toString("base64"));
});

const chunked = (bytes: Buffer, signature = "") =>
  Buffer.concat([
    Buffer.from(`${bytes.length.toString(16)}${signature}\r\n`),
    bytes,
    Buffer.from(`\r\n0${signature}\r\n\r\n`),
  ]);

test.each([
  ["x-gzip", gzipSync(key)],
  ["gzip,gzip", gzipSync(gzipSync(key))],
  ["deflate, GZIP", gzipSync(deflateSync(key))],
  ["gzip, aws-chunked", gzipSync(key)],
  ["aws-chunked,gzip", chunked(gzipSync(key), ";chunk-signature=abc")],
  ["identity, gzip", gzipSync(key)],
])("finds secrets in what is encoded by %s", (contentEncoding, packed) => {
  const { base64 = "", cut } = capturedContent(redactor, packed, { contentEncoding });

  expect(unpacked(Buffer.from(base64, "base64"), contentEncoding)?.toString()).toBe(
    key.replace("c2VjcmV0", "REDACTED"),
  );
  expect(cut).toBeUndefined();
});

test("keeps the chunks around what is packed and holds no secret, but not their signatures", () => {
  const packed = gzipSync("nothing to hide");
  const contentEncoding = "gzip,aws-chunked";

  const { base64 = "" } = capturedContent(redactor, chunked(packed, ";chunk-signature=abc"), {
    contentEncoding,
  });

  expect(Buffer.from(base64, "base64")).toEqual(chunked(packed, ";chunk-signature=REDACTED"));
});

test("searches what was cut as far as it goes, and keeps nothing that it cannot search", () => {
  const packed = gzipSync(`${key}${crypto.getRandomValues(Buffer.alloc(3000)).toString("hex")}`);
  const broken = Buffer.concat([Buffer.from([0xff, 0xfe]), packed]);

  const cut = capturedContent(redactor, packed.subarray(0, 1500), { contentEncoding: "gzip", cut: true });

  expect(gunzipSync(Buffer.from(cut.base64 ?? "", "base64")).toString()).toContain("<Value>REDACTED<");
  expect(cut.cut).toBe(true);
  expect(capturedContent(redactor, broken, { contentEncoding: "gzip" })).toEqual({ base64: "", cut: true });
});

test("takes a body for what it is when its encoding is only claimed", () => {
  expect(capturedContent(redactor, Buffer.from("plain"), { contentEncoding: "gzip" })).toEqual({
    text: "plain",
  });
});

test("what was cut is packed anew, so that nothing hides in what could not be unpacked", () => {
  const noise = crypto.getRandomValues(Buffer.alloc(40_000)).toString("hex");
  const packed = zstdCompressSync(`${noise}a-known-secret${noise}`);

  for (let length = 30_000; length < packed.length; length += 9_000) {
    const { base64 = "" } = capturedContent(redactor, packed.subarray(0, length), {
      contentEncoding: "zstd",
      cut: true,
    });
    const kept = unpacked(Buffer.from(base64, "base64"), "zstd")?.toString() ?? "";

    expect(`${noise}REDACTED${noise}`.startsWith(kept)).toBe(true);
  }
});

test.each([
  ["gzip", gzipSync],
  ["zstd", zstdCompressSync],
])("finds secrets in %s that no header tells of, also in itself", (contentEncoding, pack) => {
  const content = "{ a: 'a-known-secret' }";
  const packed = pack(pack(Buffer.from(content)));

  const { base64 = "" } = capturedContent(redactor, packed);

  expect(unpacked(Buffer.from(base64, "base64"), `${contentEncoding}, ${contentEncoding}`)?.toString()).toBe(
    content.replace("a-known-secret", "REDACTED"),
  );
});

test("keeps nothing that looks packed and cannot be unpacked", () => {
  const broken = Buffer.concat([gzipSync("").subarray(0, 10), Buffer.from("no gzip at all")]);

  expect(capturedContent(redactor, broken)).toEqual({ base64: "", cut: true });
});

test("finds secrets in the name that gzip may have in its header", () => {
  const packed = gzipSync("nothing to hide");
  const named = (name: string) => {
    const head = Buffer.from(packed.subarray(0, 10));
    head[3] = 8;
    return Buffer.concat([head, Buffer.from(`${name}\0`), packed.subarray(10)]);
  };

  const { base64 = "" } = capturedContent(redactor, named("a-known-secret.txt"), { contentEncoding: "gzip" });

  expect(Buffer.from(base64, "base64")).toEqual(named("REDACTED.txt"));
});

const little = (text: string) => Buffer.from(text, "utf16le");
const big = (text: string) => little(text).swap16();
const kept = (bytes: Buffer, cut?: boolean): Buffer => {
  const { text, base64 } = capturedContent(redactor, bytes, { cut });
  return text === undefined ? Buffer.from(base64 ?? "", "base64") : Buffer.from(text);
};

test.each([
  ["little-endian", little, ""],
  ["little-endian with its mark", little, "\uFEFF"],
  ["big-endian", big, ""],
  ["big-endian with its mark", big, "\uFEFF"],
])("finds secrets in UTF-16: %s", (_, encode, mark) => {
  const text = (one: string, other: string) => `${mark}grüße: ${one}; Bearer ${other} 你好`;
  const body = encode(text("a-known-secret", "abcdefghijklmnopqrst"));
  const odd = Buffer.from([0xff]);

  expect(kept(body)).toEqual(encode(text("REDACTED", "REDACTED")));
  expect(kept(Buffer.concat([odd, body, odd]))).toEqual(
    Buffer.concat([odd, encode(text("REDACTED", "REDACTED")), odd]),
  );
  expect(kept(gzipSync(body))).toEqual(gzipSync(encode(text("REDACTED", "REDACTED"))));
});

test.each([
  ["little-endian", little],
  ["big-endian", big],
])("leaves nothing of a secret where UTF-16 was cut inside it: %s", (_, encode) => {
  const before = "this and that: ";
  const body = encode(`${before}a-known-secret`);

  for (let length = 2 * before.length + 1; length < body.length; length++)
    expect(kept(body.subarray(0, length), true).toString("latin1").replaceAll("\0", "")).toMatch(
      /^this and that:? ?(?:RED[A-Z]*)?$/,
    );
});

test("leaves bytes that are neither text nor packed as they are", () => {
  for (let round = 0; round < 50; round++) {
    const bytes = Buffer.concat([
      Buffer.from([0xff, 0xfe]),
      crypto.getRandomValues(Buffer.alloc(500 + round)),
    ]);

    expect(kept(bytes)).toEqual(bytes);
  }
});

test.each(["a text", "bytes\xff"])(
  "finds a secret of %s that goes on in the next of Amazon's chunks",
  (what) => {
    const parts = [`${what}: a-known-`, "secret, and more"].map((part) => Buffer.from(part, "latin1"));
    const framed = parts.map((part) => [
      Buffer.from(`${part.length.toString(16)};chunk-signature=ab\r\n`),
      part,
      "\r\n",
    ]);
    const body = Buffer.concat([...framed.flat().map((part) => Buffer.from(part)), Buffer.from("0\r\n\r\n")]);

    const { text, base64 } = capturedContent(redactor, body, { contentEncoding: "aws-chunked" });

    expect(text ?? Buffer.from(base64 ?? "", "base64").toString("latin1")).toBe(
      `${what}: REDACTED, and more`,
    );
  },
);

test("keeps Amazon's chunks around what holds no secret, but not their signatures", () => {
  const { text } = capturedContent(redactor, chunked(Buffer.from("hello"), ";chunk-signature=abc"), {
    contentEncoding: "aws-chunked",
  });

  expect(text).toBe("5;chunk-signature=REDACTED\r\nhello\r\n0;chunk-signature=REDACTED\r\n\r\n");
});
