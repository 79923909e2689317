import { expect, test } from "vitest";
import { fuzz } from "../../../../src/fidelity/index.ts";
import { answered, sideThat } from "../told-side.ts";

test("deaths and hangs of the two sides are counted each by itself", async () => {
  const emulator = sideThat(() => answered(201));
  const reference = { ...sideThat(() => answered(201)), crashes: 2, losses: 5 };

  const result = await fuzz({ emulator, reference, seed: 1, calls: 1 });

  expect(result).toMatchObject({ crashes: 0, hangs: 0, referenceCrashes: 2, referenceHangs: 3 });
});
