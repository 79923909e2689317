import type { ServiceName } from "../src/clouds/index.ts";
import { type FuzzResult, fuzz } from "../src/fidelity/index.ts";
import { bareLoops } from "./fuzz/bare-loops.ts";
import { Gate, gated } from "./fuzz/gate.ts";
import { pairOf } from "./fuzz/pair-of.ts";
import { recording } from "./fuzz/recorded-calls.ts";
import { added, callLoop, type Looped, nothingYet } from "./fuzz/same-calls.ts";
import { cpuPerRequest, type Spent, spent, summed } from "./fuzz/spent.ts";
import { reachedIn, startedLab } from "./fuzz/started-lab.ts";

/** How often the fuzzer and the loops take turns, and for how long. */
const turns = 6;
const turnSeconds = 10;
/** Calls that are made before any clock is started. */
const warmUp = 300;
const loopSeconds = 10;
const timeline = [5, 10, 20, 40, 60] as const;

/** Each service on an emulator, which is the same on both sides. */
const measured: readonly (readonly [ServiceName, string])[] = [
  ["azure-blob", "azurite"],
  ["azure-queue", "azurite"],
  ["azure-table", "azurite"],
  ["s3", "s3rver"],
  ["dynamodb", "dynalite"],
];

async function plainLoop(service: ServiceName, emulator: string): Promise<Spent> {
  await using lab = await startedLab(service, emulator);
  const reached = reachedIn(lab);
  const loop = bareLoops[service](reached);
  let round = 0;
  while (round < 20) await loop(round++);
  const until = performance.now() + loopSeconds * 1000;
  return await spent([reached.endpoint], async () => {
    while (performance.now() < until) await loop(round++);
  });
}

/** What the fuzzer has done, and what the loops that made the same calls have. */
interface Compared {
  readonly result: FuzzResult;
  /** While the fuzzer was at work. */
  readonly spent: Spent;
  readonly alone: Looped;
  readonly both: Looped;
}

/**
 * The fuzzer and the loops take turns, and the loops make the calls of the fuzzer's last turn: a machine that is slower for a while is
 * slower for all of them.
 */
async function compared(service: ServiceName, emulator: string): Promise<Compared> {
  await using sides = await pairOf(service, emulator, emulator);
  await using alone = await callLoop(service, emulator, { targets: 1 });
  await using both = await callLoop(service, emulator, { targets: 2 });
  const { side, sequences } = recording(sides.emulator);
  await fuzz({ ...sides, emulator: side, seed: 2, calls: warmUp });
  const warm = sequences.splice(0);
  await alone.make(warm, turnSeconds);
  await both.make(warm, turnSeconds);

  const gate = new Gate();
  const over = new AbortController();
  const pair = { emulator: gated(side, gate), reference: gated(sides.reference, gate) };
  const running = fuzz({ ...pair, seed: 1, signal: over.signal });
  // If it fails, the turns end without it, and it is awaited behind them.
  running.catch(() => {});
  const endpoints = [sides.emulator.endpoint, sides.reference.endpoint];
  const costs: Spent[] = [];
  const looped = { alone: nothingYet, both: nothingYet };
  for (let turn = 0; turn < turns; turn++) {
    costs.push(await spent(endpoints, () => gate.openFor(turnSeconds * 1000)));
    const calls = sequences.splice(0);
    looped.alone = added(looped.alone, await alone.make(calls, turnSeconds));
    looped.both = added(looped.both, await both.make(calls, turnSeconds));
  }
  over.abort();
  gate.open();
  return { result: await running, spent: summed(costs), ...looped };
}

interface Row {
  /** Of generated calls to a loop of the same on one target, which has the machine for that alone. */
  readonly ratio: number;
  /** The same to a loop on one target whose things nobody removes. */
  readonly untidy: number;
  /** The same to a loop that calls both targets at once, as the fuzzer does. */
  readonly both: number;
  /** Of generated calls to those of a plain loop. */
  readonly plain: number;
  readonly shown: Readonly<Record<string, string | number>>;
}

