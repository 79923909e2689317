import { expect, test } from "vitest";
import type { Sequence } from "../../../../src/explore/index.ts";
import { performer } from "../../../../src/fidelity/pair/perform.ts";
import { answered, sideThat } from "../told-side.ts";

const sequence: Sequence = [
  {
    operation: "Queue_GetProperties",
    input: { queueName: "ts000000" },
    caller: "owner",
    tries: { kind: "valid" },
  },
];

const honest = sideThat(() => answered(200));

test("what was emptied meanwhile has disturbed it: what it had made was lost", async () => {
  const emptied = sideThat((told) => {
    told.losses++;
    return answered(404);
  });

  const disturbed = await performer({ emulator: emptied, reference: honest })(sequence);
  const undisturbed = await performer({ emulator: honest, reference: honest })(sequence);

  expect([disturbed.isDisturbed, undisturbed.isDisturbed]).toEqual([true, undefined]);
});

test("that a side was not asked any more is no difference, and what it has answered is one", async () => {
  const why = "the budget of 5 requests is spent";
  const silent = sideThat((told) => {
    told.spent = why;
    return { kind: "masked", via: "sdk", message: why };
  });
  const last = sideThat((told) => {
    told.spent = why;
    return answered(404);
  });

  const unasked = await performer({ emulator: honest, reference: silent })(sequence);
  const asked = await performer({ emulator: honest, reference: last })(sequence);

  expect(unasked.discrepancy).toBeUndefined();
  expect(asked.discrepancy).toMatchObject({ emulator: { status: 200 }, reference: { status: 404 } });
});
