import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { suiteOf } from "../../src/lab/index.ts";
import { alive } from "../processes.ts";
import { idsOf, programs, runObserved, summary } from "./suite-runs.ts";

const modules = join(import.meta.dirname, "../../node_modules");
const vitest = ["node", join(modules, "vitest/vitest.mjs"), "run", "--config", "suites.config.mjs"];
const albums = "albums.vitest.mjs";
const chosen = [
  { id: `${albums} > group > inside > is equal #2`, file: albums, titles: ["group", "inside", "is equal"] },
  { id: `${albums} > at once > test 3`, file: albums, titles: ["at once", "test 3"] },
];

/** A folder of its own with these files. */
function folderWith(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), "touchstone-project-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

test.for([
  ["--pool", "threads"],
  ["--pool", "vmThreads"],
  ["--no-isolate", "--maxWorkers", "1"],
  ["--sequence.shuffle"],
])("Vitest selects exactly with %s", async (options) => {
  const { ran, results } = await runObserved(suiteOf([...vitest, ...options], programs), chosen);

  expect(ran.toSorted()).toEqual(idsOf(chosen));
  expect(idsOf(results)).toEqual(idsOf(chosen));
});

test("node:test selects exactly where all files share a process", async () => {
  const command = ["node", "--test", "--test-isolation=none", "albums.node-test.mjs", "photos.node-test.mjs"];
  const file = "photos.node-test.mjs";
  const parent = `${file} > has tests inside`;
  const some = [{ id: `${parent} > the second`, file, titles: ["has tests inside", "the second"] }];

  const { ran, results, exitCode } = await runObserved(suiteOf(command, programs), some);

  expect(ran).toEqual([parent, ...idsOf(some)]);
  expect(idsOf(results)).toEqual(idsOf(some));
  expect(exitCode).toBe(0);
});

test("a package's script runs as it is, and still only what is meant", async () => {
  const runner = join(modules, "mocha/bin/mocha.js");
  const cwd = folderWith({
    "package.json": JSON.stringify({ scripts: { test: `echo first && node ${runner} '*.js' --exit` } }),
    "a.js": "it('one', () => {}); it('two', () => { throw new Error('no'); }); it('two', () => {});",
    "b.js": "throw new Error('is not even loaded');",
  });
  const suite = suiteOf(["npm", "test"], cwd);

  const { results, output } = await runObserved(
    suite,
    [{ id: "a.js > two #2", file: "a.js", titles: ["two"] }],
    { cwd },
  );

  expect(suite).toMatchObject({ runner: "mocha", tier: 1 });
  expect(summary(results)).toEqual(["passed a.js > two #2"]);
  expect(output).toContain("first");
  expect(output).toContain("1 passing");
});

test("what `only` leaves out is skipped", async () => {
  const cwd = folderWith({
    "a.test.mjs": "import { test } from 'vitest'; test.only('one', () => {}); test('two', () => {});",
    "vitest.config.mjs": `export default { root: ${JSON.stringify(programs)}, test: { dir: import.meta.dirname, include: ["**/*.test.mjs"] } };`,
  });
  const suite = suiteOf(
    ["node", join(modules, "vitest/vitest.mjs"), "run", "--config", "vitest.config.mjs", "--allowOnly"],
    cwd,
  );

  const { results } = await runObserved(suite, "all", { cwd });

  expect(summary(results)).toEqual(["passed a.test.mjs > one", "skipped a.test.mjs > two"]);
});

test("a runner that a test starts itself is left alone", async () => {
  const config = folderWith({
    "c.config.mjs": `export default { test: { include: ["runner-inside.vitest.mjs"] } };`,
  });
  const suite = suiteOf(
    [
      "node",
      join(modules, "vitest/vitest.mjs"),
      "run",
      "--root",
      ".",
      "--config",
      join(config, "c.config.mjs"),
    ],
    programs,
  );
  const file = "runner-inside.vitest.mjs";
  const only = [{ id: `${file} > starts a runner of its own`, file, titles: ["starts a runner of its own"] }];

  const { ran, results, output } = await runObserved(suite, only);

  expect(summary(results), output).toEqual([`passed ${file} > starts a runner of its own`]);
  expect(ran).toEqual(["runner-inside.node-test.mjs > is another's", `${file} > starts a runner of its own`]);
});