async function rowOf(service: ServiceName, emulator: string): Promise<Row> {
  const plain = await plainLoop(service, emulator);
  const { result, spent: cost, alone, both: onBoth } = await compared(service, emulator);
  const { calls, masked, crashes, hangs, findings } = result;
  const [requests = 0] = cost.requests;
  const rates = {
    fuzzer: (calls - masked) / cost.seconds,
    alone: alone.calls / alone.seconds,
    both: onBoth.calls / onBoth.seconds,
    untidy: alone.calls / (alone.seconds - alone.clearing),
    plain: rateOf(plain),
  };
  const ratios = {
    ratio: rates.fuzzer / rates.alone,
    untidy: rates.fuzzer / rates.untidy,
    both: rates.fuzzer / rates.both,
    plain: rates.fuzzer / rates.plain,
  };
  return {
    ...ratios,
    shown: {
      emulator: `${service} on ${emulator}`,
      "fuzzer, calls/s on each target": Math.round(rates.fuzzer),
      "bare loop of the same calls on one target, calls/s": Math.round(rates.alone),
      ratio: ratios.ratio.toFixed(2),
      "bare loop that removes nothing, calls/s": Math.round(rates.untidy),
      "ratio to that": ratios.untidy.toFixed(2),
      "bare loop on both targets, calls/s on each": Math.round(rates.both),
      "ratio to both": ratios.both.toFixed(2),
      "of the bare loop's time, nothing answered": `${Math.round((100 * alone.lost) / alone.seconds)}%`,
      "requests for each call": (requests / (calls - masked)).toFixed(2),
      "bare loop of plain calls, calls/s": Math.round(rates.plain),
      "ratio to plain": ratios.plain.toFixed(2),
      "CPU ms of the fuzzer for each request": cpuPerRequest(cost).toFixed(2),
      "of the plain loop": cpuPerRequest(plain).toFixed(2),
      "crashes and hangs": crashes + hangs,
      "findings on identical targets": findings.length,
    },
  };
}

/** On the slowest target. */
function rateOf({ requests, seconds: took }: Spent): number {
  return Math.min(...requests) / took;
}

/**
 * How many calls the fuzzer generates a second and makes on each of two targets, against a loop that makes the same calls on one of
 * them by the vendor's SDK alone; the same loop on both at once and a loop of plain calls are shown beside it. And how fast it finds
 * what an old version does otherwise. Of one service alone: `npm run bench -- fuzz:s3`.
 * docs/decisions/015-the-speed-of-fuzzing.md says why so.
 */
export async function benchFuzz(only?: string): Promise<void> {
  const chosen = measured.filter(([service]) => only === undefined || service === only);
  if (chosen.length === 0) throw new Error(`there is no service ${only}`);
  const rows: Row[] = [];
  for (const [service, emulator] of chosen) rows.push(await rowOf(service, emulator));
  console.table(rows.map(({ shown }) => shown));
  if (only === undefined) await findingsOverTime();
  const least = (of: (row: Row) => number) => Math.min(...rows.map(of)).toFixed(2);
  console.log(
    `fuzz: ${least(({ plain }) => plain)} of the calls per second that a loop of plain calls makes`,
  );
  console.log(
    `fuzz: ${least(({ both }) => both)} of the calls per second that a bare loop of the same calls makes on both targets`,
  );
  console.log(
    `fuzz: ${least(({ untidy }) => untidy)} of the calls per second that a bare loop of the same calls makes on one target, if it removes nothing`,
  );
  console.log(
    `fuzz: ${least(({ ratio }) => ratio)} of the calls per second that a bare loop of the same calls makes on one target`,
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

/** Minutes for which each service is looked at: the one with the most operations for long. */
const identicalFor: Readonly<Record<ServiceName, number>> = {
  "azure-blob": 10,
  "azure-queue": 2,
  "azure-table": 2,
  s3: 2,
  dynamodb: 2,
};

/** Two targets that are the same must not differ, however long one looks. */
export async function benchFuzzIdentical(): Promise<void> {
  const rows: Readonly<
    Record<"service" | "minutes" | "calls" | "findings" | "went away", string | number>
  >[] = [];
  let found = 0;
  for (const [service, emulator] of measured) {
    await using sides = await pairOf(service, emulator, emulator);
    const minutes = identicalFor[service];
    const { calls, findings, timeDependent, unconfirmed } = await fuzz({
      ...sides,
      seed: 1,
      budget: minutes * 60_000,
    });
    const all = [...findings, ...timeDependent];
    for (const { id, evidence } of all) console.log(`${service}: ${id} (${evidence})`);
    found += all.length;
    rows.push({ service, minutes, calls, findings: all.length, "went away": unconfirmed });
  }
  console.table(rows);
  const minutes = Object.values(identicalFor).reduce((sum, one) => sum + one, 0);
  console.log(`fuzz-identical: ${found} findings in ${minutes} minutes`);
  if (found > 0) process.exitCode = 1;
}
