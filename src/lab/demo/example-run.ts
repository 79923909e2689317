import { cp, mkdir, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { makeFolder, preloadEnvironment } from "../../wire/index.ts";
import type { InstalledPackage } from "../emulators/definition.ts";
import { GuardedProcess } from "../process/guarded-process.ts";
import { ScratchFolder } from "../process/scratch-folder.ts";
import { Recorder } from "../recording/recorder.ts";
import type { Tally } from "../recording/tally.ts";
import { rivalsOf } from "../targets/amazon-variables.ts";
import type { Lab } from "../targets/lab.ts";
import { type RecordedTest, recordedTests } from "./recorded-tests.ts";

/** The example's tests, as they were recorded. */
export interface ExampleRun {
  readonly passed: boolean;
  readonly trace: string;
  readonly tests: readonly RecordedTest[];
  readonly tally: Tally;
  /** What the runner said last. */
  readonly lastLines: readonly string[];
}

/** In the repository and in the published package. */
const example = fileURLToPath(new URL("../../../examples/photo-album", import.meta.url));

/** Runs the example's tests by `node:test`, which needs no package, with a recording proxy before each target. */
export async function runExample(
  lab: Lab,
  sdks: readonly InstalledPackage[],
  trace: string,
): Promise<ExampleRun> {
  await using folder = new ScratchFolder(tmpdir(), "touchstone-demo-");
  await copyExample(folder.path, sdks);
  await makeFolder(dirname(trace));
  const args = ["--test", "--test-reporter=spec", "test/*.test.ts"];
  const failures: unknown[] = [];
  const recorder = await Recorder.start(lab, {
    file: trace,
    command: ["node", ...args],
    onFailure: (error) => failures.push(error),
  });
  const { passed, lastLines } = await runTests(recorder, args, folder.path, lab.lost);
  if (failures.length > 0) throw failures[0];
  return { passed, trace, tests: await recordedTests(trace), tally: recorder.tally, lastLines };
}

/** Beside its sources the SDKs, from wherever they are: a program finds packages only above itself. */
async function copyExample(folder: string, sdks: readonly InstalledPackage[]): Promise<void> {
  for (const part of ["package.json", "src", "test"])
    await cp(join(example, part), join(folder, part), { recursive: true });
  for (const { name, folder: installed } of sdks) {
    const link = join(folder, "node_modules", name);
    await mkdir(dirname(link), { recursive: true });
    await symlink(installed, link, "junction");
  }
}

async function runTests(
  recorder: Recorder,
  args: readonly string[],
  folder: string,
  lost: Promise<never>,
): Promise<Pick<ExampleRun, "passed" | "lastLines">> {
  await using _closed = recorder;
  const { env, origins, redirects } = await recorder.open({ tier: 4 });
  const own = { ...process.env };
  for (const name of rivalsOf(env)) delete own[name];
  const preload = preloadEnvironment({ origins, redirects, root: folder, env: own });
  await using tests = new GuardedProcess({
    command: process.execPath,
    args,
    folder,
    env: { ...own, ...env, ...preload },
  });
  const { code } = await Promise.race([tests.ended, lost]);
  return { passed: code === 0, lastLines: tests.lastLines };
}
