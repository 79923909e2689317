import { expect, test } from "vitest";
import { format } from "../../../src/model/index.ts";
import { boundsOf } from "../../grammar/shapes.ts";

test.each(["md5", "crc64", "crc32", "sha1", "sha256", "aes256-key"] as const)("%s has one length", (name) => {
  const { example, length, test: allows } = format(name);

  expect(example).toHaveLength(length ?? 0);
  expect(allows(example)).toBe(true);
  expect(allows(`${example}AAAA`)).toBe(false);
});

test.each([
  ["bytes=0-511", ["byte-range", "byte-range-from", "closed-byte-range", "page-range"]],
  ["bytes=7-7", ["byte-range", "byte-range-from", "closed-byte-range"]],
  ["bytes=512-1024", ["byte-range", "byte-range-from", "closed-byte-range"]],
  ["bytes=7-", ["byte-range", "byte-range-from"]],
  ["bytes=-7", ["byte-range"]],
  ["bytes=0-0,7-", ["byte-range"]],
  ["bytes=8-7", []],
  ["bytes=0-0,8-7", []],
  ["bytes=0-9223372036854775808", []],
  ["bytes=-", []],
  ["bytes=", []],
  ["0-511", []],
] as const)("%s is a range of bytes for %j", (text, formats: readonly string[]) => {
  const names = ["byte-range", "byte-range-from", "closed-byte-range", "page-range"] as const;

  expect(names.filter((name) => format(name).test(text))).toEqual(formats);
});

test("a format without a length of its own bounds nothing", () => {
  expect(boundsOf({ kind: "string", format: "url" }).max).toBeUndefined();
  expect(boundsOf({ kind: "string", format: "url", maxLength: 10 }).max).toBe(10);
  expect(boundsOf({ kind: "string", format: "md5" })).toEqual({ min: 24, max: 24 });
});

test.each([
  ["date-time", "2024-01-31", true],
  ["date-time", "2024-01-31T10:00:00+02:00", true],
  ["date-time", "2024-01-31T10:00:00", false],
  ["etag", "0x8D4BCC2E4835CD0", true],
  ["etag", '"0x8D4BCC2E4835CD0"', true],
  ["etag", "*", true],
  ["etag", '"half', false],
] as const)("%s, of %s: %s, as it says", (name, text, allowed) => {
  expect(format(name).test(text)).toBe(allowed);
  expect(format(name).says).toMatch(
    name === "etag" ? /with or without its quotes, or \*/ : /date, or date and time with Z or an offset/,
  );
});
