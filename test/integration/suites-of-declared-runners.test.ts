import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type DeclaredTests, suiteOf } from "../../src/lab/index.ts";
import { idsOf, runObserved, summary } from "./suite-runs.ts";

const cwd = join(import.meta.dirname, "programs/suites-python");
/** Python leaves compiled files beside its sources otherwise, and pytest loads whatever this machine has for it. */
const env = { PYTHONDONTWRITEBYTECODE: "1", PYTEST_DISABLE_PLUGIN_AUTOLOAD: "1" };

function has(...args: readonly string[]): boolean {
  try {
    execFileSync("python3", args, { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

const hasPython = has("--version");
const hasPytest = has("-m", "pytest", "--version");
if (!hasPython) console.warn("skipped: python3 is not there");
else if (!hasPytest) console.warn("skipped: python3 has no pytest");

const unittest = ["python3", "-m", "unittest", "discover", "-s", "unittests", "-t", "."];
const albums = "unittests/test_albums.py";
const brokenFile = "unittests/test_broken.py";

test.runIf(hasPython)("unittest runs one test a process, each with variables of its own", async () => {
  const suite = suiteOf(unittest, cwd);
  const run = await runObserved(
    {
      ...suite,
      run: (some, options) => suite.run(some, { ...options, envOf: async ({ id }) => ({ OWN: id }) }),
    },
    "all",
    { cwd, env },
  );

  expect(suite).toMatchObject({ runner: "unittest", tier: 3 });
  const [broken, ...others] = run.results.toSorted(
    (a, b) => Number(b.id === brokenFile) - Number(a.id === brokenFile),
  );
  expect(broken).toMatchObject({
    id: brokenFile,
    status: "failed",
    message: expect.stringContaining("cannot be loaded"),
  });
  expect(summary(others)).toEqual(
    [
      `passed ${albums} > Albums > test_creates`,
      `passed ${albums} > Albums > test_creates #2`,
      `passed ${albums} > Albums > test_creates_twice`,
      `failed ${albums} > Albums > test_fails: 1 != 2 : the album is gone`,
      `failed ${albums} > Albums > test_raises: KeyError: 'photo'`,
      `skipped ${albums} > Albums > test_skipped`,
      `passed ${albums} > Albums > test_is_to_fail`,
      `failed ${albums} > Albums > test_parts: size=3: 3 not less than 3`,
      `passed ${albums} > Albums > test_own_variable`,
      `failed ${albums} > WithoutSetUp > test_needs_it: RuntimeError: no bucket`,
    ].toSorted(),
  );
  expect(run.exitCode).not.toBe(0);
  expect(run.ran).toContain(`${albums} > Albums > test_own_variable ${albums} > Albums > test_own_variable`);
  expect(run.ran).toHaveLength(8);
});

test.runIf(hasPython)("each test of unittest runs alone, and is what is listed", async () => {
  const suite = suiteOf(unittest, cwd);
  const listed = await suite.list({ cwd, env });

  const observed = await Promise.all(
    listed.map(async (one) => ({ one, run: await runObserved(suite, [one], { cwd, env }) })),
  );

  expect(listed).toHaveLength(11);
  for (const { one, run } of observed) {
    expect(idsOf(run.results)).toEqual([one.id]);
    expect(run.ran.length).toBeLessThanOrEqual(1);
    for (const id of run.ran) expect(id.trim()).toBe(one.id.replace(/ #2$/, ""));
  }
});

test.runIf(hasPytest)("pytest runs one test a process, whatever its parameters are", async () => {
  const suite = suiteOf(["python3", "-m", "pytest", "-p", "no:cacheprovider", "pytests"], cwd);

  const { results, ran, exitCode } = await runObserved(suite, "all", { cwd, env });

  const file = "pytests/test_photos.py";
  const parameters = ["a::b", "(x|y)*[z]", "two\\nlines", "\\xfcn\\xef", "with space", "a/b.py", "1", "11"];
  const passed = ["test_plain", "test_plain_too", "TestGroup > test_plain"];
  const each = parameters.map((value) => `test_each[${value}]`);
  expect(suite).toMatchObject({ runner: "pytest", tier: 3 });
  expect(summary(results)).toEqual(
    [
      ...[...passed, ...each].map((title) => `passed ${file} > ${title}`),
      `failed ${file} > TestGroup > test_fails: AssertionError: the photo is gone\nassert False`,
      `skipped ${file} > TestGroup > test_skipped`,
      `failed ${file} > test_without_set_up: failed on setup with "RuntimeError: no bucket"`,
    ].toSorted(),
  );
  expect(ran.toSorted()).toEqual(
    [...passed, ...each, "TestGroup > test_fails"].map((title) => `${file} > ${title}`).toSorted(),
  );
  expect(exitCode).not.toBe(0);
});

test.runIf(hasPytest)("each test of pytest runs alone, also where the command names files", async () => {
  const suite = suiteOf(["pytest", "pytests", "-p", "no:cacheprovider"], cwd);
  const listed = await suite.list({ cwd, env });
  const chosen = listed.filter(({ id }) => /> test_plain$|\[1\]$/.test(id));

  expect(chosen).toHaveLength(3);
  for (const one of chosen) {
    const { ran, results } = await runObserved(suite, [one], { cwd, env });
    expect(ran).toEqual([one.id]);
    expect(idsOf(results)).toEqual([one.id]);
  }
});

test.runIf(hasPytest)("a file that pytest cannot load is a failed result", async () => {
  const suite = suiteOf(
    ["pytest", "-p", "no:cacheprovider", "pytests/test_photos.py::test_plain", "broken"],
    cwd,
  );

  const { results, exitCode } = await runObserved(suite, "all", { cwd, env });

  expect(summary(results)).toEqual([
    "failed broken/test_broken.py: it cannot be loaded",
    "passed pytests/test_photos.py > test_plain",
  ]);
  expect(exitCode).not.toBe(0);
});

const declared: DeclaredTests = {
  list: { command: ["node", "-e", "console.log('one\\ntwo\\nthree')"] },
  run: {
    command: [
      "node",
      "-e",
      "console.log((process.argv[1] === 'two' ? 'not ok' : 'ok') + ' 1 - ' + process.argv[1])",
      "{name}",
    ],
  },
  results: { format: "tap", from: "stdout" },
};

test("what a config declares is listed, run and read as it says", async () => {
  const suite = suiteOf(["make", "test"], cwd, declared);

  const { results, tests = [] } = await runObserved(suite, "all");

  expect(suite.tier).toBe(3);
  expect(summary(results)).toEqual([
    "failed tests > two: not ok",
    "passed tests > one",
    "passed tests > three",
  ]);
  const again = await runObserved(suite, tests.slice(1, 2));
  expect(summary(again.results)).toEqual(["failed tests > two: not ok"]);
});

test("a filter that lets several tests run where one is meant is an error", async () => {
  const several = { ...declared, run: { command: ["node", "-e", "console.log('ok 1 - one\\nok 2 - two')"] } };

  const run = runObserved(suiteOf(["make", "test"], cwd, several), "all");

  await expect(run).rejects.toMatchObject({ code: "TS_SUITE_INEXACT" });
});

test("a test that is no longer there is an error", async () => {
  const run = runObserved(suiteOf(["make"], cwd, declared), [
    { id: "tests > four", file: "tests", titles: ["four"] },
  ]);

  await expect(run).rejects.toMatchObject({ code: "TS_UNKNOWN_TEST" });
});

test("a runner that cannot list says so", async () => {
  const failing = {
    ...declared,
    list: { command: ["node", "-e", "console.error('no such flag'); process.exit(3)"] },
  };

  const listed = suiteOf(["make"], cwd, failing).list({ cwd, env });

  await expect(listed).rejects.toMatchObject({
    code: "TS_SUITE_NOT_LISTED",
    hint: expect.stringContaining("no such flag"),
  });
});
