import fc from "fast-check";
import { expect, test } from "vitest";
import { listedCatalogue } from "../../../src/hybrid/decide/catalogue.ts";
import type { Contracts } from "../../../src/hybrid/decide/contracts.ts";
import { plants } from "./canonical-plants.ts";
import { type CloudDifference, generatedTest, hybridInMemory } from "./canonical-suite.ts";

const isLong = process.env["TOUCHSTONE_LONG"] === "1";
const numRuns = isLong ? 20_000 : 250;
// The same cases every time, but where somebody looks for more.
const seed = Number(process.env["TOUCHSTONE_SEED"] ?? (isLong ? Date.now() % 2 ** 31 : 7));

const difference: fc.Arbitrary<CloudDifference> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .record({ name: fc.constantFrom(...Object.keys(plants)), plantAt: fc.nat(12) })
      .map(({ name, plantAt }) => ({ name, plant: plants[name] ?? ((draft) => draft), plantAt })),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom<(text: string) => string>(
        (text) => `${text}~`,
        (text) => text.toUpperCase(),
        () => "",
      )
      .map((storeAs) => ({ name: "another state", storeAs })),
  },
);

/** A contract about one operation. */
function about(known: string | undefined): Contracts {
  return {
    touched: ({ observation }) =>
      observation.operations
        .filter((operation) => operation === known)
        .map((operation) => ({ id: "a", operation, exchange: 1, says: "it differs" })),
  };
}

// What goes by operations knows of one of the test's.
test("no test whose cloud does something else is kept by a policy that can know", {
  timeout: 600_000,
}, () => {
  let planted = 0;

  fc.assert(
    fc.property(generatedTest, fc.nat(), difference, fc.nat(), (generated, chance, planting, which) => {
      const { decisions, isPlanted, judgement, operations } = hybridInMemory(generated, chance, planting);
      if (!isPlanted) return;
      planted++;
      const known = operations[which % operations.length];
      const catalogue = listedCatalogue(known === undefined ? [] : [known]);
      expect(judgement.verdict).not.toBe("agrees");
      for (const policy of ["monitor", "always", "combined"] as const) {
        expect(decisions(policy).target, policy).toBe("cloud");
      }
      for (const policy of ["api", "combined"] as const) {
        expect(decisions(policy, catalogue).target, `${policy}, with a catalogue`).toBe("cloud");
      }
      expect(decisions("contract", undefined, about(known)).target, "contract").toBe("cloud");
    }),
    { numRuns, seed },
  );

  expect(planted).toBeGreaterThan(numRuns / 8);
});

test("nearly every test whose cloud does the same is kept, whatever it makes up", {
  timeout: 600_000,
}, () => {
  const verdicts = new Map<string, number>();
  let kept = 0;

  fc.assert(
    fc.property(generatedTest, fc.nat(), (generated, chance) => {
      const { decisions, judgement } = hybridInMemory(generated, chance, {});
      const decision = decisions("monitor");
      if (decision.target === "emulator") kept++;
      const outcome = `${judgement.verdict}, ${decision.kind}`;
      verdicts.set(outcome, (verdicts.get(outcome) ?? 0) + 1);
    }),
    { numRuns, seed },
  );

  expect(kept / numRuns, JSON.stringify([...verdicts])).toBeGreaterThan(0.98);
});
