import { expect, test } from "vitest";
import { lapsingEntries } from "../../../../src/fidelity/compare/lapsing.ts";

function entry(test: string, ...emulators: string[]) {
  return { test, measured: { emulators }, learned: "2026-01-01T00:00:00.000Z" };
}

test("what was measured on the first and not on the second lapses, and says whether it still holds", () => {
  const entries = [
    entry("keeps", "azurite 3.36.0"),
    entry("changes", "azurite 3.36.0", "s3rver 3.7.1"),
    entry("in no trace", "azurite 3.36.0"),
    entry("on another", "azurite 3.35.0"),
    entry("on both", "s3rver 3.7.1"),
  ];

  const lapsing = lapsingEntries(
    entries,
    { "azure-blob": "azurite 3.36.0", s3: "s3rver 3.7.1" },
    { "azure-blob": "azurite 3.37.0", s3: "s3rver 3.7.1" },
    {
      compared: new Set(["keeps", "changes"]),
      changed: [{ test: "changes", answers: [], values: [] }],
    },
  );

  expect(lapsing.map(({ test: name, isChanged }) => [name, isChanged])).toEqual([
    ["changes", true],
    ["in no trace", null],
    ["keeps", false],
  ]);
});
