import { expect, test } from "vitest";
import { format } from "../../../src/model/index.ts";
import { boundsOf } from "../../grammar/shapes.ts";

test.each(["md5", "crc64", "crc32", "sha1", "sha256", "aes256-key"] as const)("%s has one length", (name) => {
  const { example, length, test: allows } = format(name);

  expect(example).toHaveLength(length ?? 0);
  expect(allows(example)).toBe(true);
  expect(allows(`${example}AAAA`)).toBe(false);
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
