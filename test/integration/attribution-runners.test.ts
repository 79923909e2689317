import { join } from "node:path";
import { expect, test } from "vitest";
import { listen, modules, programEnvironment, runNode, wrongOnes } from "./marked-requests.ts";

const vitest = [join(modules, "vitest/vitest.mjs"), "run", "--config", "runs.config.mjs"];
const jest = [join(modules, "jest/bin/jest.js"), "--config", "runs.jest.json", "--watchman=false"];
const nodeTests = ["runs.node-test.mjs", "more.node-test.cjs"];
const pair = ["pair-one.node-test.mjs", "pair-two.node-test.mjs"];
const mocha = [join(modules, "mocha/bin/mocha.js"), "--timeout", "20000", "runs.mocha.cjs", "more.mocha.mjs"];

/** How each runner is called, and how many tests its programs have and how many requests they send. */
const runs = [
  { name: "Vitest in threads", command: [...vitest, "--pool", "threads"], tests: 95, sent: 686 },
  { name: "Vitest in forks", command: [...vitest, "--pool", "forks"], tests: 95, sent: 686 },
  {
    name: "Vitest in one worker",
    command: [...vitest, "--no-isolate", "--maxWorkers", "1"],
    tests: 95,
    sent: 686,
  },
  { name: "Vitest in sandboxes", command: [...vitest, "--pool", "vmThreads"], tests: 95, sent: 686 },
  { name: "Jest in processes", command: [...jest, "--workers=2"], tests: 48, sent: 328 },
  { name: "Jest in its own process", command: [...jest, "--runInBand"], tests: 48, sent: 328 },
  { name: "node:test", command: ["--test", ...nodeTests], tests: 60, sent: 502 },
  {
    name: "node:test in one process",
    command: ["--test", "--test-isolation=none", ...pair],
    tests: 4,
    sent: 36,
  },
  { name: "node:test without a runner", command: ["more.node-test.cjs"], tests: 2, sent: 24 },
  { name: "Mocha", command: mocha, tests: 48, sent: 376 },
  { name: "Mocha in parallel", command: [...mocha, "--parallel"], tests: 48, sent: 376 },
] as const;

test.for(runs)("every request of $name is its test's", async ({ command, tests, sent }) => {
  const { origin, requests } = await listen();

  const { code, output } = await runNode(command, programEnvironment(origin));

  expect(code, output).toBe(0);
  expect(wrongOnes(requests)).toEqual([]);
  expect(requests).toHaveLength(sent);
  expect(new Set(requests.map(({ way }) => way)).size).toBe(6);
  expect(new Set(requests.flatMap(({ mark }) => mark?.test ?? [])).size).toBe(tests);
});
