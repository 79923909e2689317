import { createHash } from "node:crypto";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Suite, suiteOf } from "../../src/lab/index.ts";
import { idsOf, type ObservedRun, programs, runObserved, summary } from "./suite-runs.ts";

const modules = join(import.meta.dirname, "../../node_modules");
const vitest = ["node", join(modules, "vitest/vitest.mjs"), "run", "--config", "suites.config.mjs"];
const jest = ["node", join(modules, "jest/bin/jest.js"), "--watchman=false", "--config"];
const mocha = ["node", join(modules, "mocha/bin/mocha.js")];
const nodeTest = ["node", "--test"];

/** How each runner is called, and what its programs end as besides what all have. */
const runners = [
  {
    name: "vitest",
    ending: "vitest.mjs",
    command: vitest,
    broken: vitest,
    others: ["passed is retried", "skipped is to be done", "passed is to fail"],
  },
  {
    name: "jest",
    ending: "jest.cjs",
    command: [...jest, "suites.jest.json"],
    broken: [...jest, "broken.jest.json"],
    others: ["passed is retried", "skipped is to be done", "passed is to fail"],
  },
  {
    name: "mocha",
    ending: "mocha.cjs",
    command: [...mocha, "albums.mocha.cjs", "photos.mocha.cjs"],
    broken: [...mocha, "broken.mocha.cjs", "albums.mocha.cjs"],
    others: ["passed is retried", "skipped is to be done"],
  },
  {
    name: "mocha in parallel",
    ending: "mocha.cjs",
    command: [...mocha, "--parallel", "albums.mocha.cjs", "photos.mocha.cjs"],
    broken: [...mocha, "--parallel", "broken.mocha.cjs", "albums.mocha.cjs"],
    others: ["passed is retried", "skipped is to be done"],
  },
  {
    name: "node:test",
    ending: "node-test.mjs",
    command: [...nodeTest, "albums.node-test.mjs", "photos.node-test.mjs"],
    broken: [...nodeTest, "broken.node-test.mjs", "albums.node-test.mjs"],
    others: [
      "passed has tests inside",
      "passed has tests inside > the first",
      "passed has tests inside > the second",
      "skipped is to be done",
    ],
  },
] as const;

/** Titles that fit into no header are cut. */
function fitting(id: string): string {
  if (id.length <= 500) return id;
  return `${id.slice(0, 450)}… ${createHash("sha256").update(id).digest("hex").slice(0, 16)}`;
}

/** What became of the tests that all runners have. */
function commonResults(file: string): string[] {
  const passed = [
    "is equal",
    "is equal #2",
    "group > is equal",
    "group > inside > is equal",
    "group > inside > is equal #2",
    "group > is equal #2",
    "hard > matches (a|b)* and [c-d]+ $ ^ \\d",
    'hard > says "it\'s" `so`',
    "hard > two\nlines",
    "hard > ünïcödé ✓ 日本語 🙂",
    "hard > -t --grep=x",
    "hard > a > b",
    "hard > ends with #2",
    `hard > is long ${"x".repeat(600)}`,
    ...[1, 11, 111].map((value) => `adds ${value}`),
    ...[1, 2, 3, 4].map((index) => `at once > test ${index}`),
  ];
  return [
    ...passed.map((title) => `passed ${fitting(`${file} > ${title}`)}`),
    `skipped ${file} > group > is skipped`,
    `failed ${file} > group > fails: the album is gone`,
  ];
}

function suiteFor(command: readonly string[]): Suite {
  return suiteOf(command, programs);
}

const whole = new Map<string, Promise<ObservedRun>>();

/** A run of everything that a runner has: one for all that is said about it. */
function wholeRun({ name, command }: (typeof runners)[number]): Promise<ObservedRun> {
  const run = whole.get(name) ?? runObserved(suiteFor(command), "all");
  whole.set(name, run);
  return run;
}

test.for(runners)("a run of $name tells of each test", async (runner) => {
  const { name, command, ending, others } = runner;
  const suite = suiteFor(command);

  const { results, exitCode, ran, told, tests = [] } = await wholeRun(runner);

  const [albums, photos] = [`albums.${ending}`, `photos.${ending}`];
  expect(suite).toMatchObject({ runner: name.split(" ")[0], tier: 1 });
  expect(summary(results)).toEqual(
    [
      ...commonResults(albums),
      ...others.map((other) => other.replace(" ", ` ${photos} > `)),
      `failed ${photos} > without set-up > needs it: no bucket`,
      `passed ${photos} > leaves a mess > passes`,
      `failed ${photos}: cannot clean up`,
    ].toSorted(),
  );
  expect(summary(told)).toEqual(summary(results));
  expect(idsOf(tests)).toEqual(idsOf(results));
  expect(exitCode).not.toBe(0);
  const didRun = results.filter(({ id, status }) => status === "passed" || id.endsWith("group > fails"));
  expect(ran.map(fitting).toSorted()).toEqual(idsOf(didRun));
});

