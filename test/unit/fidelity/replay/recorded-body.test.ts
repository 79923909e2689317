import { describe, expect, test } from "vitest";
import { parseExactly, recordedBody } from "../../../../src/fidelity/replay/recorded-body.ts";

describe("a recorded body", () => {
  test.each([
    ["text by its length", "abcd", [["content-length", "4"]], "abcd"],
    ["base64 by its length", "aGVsbG8=", [["content-length", "5"]], "hello"],
    ["base64 where nothing says that it is text", "aGVsbG8=", [], "hello"],
    ["text where its type says so", "aGVsbG8h", [["Content-Type", "text/plain"]], "aGVsbG8h"],
    ["what cannot be base64", "hello world", [["content-length", "99"]], "hello world"],
    ["lines", ["<a>\n", "</a>"], [], "<a>\n</a>"],
    ["nothing", null, [], ""],
  ] as const)("is read as %s", (_, value, headers, expected) => {
    expect(recordedBody(value, headers).toString()).toBe(expected);
  });

  test("may be as long as it likes", () => {
    expect(recordedBody("a".repeat(12_000_000), []).length).toBe(9_000_000);
  });

  test("keeps the spelling of numbers in a document", () => {
    const document = parseExactly('{"ratio":3.0,"large":12345678901234567890,"age":3}');

    expect(recordedBody(document, []).toString()).toBe('{"ratio":3.0,"large":12345678901234567890,"age":3}');
  });
});
