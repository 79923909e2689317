import type { ServiceName } from "../src/clouds/index.ts";
import { type FuzzResult, fuzz, openSide, type Side } from "../src/fidelity/index.ts";
import { loadConfig } from "../src/lab/config/index.ts";
import { Lab, parseServiceTargets } from "../src/lab/index.ts";
import { bareLoops } from "./fuzz/bare-loops.ts";
import { callAgain, type RecordedCall, recording } from "./fuzz/recorded-calls.ts";
import { type Spent, spent } from "./fuzz/spent.ts";

const seconds = 20;
const timeline = [5, 10, 20, 40, 60] as const;

/** Each service on an emulator, which is the same on both sides. */
const measured: readonly (readonly [ServiceName, string])[] = [
  ["azure-blob", "azurite"],
  ["azure-queue", "azurite"],
  ["azure-table", "azurite"],
  ["s3", "s3rver"],
  ["dynamodb", "dynalite"],
];

/** The loop on an emulator that is started as those of the fuzzer are. */
async function bareLoop(service: ServiceName, emulator: string): Promise<Spent> {
  await using lab = await Lab.start(
    parseServiceTargets(`${service}=${emulator}`, () => undefined),
    { cwd: process.cwd(), prompt: true },
  );
  const [reached] = lab.reachable;
  if (reached === undefined) throw new Error(`${emulator} does not answer`);
  const { endpoint, plainEndpoint = endpoint } = reached;
  const loop = bareLoops[service]({ ...reached, endpoint: plainEndpoint });
  let round = 0;
  while (round < 20) await loop(round++);
  const until = performance.now() + (seconds * 1000) / 2;
  return await spent([plainEndpoint], async () => {
    while (performance.now() < until) await loop(round++);
  });
}

interface Fuzzed {
  readonly spent: Spent;
  readonly result: FuzzResult;
  readonly sequences: readonly (readonly RecordedCall[])[];
}

async function fuzzed(service: ServiceName, emulator: string): Promise<Fuzzed> {
  await using sides = await pairOf(service, emulator, emulator);
  const { side, sequences } = recording(sides.emulator);
  await fuzz({ ...sides, seed: 2, calls: 300 });
  const results: FuzzResult[] = [];
  const cost = await spent([sides.emulator.endpoint, sides.reference.endpoint], async () => {
    results.push(await fuzz({ ...sides, emulator: side, seed: 1, budget: seconds * 1000 }));
  });
  const [result] = results;
  if (result === undefined) throw new Error("nothing was fuzzed");
  return { spent: cost, result, sequences };
}

/** The calls that the fuzzer has generated, in a loop of one call after the other, with no state looked at. */
async function sameCalls(service: ServiceName, emulator: string, { sequences }: Fuzzed): Promise<Spent> {
  const cwd = process.cwd();
  const { config } = await loadConfig(cwd);
  await using side = await openSide(service, emulator, { cwd, config });
  await callAgain(side, sequences.slice(0, 50), seconds);
  return await spent([side.endpoint], () => callAgain(side, sequences.slice(50), seconds / 2));
}

async function pairOf(
  service: ServiceName,
  named: string,
  against: string,
): Promise<{ readonly emulator: Side; readonly reference: Side } & AsyncDisposable> {
  const cwd = process.cwd();
  const { config } = await loadConfig(cwd);
  await using opened = new AsyncDisposableStack();
  const emulator = opened.use(await openSide(service, named, { cwd, config }));
  const reference = opened.use(await openSide(service, against, { cwd, config, behind: named }));
  const moved = opened.move();
  return { emulator, reference, [Symbol.asyncDispose]: () => moved.disposeAsync() };
}

interface Row {
  readonly ratio: number;
  readonly shown: Readonly<Record<string, string | number>>;
}

async function rowOf(service: ServiceName, emulator: string): Promise<Row> {
  const loop = await bareLoop(service, emulator);
  const run = await fuzzed(service, emulator);
  const again = await sameCalls(service, emulator, run);
  const bare = rateOf(loop);
  const sent = rateOf(run.spent);
  const generated = run.result.calls / run.result.seconds;
  const ratio = sent / bare;
  return {
    ratio,
    shown: {
      emulator: `${service} on ${emulator}`,
      "bare loop, calls/s": Math.round(bare),
      "fuzzer, calls/s per target": Math.round(sent),
      "of these generated": Math.round(generated),
      ratio: ratio.toFixed(2),
      "generated calls in a bare loop, calls/s": Math.round(rateOf(again)),
      "CPU ms per call: bare": loop.cpuPerRequest.toFixed(2),
      fuzzer: run.spent.cpuPerRequest.toFixed(2),
      "findings on identical targets": run.result.findings.length,
    },
  };
}

/** On the slowest target. */
function rateOf({ requests, seconds: took }: Spent): number {
  return Math.min(...requests) / took;
}

/**
 * How many calls the fuzzer makes a second on each of two targets, with the reads of their states, against a bare loop on
 * one; and how fast it finds what an old version does otherwise.
 */
export async function benchFuzz(): Promise<void> {
  const rows: Row[] = [];
  for (const [service, emulator] of measured) rows.push(await rowOf(service, emulator));
  console.table(rows.map(({ shown }) => shown));
  await findingsOverTime();
  console.log(
    `fuzz: ${Math.min(...rows.map(({ ratio }) => ratio)).toFixed(2)} of a bare loop's calls per second and target`,
  );
}

async function findingsOverTime(): Promise<void> {
  await using sides = await pairOf("azure-blob", "azurite@3.21.0", "azurite");
  const began = performance.now();
  const found: number[] = [];
  await fuzz({
    ...sides,
    seed: 1,
    budget: Math.max(...timeline) * 1000,
    onFinding: () => found.push((performance.now() - began) / 1000),
  });
  console.log("azure-blob, azurite 3.21.0 against azurite:");
  console.table(
    timeline.map((until) => ({ seconds: until, findings: found.filter((at) => at <= until).length })),
  );
}

const identicalFor = 10 * 60_000;

/** Two targets that are the same must not differ, however long one looks. */
export async function benchFuzzIdentical(): Promise<void> {
  await using sides = await pairOf("azure-blob", "azurite", "azurite");
  const { calls, findings, timeDependent, unconfirmed }: FuzzResult = await fuzz({
    ...sides,
    seed: 1,
    budget: identicalFor,
  });
  const { length } = [...findings, ...timeDependent];
  console.table([{ calls, findings: length, "went away when looked at": unconfirmed }]);
  console.log(`fuzz-identical: ${length} findings in ${identicalFor / 60_000} minutes`);
  if (length > 0) process.exitCode = 1;
}
