import { describe, expect, test } from "vitest";
import { numbered } from "../../../../src/explore/plan/thing.ts";

describe("a text with a number behind it", () => {
  test("says the number at its end", () => {
    expect(numbered("colour", 2)).toBe("colour2");
  });

  test("stays base64, and as long as it was, where it is padded and ends in a number", () => {
    const next = numbered("MDAwMDAwMDE=", 0);

    expect(Buffer.from(next, "base64").toString()).toBe("00000002");
    expect(next).toHaveLength("MDAwMDAwMDE=".length);
  });

  test("is another one for each number", () => {
    const names = [0, 1, 2, 3].map((number) => numbered("YQ==", number));

    expect(new Set([...names, "YQ=="]).size).toBe(5);
  });

  test("is no base64 only because it ends in a sign", () => {
    expect(numbered("a=", 1)).toBe("a=1");
  });
});
