import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { Lab, parseTarget } from "../../src/lab/index.ts";
import { median, seconds, timeOf } from "./measure.ts";
import type { Project } from "./project.ts";

const bin = join(import.meta.dirname, "../../bin/touchstone.js");
const command = ["node_modules/.bin/vitest", "run"] as const;
const rounds = 5;

/** What the command tells of a run. */
interface Report {
  readonly sent: number;
  readonly kept: Readonly<Record<string, number>>;
  readonly cost: { readonly all: { readonly requests: number } };
  readonly traces: string;
}

export interface WarmRuns {
  readonly bareMs: number;
  readonly runMs: number;
  readonly limitMs: number;
  /** The trace of the last run. */
  readonly trace: string;
}

/** Runs of the suite that need no cloud, against the bare test command. */
export async function benchWarmRuns(project: Project): Promise<WarmRuns> {
  const learnMs = await timeOf(() => hybrid(project));
  const times = { bare: [] as number[], run: [] as number[] };
  let last = await warm(project);
  await bare(project);
  for (let round = 0; round < rounds; round++) {
    times.bare.push(await timeOf(() => bare(project)));
    times.run.push(
      await timeOf(async () => {
        last = await warm(project);
      }),
    );
  }
  const emulatorMs = await emulatorStart();
  const [bareMs, runMs] = [median(times.bare), median(times.run)];
  const limitMs = 1.15 * bareMs + 2_000;
  const tests = Object.values(last.kept).reduce((sum, count) => sum + count, 0);
  console.log(
    `\n${tests} tests with ${last.cost.all.requests} requests, median of ${rounds} alternating runs, emulators running`,
  );
  console.table({
    [command.join(" ")]: { time: seconds(bareMs), "÷ bare": "1.00" },
    "touchstone run --policy combined, warm": { time: seconds(runMs), "÷ bare": (runMs / bareMs).toFixed(2) },
    "at most: 1.15 × and 2 s": { time: seconds(limitMs), "÷ bare": (limitMs / bareMs).toFixed(2) },
    "apart: start of the emulator": { time: seconds(emulatorMs) },
    "apart: the run that learned": { time: seconds(learnMs) },
  });
  return { bareMs, runMs, limitMs, trace: join(project.folder, last.traces, "emulator.jsonl") };
}

async function bare({ folder, bare: env }: Project): Promise<void> {
  await output(command, folder, env);
}

async function hybrid({ folder, withCloud }: Project): Promise<Report> {
  const words = [process.execPath, bin, "run", "--json", "--policy", "combined", "--", ...command];
  return JSON.parse(await output(words, folder, withCloud)) as Report;
}

/** A run that has learned everything before: if it sends something, it is not what is measured here. */
async function warm(project: Project): Promise<Report> {
  const report = await hybrid(project);
  if (report.sent > 0) throw new Error(`${report.sent} tests went to the cloud although nothing has changed`);
  if (report.cost.all.requests < 500) throw new Error(`only ${report.cost.all.requests} requests were seen`);
  return report;
}

async function output(words: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Promise<string> {
  const [program = "", ...args] = words;
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const texts = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name].setEncoding("utf8").on("data", (text: string) => {
      texts[name] += text;
    });
  }
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`${words.join(" ")} ends with ${code}: ${texts.stderr}${texts.stdout}`);
  return texts.stdout;
}

async function emulatorStart(): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < 3; run++) {
    const started = performance.now();
    await using _lab = await Lab.start([{ service: "azure-blob", target: parseTarget("azurite") }], {
      cwd: import.meta.dirname,
    });
    times.push(performance.now() - started);
  }
  return median(times);
}
