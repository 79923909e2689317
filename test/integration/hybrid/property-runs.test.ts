import { join } from "node:path";
import { expect, test } from "vitest";
import { canonicalise } from "../../../src/clouds/canonical/canonical-trace.ts";
import { learnNoise } from "../../../src/clouds/canonical/noise.ts";
import { pricesWith } from "../../../src/hybrid/index.ts";
import { runOnTarget, type TargetRun } from "../../../src/hybrid/run/target-run.ts";
import { Lab, parseTarget, suiteOf as runnerOf } from "../../../src/lab/index.ts";
import { actions, makeProject, type Plan, type RunReport, suiteOf } from "./property-project.ts";
import { fronts, startPlantedStandIn } from "./property-stand-in.ts";

const plans = Object.keys(actions).map(
  (action, at): Plan => ({
    mark: `t${String(at).padStart(2, "0")}`,
    container: at % 2 === 0 ? "fixed" : "random",
    does: [action, "look"],
    isAsserting: at % 3 !== 0,
  }),
);

const shuffled = ["--sequence.concurrent", "--sequence.shuffle.tests"];

function byTest<T>({ tests }: RunReport, choose: (test: RunReport["tests"][number]) => T): Record<string, T> {
  return Object.fromEntries(
    tests.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map((one) => [one.id, choose(one)]),
  );
}

test("tests in any order, and at once, are decided as one after the other", {
  timeout: 240_000,
}, async () => {
  const planted = Object.values(fronts).map((front, at) => [plans[at]?.mark ?? "", front] as const);
  await using standIn = await startPlantedStandIn(new Map(planted.filter((_, at) => at % 2 === 0)));
  const project = makeProject(suiteOf(plans), standIn);

  await project.run([]);
  const inOrder = await project.run(["--dry-run"]);
  const atOnce = await project.run(["--dry-run"], ...shuffled);

  const decisions = byTest(inOrder, ({ decision }) => `${decision.target}: ${decision.kind}`);
  expect(byTest(atOnce, ({ decision }) => `${decision.target}: ${decision.kind}`)).toEqual(decisions);
  expect(byTest(atOnce, ({ fingerprint }) => fingerprint)).toEqual(
    byTest(inOrder, ({ fingerprint }) => fingerprint),
  );
  expect(new Set(Object.values(decisions))).toEqual(
    new Set(["emulator: on the safe list", "cloud: not on the safe list"]),
  );
});

test("repeated ten times, no fingerprint changes", { timeout: 240_000 }, async () => {
  const nowhere = { account: "none", key: "bm9uZQ==", endpoint: "http://127.0.0.1:1/none" };
  const { folder } = makeProject(suiteOf(plans, "node"), nowhere);
  await using lab = await Lab.start([{ service: "azure-blob", target: parseTarget("azurite") }], {
    cwd: folder,
  });
  const runs: TargetRun[] = [];

  for (let run = 0; run < 10; run++) {
    const command = ["node", "--test"];
    const suite = runnerOf(command, folder);
    const recorder = { file: join(folder, `${run}.jsonl`), command, secrets: [] };
    runs.push(
      await runOnTarget({ suite, selection: "all", lab, cwd: folder, prices: pricesWith(), recorder }),
    );
  }

  const [first, second] = runs;
  expect(first?.tests).toHaveLength(plans.length);
  for (const { id, file } of first?.tests ?? []) {
    const [one = [], two = []] = [first, second].map((run) => run?.observations.of(id, file).read);
    const { places, isStable } = learnNoise(one, two);
    const prints = runs.map(
      ({ observations }) =>
        canonicalise(observations.of(id, file).read, { noise: new Set(places) }).fingerprint,
    );
    expect(one.length, id).toBeGreaterThan(0);
    expect(isStable, id).toBe(true);
    expect(new Set(prints).size, id).toBe(1);
  }
});
