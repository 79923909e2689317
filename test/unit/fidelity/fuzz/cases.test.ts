import { expect, test } from "vitest";
import type { CallResult } from "../../../../src/clouds/index.ts";
import type { Sequence } from "../../../../src/explore/index.ts";
import { Cases } from "../../../../src/fidelity/fuzz/cases.ts";
import { answered, sideThat } from "../told-side.ts";

function sequenceOf(operation: string): Sequence {
  return [{ operation, input: { queueName: "ts000000" }, caller: "owner", tries: { kind: "valid" } }];
}

const broken: CallResult = { kind: "failed", via: "sdk", message: "ECONNRESET", attempts: 1 };

const reference = sideThat(() => answered(200));

/** What comes of operations that answer 404 instead of 200, where the process dies of one of so many calls. */
async function examined(operations: readonly string[], deadly: number) {
  let calls = 0;
  const emulator = sideThat((told) => {
    if (++calls !== deadly + operations.length) return answered(404);
    told.losses++;
    return broken;
  });
  const cases = new Cases({ emulator, reference, seed: 1 }, () => false);
  for (const operation of operations) {
    const sequence = sequenceOf(operation);
    const { discrepancy } = await cases.perform(sequence);
    if (discrepancy === undefined) expect.fail(`${operation} agrees`);
    cases.putAside({ sequence, discrepancy });
  }
  await cases.examine(8);
  return cases;
}

test.each([1, 2, 3, 4, 5, 6])(
  "who stands beside a crash is not blamed for it, nor forgotten: call %i",
  async (deadly) => {
    const { findings, unconfirmed } = await examined(["Queue_GetProperties", "Queue_SetMetadata"], deadly);

    expect(
      findings.map(({ operation, reproduced, dependsOnTime }) => [operation, reproduced, dependsOnTime]),
    ).toEqual([
      ["Queue_GetProperties", 3, undefined],
      ["Queue_SetMetadata", 3, undefined],
    ]);
    expect(unconfirmed).toBe(0);
  },
);

test("who is looked into alone when the process dies of something else is looked into again", async () => {
  const { findings } = await examined(["Queue_GetProperties"], 1);

  expect(findings).toMatchObject([{ operation: "Queue_GetProperties", reproduced: 3 }]);
});
