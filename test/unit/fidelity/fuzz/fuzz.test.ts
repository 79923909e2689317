import { expect, test } from "vitest";
import { fuzz } from "../../../../src/fidelity/index.ts";
import { TouchstoneError } from "../../../../src/model/index.ts";
import { answered, sideThat } from "../told-side.ts";

test("deaths and hangs of the two sides are counted each by itself", async () => {
  const emulator = sideThat(() => answered(201));
  const reference = { ...sideThat(() => answered(201)), crashes: 2, losses: 5 };

  const result = await fuzz({ emulator, reference, seed: 1, calls: 1 });

  expect(result).toMatchObject({ crashes: 0, hangs: 0, referenceCrashes: 2, referenceHangs: 3 });
});

test("an operation is not measured where a target was lost while it was found out whether it has died of that", async () => {
  const deadly = "Service_SetProperties";
  let before = 0;
  const emulator = sideThat((told, calls) => {
    if (calls.at(-1)?.operation !== deadly || before++ < 3) return answered(201);
    told.losses++;
    return { kind: "failed", via: "sdk", message: "ECONNRESET", attempts: 1 };
  });
  const lost = new TouchstoneError("TS_EMULATOR_LOST", "it does not start again");
  let deaths = 0;
  emulator.recover = async (failed) => {
    if (failed?.kind !== "failed") return "alive";
    if (deaths++ > 0) throw lost;
    return "died";
  };

  const result = await fuzz({ emulator, reference: sideThat(() => answered(201)), seed: 1, calls: 400 });

  expect(result.lost).toBe(lost.message);
  expect(result.unexamined).toBe(1);
  expect(result.measured).not.toContain(deadly);
});
