import { expect, test } from "vitest";
import type { Sequence, Step } from "../../../../src/explore/index.ts";
import {
  changedElsewhere,
  changedTexts,
  losesToken,
} from "../../../../src/fidelity/findings/shared-texts.ts";

function step(input: Step["input"]): Step {
  return { operation: "A", input, caller: "owner", tries: { kind: "valid" } };
}

test("texts are compared at their places, at any depth", () => {
  const changes = changedTexts(
    { a: "x", b: [{ c: "long" }, "same"], d: "gone" },
    { a: "x", b: [{ c: "l" }, "same"] },
  );

  expect([...changes]).toEqual([["long", "l"]]);
});

test("a name changes wherever it stands, also at the end of an address", () => {
  const sequence: Sequence = [
    step({ blob: "photo.png", tags: ["photo.png", "photo"] }),
    step({ source: { $endpoint: "/ts000001/photo.png", signed: true }, copy: "/ts000001/photo.png" }),
    step({ blob: "photo.png" }),
  ];

  const changed = changedElsewhere(sequence, 2, new Map([["photo.png", "a"]]));

  expect(changed?.map(({ input }) => input)).toEqual([
    { blob: "a", tags: ["a", "photo"] },
    { source: { $endpoint: "/ts000001/a", signed: true }, copy: "/ts000001/a" },
    { blob: "photo.png" },
  ]);
  expect(changedElsewhere(sequence, 2, new Map([["nowhere", "a"]]))).toBeUndefined();
});

test("a token must stay", () => {
  expect(losesToken(new Map([["/ts000001/photo", "/ts000001/a"]]))).toBe(false);
  expect(losesToken(new Map([["ts000001", "a"]]))).toBe(true);
});
