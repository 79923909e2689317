import { cpSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { touchstone } from "./command.ts";
import { emptyFolder } from "./little-project.ts";

const root = join(import.meta.dirname, "../..");
const binaries = join(root, "node_modules/.bin");

/** A test of a hybrid run, as `--json` tells of it. */
export interface ReportedTest {
  readonly id: string;
  readonly decision: { readonly target: string; readonly kind: string; readonly reason: string };
  readonly emulator: string;
  readonly cloud?: string | null;
  readonly verdict?: string;
  readonly cause?: string;
  readonly difference?: { readonly operation: string; readonly place: string };
}

/** What `touchstone run --json` prints. */
export interface HybridDocument {
  readonly tests: readonly ReportedTest[];
}

/** A copy of an example, which may be edited and run. */
export class ExampleCopy {
  readonly #folder: string;
  readonly #env: NodeJS.ProcessEnv;

  constructor(name: string, env: NodeJS.ProcessEnv) {
    const copy = emptyFolder();
    const isOurs = (path: string) => !/[\\/](?:\.touchstone|node_modules|__pycache__)$/.test(path);
    cpSync(join(root, "examples/hybrid"), copy, { recursive: true, filter: isOurs });
    symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
    this.#folder = join(copy, name);
    const path = `${binaries}${delimiter}${process.env["PATH"] ?? ""}`;
    this.#env = { PATH: path, PYTHONDONTWRITEBYTECODE: "1", CI: "", ...env };
  }

  async run(command: readonly string[], ...flags: string[]): Promise<HybridDocument> {
    const { stdout, stderr, code } = await touchstone(["run", "--json", ...flags, "--", ...command], "", {
      cwd: this.#folder,
      env: this.#env,
    });
    if (stdout === "") throw new Error(`exit code ${code}: ${stderr}`);
    return JSON.parse(stdout) as HybridDocument;
  }

  edit(file: string, from: string, to: string): void {
    const path = join(this.#folder, file);
    const text = readFileSync(path, "utf8");
    if (!text.includes(from)) throw new Error(`${file} does not say ${from}`);
    writeFileSync(path, text.replaceAll(from, to));
  }
}

/** What is chosen of each test, by its id without the file, sorted. */
export function byTest<Value>(
  { tests }: HybridDocument,
  choose: (test: ReportedTest) => Value,
): Record<string, Value> {
  const pairs = tests.map((one) => [withoutFile(one.id), choose(one)] as const);
  return Object.fromEntries(pairs.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** The tests that are to go to the cloud, sorted. */
export function sentBy({ tests }: HybridDocument): string[] {
  return tests
    .filter(({ decision }) => decision.target === "cloud")
    .map(({ id }) => withoutFile(id))
    .toSorted();
}

function withoutFile(id: string): string {
  return id.slice(id.indexOf(" > ") + 3);
}
