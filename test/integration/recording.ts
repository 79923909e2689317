import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { onTestFinished } from "vitest";
import {
  Lab,
  type LabEvent,
  parseServiceTargets,
  Recorder,
  type RecorderOptions,
} from "../../src/lab/index.ts";

/** Where the programs are that are recorded. */
export const programs = join(import.meta.dirname, "programs");

export async function startLab(
  targets: readonly string[],
  onEvent: (event: LabEvent) => void = () => {},
): Promise<Lab> {
  const wanted = targets.flatMap((target) => parseServiceTargets(target, () => undefined));
  const lab = await Lab.start(wanted, { cwd: process.cwd(), onEvent });
  onTestFinished(() => lab[Symbol.asyncDispose]());
  return lab;
}

export async function startRecorder(lab: Lab, options: Partial<RecorderOptions> = {}): Promise<Recorder> {
  const folder = mkdtempSync(join(tmpdir(), "touchstone-recording-"));
  const recorder = await Recorder.start(lab, { file: join(folder, "trace.jsonl"), ...options });
  onTestFinished(async () => {
    await recorder[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, force: true });
  });
  return recorder;
}

/** What a program of ours prints. */
export async function run(program: string, env: Readonly<Record<string, string>>): Promise<unknown> {
  const file = join(programs, program);
  const { stdout } = await promisify(execFile)(process.execPath, [file], { env: { ...process.env, ...env } });
  return JSON.parse(stdout) as unknown;
}
