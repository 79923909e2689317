import { expect, test } from "vitest";
import type { Sequence } from "../../../../src/explore/index.ts";
import { FreshNames } from "../../../../src/fidelity/pair/fresh-names.ts";
import { performAlone } from "../../../../src/fidelity/repro/perform-alone.ts";
import { answered, sideThat } from "../told-side.ts";

const sequence: Sequence = ["Queue_Create", "Queue_SetMetadata"].map((operation) => ({
  operation,
  input: { queueName: "ts000000" },
  caller: "owner",
  tries: { kind: "valid" },
}));

test("what must not be called is no answer: it is said what was not done before", async () => {
  const side = sideThat(() => answered(403));
  const foreign = {
    ...side,
    open: () => ({
      ...side.open(),
      refusal: async (_: unknown, operation: string) =>
        operation === "Queue_SetMetadata" ? "it would change what this run has not made" : undefined,
    }),
  };

  await expect(
    performAlone(foreign, sequence, { names: new FreshNames(), probes: false }),
  ).rejects.toMatchObject({
    code: "TS_NOT_PERFORMED",
    message: "Queue_SetMetadata was not performed: it would change what this run has not made",
    hint: expect.stringContaining("Queue_Create was answered 403") as string,
  });
});