test.for(runners)("a list of $name is what a run tells of, and runs nothing", async (runner) => {
  const { tests = [] } = await wholeRun(runner);

  const listed = await suiteFor(runner.command).list({ cwd: programs, env: { RAN: "/nowhere/at/all" } });

  expect(listed.toSorted(byId)).toEqual(tests.filter(({ id, file }) => id !== file).toSorted(byId));
});

const inTurn = runners.filter(({ name }) => name !== "mocha in parallel");

/** Selections by the digits of each test's number: any two tests are apart in at least one of them. */
function tellingApart<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  const digits = Math.ceil(Math.log2(items.length + 1));
  return Array.from({ length: digits }, (_, digit) => items.filter((_one, at) => ((at + 1) >> digit) & 1));
}

test.for(inTurn)(
  "each test of $name can be told apart",
  { timeout: 240_000 },
  async ({ command, ending }) => {
    const suite = suiteFor(command);
    const all = await suite.list({ cwd: programs, env: {} });
    const albums = all.filter(({ file, id }) => file === `albums.${ending}` && !id.endsWith("is skipped"));
    const equal = albums.filter(({ id }) => id.endsWith("#2")).slice(0, 1);

    expect(albums).toHaveLength(22);
    expect(equal).toHaveLength(1);
    const waiting = [equal, ...tellingApart(albums)].values();
    const work = async () => {
      for (const some of waiting) {
        const { ran, results } = await runObserved(suite, some);
        const ids = some.map(({ id }) => id).toSorted();
        expect(ran.map(fitting).toSorted()).toEqual(ids);
        expect(idsOf(results).toSorted()).toEqual(ids);
      }
    };
    await Promise.all([work(), work()]);
  },
);

test.for(runners)("any tests of $name run without others", { timeout: 240_000 }, async (runner) => {
  const suite = suiteFor(runner.command);
  const { tests = [], results } = await wholeRun(runner);
  const statuses = new Map(results.map(({ id, status }) => [id, status]));
  const plain = tests.filter(
    ({ id, titles }) => titles.length > 0 && statuses.get(id) === "passed" && !id.includes("inside >"),
  );

  await fc.assert(
    fc.asyncProperty(fc.subarray(plain, { minLength: 1 }), async (some) => {
      const run = await runObserved(suite, some);

      const didRun = run.ran.map(fitting).filter((id) => !id.includes("has tests inside > "));
      expect(didRun.toSorted()).toEqual(idsOf(some));
      expect(idsOf(run.results.filter(({ id }) => statuses.get(id) === "passed"))).toEqual(idsOf(some));
    }),
    { numRuns: 2 },
  );
});

test.for(runners)("a file that $name cannot load is a failed result", async ({ broken, ending }) => {
  const { results, exitCode } = await runObserved(suiteFor(broken), "all", { env: { BROKEN: "1" } });

  const id = `broken.${ending}`;
  expect(results).toContainEqual(
    expect.objectContaining({ id, status: "failed", message: expect.stringContaining("cannot be loaded") }),
  );
  expect(exitCode).not.toBe(0);
});

test("a test inside of another runs within it, and without its siblings", async () => {
  const suite = suiteFor([...nodeTest, "photos.node-test.mjs"]);
  const { tests = [] } = await runObserved(suite, "all");
  const file = "photos.node-test.mjs";
  const second = tests.filter(({ id }) => id === `${file} > has tests inside > the second`);

  const { ran, results } = await runObserved(suite, second);

  expect(ran).toEqual([`${file} > has tests inside`, `${file} > has tests inside > the second`]);
  expect(idsOf(results)).toEqual(idsOf(second));
});

test("a file stands for all of its tests", async () => {
  const suite = suiteFor(vitest);

  const { results } = await runObserved(suite, [
    { id: "albums.vitest.mjs", file: "albums.vitest.mjs", titles: [] },
  ]);

  expect(summary(results)).toEqual(commonResults("albums.vitest.mjs").toSorted());
});

function byId(a: { id: string }, b: { id: string }): number {
  return a.id < b.id ? -1 : 1;
}
