import { mkdtemp, readdir, readFile } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { TouchstoneError } from "../../../model/index.ts";
import { ScratchFolder } from "../../process/scratch-folder.ts";
import type { Suite, SuiteRun, SuiteRunOptions, SuiteTest, TestResult } from "../suite.ts";
import { runSuiteProcess } from "../suite-process.ts";
import { type CommandParts, commandWords } from "./command-words.ts";
import { type Declaration, type DeclaredTests, declaredTestsSchema } from "./declaration.ts";
import { type ListedTest, listedTests } from "./listed-tests.ts";
import { readResult } from "./read-results.ts";

/** What a runner lists, and what kept it from listing more. */
interface Listing {
  readonly exitCode: number;
  readonly tests: readonly ListedTest[];
  readonly broken: readonly TestResult[];
}

/** A suite of any runner that can list its tests and run one by name: a process for each test, some at a time. */
export function declaredSuite(declared: DeclaredTests, parts: CommandParts): Suite {
  const declaration = declaredTestsSchema.parse(declared);
  const known = new Map<string, ListedTest>();
  const list = async (options: SuiteRunOptions) => {
    const listing = await listDeclared(declaration, parts, options);
    known.clear();
    for (const test of listing.tests) known.set(test.id, test);
    return listing;
  };
  return {
    runner: declaration.runner ?? "declared",
    tier: 3,
    list: async (options) => (await list(options)).tests.map(withoutName),
    async run(selection, options) {
      if (selection === "all") {
        const listing = await list(options);
        for (const result of listing.broken) options.onResult?.(result);
        return withListing(await runDeclared(declaration, parts, listing.tests, options), listing);
      }
      if (selection.some(({ id }) => !known.has(id))) await list(options);
      return await runDeclared(declaration, parts, testsOf(selection, known), options);
    },
  };
}

async function listDeclared(
  declaration: Declaration,
  parts: CommandParts,
  options: SuiteRunOptions,
): Promise<Listing> {
  const words = commandWords(declaration.list.command, parts, declaration);
  const { onOutput: _, ...quiet } = options;
  const { exitCode, stdout, lastLines } = await runSuiteProcess(words, options.env, quiet);
  const tests = listedTests(stdout, declaration);
  const broken = brokenFiles(stdout, declaration);
  if (tests.length > 0 || broken.length > 0 || exitCode === 0) return { exitCode, tests, broken };
  const runner = declaration.runner ?? words[0];
  throw new TouchstoneError("TS_SUITE_NOT_LISTED", `${runner} lists no tests (exit code ${exitCode})`, {
    hint: lastLines.slice(-5).join("\n") || `Run it by itself to see what it says: ${words.join(" ")}`,
  });
}

function brokenFiles(text: string, { list }: Declaration): TestResult[] {
  if (list.brokenPattern === undefined) return [];
  const pattern = new RegExp(list.brokenPattern, "u");
  const files = text.split(/\r?\n/).flatMap((line) => pattern.exec(line)?.groups?.["file"] ?? []);
  return [...new Set(files)].map((id) => ({ id, status: "failed", message: "it cannot be loaded" }));
}

/** A listing that fails has left tests out. */
function withListing(run: SuiteRun, { exitCode, broken }: Listing): SuiteRun {
  const files = broken.map(({ id }) => ({ id, file: id, titles: [] }));
  return {
    exitCode: exitCode === 0 ? run.exitCode : exitCode,
    results: [...broken, ...run.results],
    tests: [...files, ...(run.tests ?? [])],
  };
}

function testsOf(selection: readonly SuiteTest[], known: ReadonlyMap<string, ListedTest>): ListedTest[] {
  return selection.map(({ id }) => {
    const test = known.get(id);
    if (test !== undefined) return test;
    throw new TouchstoneError("TS_UNKNOWN_TEST", `there is no test \`${id}\``, {
      hint: "It may have been renamed since it was listed.",
    });
  });
}

async function runDeclared(
  declaration: Declaration,
  parts: CommandParts,
  tests: readonly ListedTest[],
  options: SuiteRunOptions,
): Promise<SuiteRun> {
  const ended: { readonly result: TestResult; readonly exitCode: number }[] = [];
  await using folder = new ScratchFolder(tmpdir(), "touchstone-suite-");
  const waiting = tests.entries();
  const work = async () => {
    for (const [at, test] of waiting) {
      const own = await mkdtemp(join(folder.path, "test-"));
      const one = await runOne(declaration, parts, { test, folder: own }, options);
      ended[at] = one;
      options.onResult?.(one.result);
    }
  };
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), tests.length) }, work));
  return {
    exitCode: ended.find(({ exitCode }) => exitCode !== 0)?.exitCode ?? 0,
    results: ended.map(({ result }) => result),
    tests: tests.map(withoutName),
  };
}

async function runOne(
  declaration: Declaration,
  parts: CommandParts,
  { test, folder }: { test: ListedTest; folder: string },
  options: SuiteRunOptions,
): Promise<{ result: TestResult; exitCode: number }> {
  const { name, file } = test;
  const placeholders = { name, file, folder, results: join(folder, "results") };
  const words = commandWords(declaration.run.command, parts, declaration, placeholders);
  const env = { ...options.env, ...(await options.envOf?.(withoutName(test))) };
  const end = await runSuiteProcess(words, env, options);
  const result = readResult(test, declaration, end, await filesIn(folder));
  return { result, exitCode: end.exitCode };
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return await Promise.all(files.toSorted().map((path) => readFile(path, "utf8")));
}

function withoutName({ id, file, titles }: ListedTest): SuiteTest {
  return { id, file, titles };
}
