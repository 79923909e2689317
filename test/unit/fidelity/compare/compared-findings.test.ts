import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { comparedFindings, type Which } from "../../../../src/fidelity/compare/compared-findings.ts";
import { sampleFinding } from "../findings/sample-findings.ts";

const alone = sampleFinding();
const outcome = { status: 200, code: null, message: null };
/** Both answer the same, but for a value that nobody can look at on one side alone. */
const beside = sampleFinding({
  emulator: { ...outcome, label: "azurite 3.21.0" },
  reference: { ...outcome, label: "azurite 3.37.0" },
  differences: [{ place: "response.body.Name", emulator: "a", reference: "b" }],
});

test.each([
  ["each target alone tells, both perform it at once", alone, 2],
  ["a reference is needed, one performs it after the other", beside, 1],
])("where %s", async (_, finding, most) => {
  const performing = new Set<Which>();
  const seen: number[] = [];

  const { stayed } = await comparedFindings([finding], async (_finding, on) => {
    performing.add(on);
    await pause(5);
    seen.push(performing.size);
    performing.delete(on);
    return true;
  });

  expect(stayed).toBe(1);
  expect(Math.max(...seen)).toBe(most);
});

test("where one target fails, the other is waited for", async () => {
  let isPerforming = false;
  const comparing = comparedFindings([alone], async (_finding, on) => {
    if (on === "a") throw new Error("gone");
    isPerforming = true;
    await pause(20);
    isPerforming = false;
    return true;
  });

  await expect(comparing).rejects.toThrow("gone");

  expect(isPerforming).toBe(false);
});

test("where it is interrupted, no further finding is performed, and nothing is told", async () => {
  const interruption = new AbortController();
  const performed: string[] = [];
  const comparing = comparedFindings(
    [alone, sampleFinding({ id: "Blob_SetTags-000002" })],
    async ({ id }) => {
      performed.push(id);
      interruption.abort(new Error("interrupted"));
      return true;
    },
    interruption.signal,
  );

  await expect(comparing).rejects.toThrow("interrupted");

  expect(new Set(performed)).toEqual(new Set([alone.id]));
});
