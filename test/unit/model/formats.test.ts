import { expect, test } from "vitest";
import { format } from "../../../src/model/index.ts";
import { boundsOf } from "../../grammar/coverage.ts";

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