test("an abort ends all processes of a run", async () => {
  const folder = folderWith({});
  const ran = join(folder, "ran");
  const controller = new AbortController();
  const suite = suiteOf(["node", "--test", "hangs.node-test.mjs"], programs);
  const running = suite.run("all", { cwd: programs, env: { RAN: ran }, signal: controller.signal });
  const pids = await vi.waitFor(
    () => {
      const found = [...readFileSync(ran, "utf8").matchAll(/> (\d+)"/g)].map(([, pid]) => Number(pid));
      expect(found).toHaveLength(2);
      return found;
    },
    { timeout: 30_000 },
  );

  expect(alive(pids)).toEqual(pids);
  controller.abort();

  expect((await running).exitCode).not.toBe(0);
  await vi.waitFor(() => expect(alive(pids)).toEqual([]), { timeout: 10_000 });
});

test("a command that nobody knows is one test", async () => {
  const suite = suiteOf(["node", "-e", "process.stderr.write('no such album'); process.exit(3)"], programs);

  const [listed] = await suite.list({ cwd: programs, env: {} });
  const { results, exitCode } = await runObserved(suite, "all");

  expect(suite).toMatchObject({ runner: "command", tier: 4 });
  expect(exitCode).toBe(3);
  expect(results).toMatchObject([{ id: listed?.id, status: "failed", message: "no such album" }]);
});

test("nothing selected is nothing run", async () => {
  const { exitCode, results, ran } = await runObserved(suiteOf(vitest, programs), []);

  expect({ exitCode, results, ran }).toEqual({ exitCode: 0, results: [], ran: [] });
});

test("a runner that cannot start lists nothing, and says why", async () => {
  const listed = suiteOf(["npx", "vitest", "run", "--config", "missing.config.mjs"], programs).list({
    cwd: programs,
    env: {},
  });

  await expect(listed).rejects.toMatchObject({ code: "TS_SUITE_NOT_LISTED" });
});

const throwing = `
test("nothing to say", () => { throw new Error(""); });
test("no error at all", () => { throw { why: "just so" }; });
test("is fine", () => {});
`;

/** Node's own runner waits for ever after this one, whoever runs it. */
const trap = 'test("a trap", () => { throw { get message() { throw new Error("caught"); } }; });';

test.for([
  ["vitest", [...vitest.slice(0, 3), "--globals"], "a.test.js", trap],
  ["node:test", ["node", "--test"], "a.test.mjs", 'import test from "node:test";'],
  [
    "mocha",
    ["node", join(modules, "mocha/bin/mocha.js"), "a.test.cjs"],
    "a.test.cjs",
    `const test = it;${trap}`,
  ],
] as const)("whatever a test of %s throws, its failure is told", async ([, command, file, prelude]) => {
  const cwd = folderWith({ [file]: prelude + throwing, "package.json": '{"type":"module"}' });

  const { results } = await runObserved(suiteOf(command, cwd), "all", { cwd });

  expect(results.map(({ id, status }) => `${status} ${id}`).toSorted()).toEqual([
    ...(prelude.includes(trap) ? [`failed ${file} > a trap`] : []),
    `failed ${file} > no error at all`,
    `failed ${file} > nothing to say`,
    `passed ${file} > is fine`,
  ]);
});

test("a command that is not there is told by name", async () => {
  await expect(runObserved(suiteOf(["no-such-runner"], programs), "all")).rejects.toMatchObject({
    code: "TS_COMMAND",
    message: expect.stringContaining("no-such-runner cannot be started"),
  });
});
