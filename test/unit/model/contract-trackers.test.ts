import { expect, test } from "vitest";
import { type Call, keyOf, settingOf } from "../../../src/model/index.ts";

function call(operation: string): Call {
  return { operation, input: { box: "a" }, caller: "key", headers: {}, query: new Map() };
}

const inBoxes = settingOf({
  name: "things in boxes",
  key: keyOf("box", "name"),
  set: ["Put"],
  cleared: ["Take"],
  forgets: {
    operations: ["Empty"],
    which:
      ({ input }) =>
      (key) =>
        key.startsWith(`${input["box"]}/`),
  },
  value: () => true,
});

test("what is about many says which of them are forgotten", () => {
  const isForgotten = inBoxes.forgotten?.(call("Empty"));

  expect(["a/1", "b/1"].map((key) => isForgotten?.(key))).toEqual([true, false]);
});

test.each(["Put", "Take"])("%s is about one, and nobody walks through all keys for it", (operation) => {
  expect(inBoxes.forgotten?.(call(operation))).toBeUndefined();
});
