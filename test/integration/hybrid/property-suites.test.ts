import fc from "fast-check";
import { expect, test } from "vitest";
import { actions, makeProject, type Plan, suiteOf } from "./property-project.ts";
import { fronts, startPlantedStandIn } from "./property-stand-in.ts";

const isLong = process.env["TOUCHSTONE_LONG"] === "1";
const numRuns = isLong ? 20 : 1;
// The same suite every time, but where somebody looks for more.
const seed = Number(process.env["TOUCHSTONE_SEED"] ?? (isLong ? Date.now() % 2 ** 31 : 7));

const plan = fc.record({
  container: fc.constantFrom("fixed" as const, "random" as const),
  does: fc.array(fc.constantFrom(...Object.keys(actions)), { minLength: 1, maxLength: 4 }),
  isAsserting: fc.boolean(),
  front: fc.option(fc.constantFrom(...Object.keys(fronts)), { freq: 2 }),
});

const plans = fc
  .array(plan, { minLength: 20, maxLength: 24 })
  .map((all) => all.map((one, at) => ({ ...one, mark: `t${String(at).padStart(2, "0")}` })));

async function performTwice(all: readonly (Plan & { readonly front: string | null })[]) {
  const planted = new Map(
    all.flatMap(({ mark, front }) => (front === null ? [] : [[mark, fronts[front]] as const])),
  );
  const chosen = new Map(
    [...planted].flatMap(([mark, front]) => (front === undefined ? [] : [[mark, front] as const])),
  );
  await using standIn = await startPlantedStandIn(chosen);
  const project = makeProject(suiteOf(all), standIn);
  const first = await project.run([]);
  const met = new Set(standIn.met);
  const second = await project.run(["--dry-run"]);
  return { first, second, met };
}

test(`no generated test that met a difference is kept (seed ${seed})`, {
  timeout: numRuns * 240_000,
}, async () => {
  for (const all of fc.sample(plans, { numRuns, seed })) {
    const { first, second, met } = await performTwice(all);

    const marked = (id: string): string => /t\d\d(?= )/.exec(id)?.[0] ?? "";
    const differing = first.tests.filter(({ id }) => met.has(marked(id)));
    const kept = second.tests.filter(({ decision }) => decision.target === "emulator");
    const harmless = second.tests.filter(({ id }) => !met.has(marked(id)));
    expect(second.tests).toHaveLength(all.length);
    expect(differing.map(({ id, verdict }) => [id, verdict])).not.toContainEqual([
      expect.anything(),
      "agrees",
    ]);
    expect(kept.filter(({ id }) => met.has(marked(id)))).toEqual([]);
    const needless = harmless.filter(({ decision }) => decision.target === "cloud");
    expect(needless.length, JSON.stringify(needless)).toBeLessThan(harmless.length / 10);
    expect(met.size).toBeGreaterThan(0);
  }
});
