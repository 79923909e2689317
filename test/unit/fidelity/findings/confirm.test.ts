import { expect, test } from "vitest";
import { interfaceOf } from "../../../../src/clouds/index.ts";
import type { Sequence } from "../../../../src/explore/index.ts";
import { confirm } from "../../../../src/fidelity/findings/confirm.ts";
import type { Discrepancy, Perform } from "../../../../src/fidelity/pair/performed.ts";

const sequence: Sequence = [
  { operation: "Queue_Create", input: { queueName: "ts000001" }, caller: "owner", tries: { kind: "valid" } },
];

const discrepancy: Discrepancy = {
  step: 0,
  emulator: { status: 201, code: null },
  reference: { status: 409, code: "QueueBeingDeleted" },
  differences: [],
  manifestation: "both",
  messages: { emulator: null, reference: null },
};

/** A service that shows these discrepancies, one after the other. */
function showing(...shown: readonly (Discrepancy | undefined)[]): {
  readonly perform: Perform;
  readonly probes: unknown[];
} {
  const left = [...shown];
  const probes: unknown[] = [];
  const perform: Perform = async (_, options) => {
    probes.push(options?.probes);
    const next = left.shift();
    return { steps: [], ...(next !== undefined && { discrepancy: next }) };
  };
  return { perform, probes };
}

const other: Discrepancy = { ...discrepancy, reference: { status: 503, code: "ServerBusy" } };

test("what shows three times of three is sure", async () => {
  const { perform, probes } = showing(discrepancy, discrepancy, {
    ...discrepancy,
    manifestation: "response",
  });

  expect(await confirm(sequence, discrepancy, perform, interfaceOf("azure-queue"))).toEqual({
    discrepancy,
    reproduced: 3,
  });
  expect(probes).toEqual(["each", "each", "each"]);
});

test.each([
  [1, [undefined, discrepancy, other]],
  [2, [discrepancy, other, discrepancy]],
])("what shows %i times depends on time", async (reproduced, shown) => {
  const { perform } = showing(...shown);

  expect(await confirm(sequence, discrepancy, perform, interfaceOf("azure-queue"))).toEqual({
    discrepancy,
    reproduced,
    dependsOnTime: true,
  });
});

test("what never shows again is nothing, also where something else does", async () => {
  const { perform } = showing(other, undefined, { ...discrepancy, manifestation: "state" });

  expect(await confirm(sequence, discrepancy, perform, interfaceOf("azure-queue"))).toBeUndefined();
});
