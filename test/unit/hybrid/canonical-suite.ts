import fc from "fast-check";
import { canonicalise } from "../../../src/clouds/canonical/canonical-trace.ts";
import { learnNoise } from "../../../src/clouds/canonical/noise.ts";
import { type Catalogue, emptyCatalogue } from "../../../src/hybrid/decide/catalogue.ts";
import type { Contracts } from "../../../src/hybrid/decide/contracts.ts";
import { type Decision, decide, type Policy } from "../../../src/hybrid/decide/decide.ts";
import { type Judgement, judge } from "../../../src/hybrid/decide/judge.ts";
import { type Observation, Observations } from "../../../src/hybrid/run/observations.ts";
import type { SafeListEntry } from "../../../src/hybrid/safe-list/entry.ts";
import type { TestResult } from "../../../src/lab/index.ts";
import type { Exchange } from "../../../src/wire/index.ts";
import { type Action, rooms } from "./canonical-rooms/index.ts";
import { Chance, type Plant, World, type WorldOptions } from "./canonical-world.ts";

const verbs = ["make", "put", "get", "look", "change", "remove", "list"] as const;
const services = ["azure-blob", "azure-queue", "azure-table", "s3", "dynamodb"] as const;
const writings = [
  "hello",
  "a text, with words",
  "",
  '{"a":[1,2]}',
  "‹noise#1›",
  "random",
  "guid",
  "base64",
  "clock",
] as const;
const namings = ["fixed", "random", "guid"] as const;

/** What a test does in one container: it does not depend on what it does in another one. */
interface Thread {
  readonly service: (typeof services)[number];
  readonly naming: (typeof namings)[number];
  readonly areItemsRandom: boolean;
  readonly actions: readonly { verb: Action["verb"]; item: number; writing: (typeof writings)[number] }[];
}

/** A test as a program: the same whenever it runs, but for what it makes up. */
export interface GeneratedTest {
  readonly threads: readonly Thread[];
  /** Whether it looks at what comes back. */
  readonly isAsserting: boolean;
}

const thread: fc.Arbitrary<Thread> = fc.record({
  service: fc.constantFrom(...services),
  naming: fc.constantFrom(...namings),
  areItemsRandom: fc.boolean(),
  actions: fc
    .array(
      fc.record({
        verb: fc.constantFrom(...verbs, "put", "get"),
        item: fc.nat(2),
        writing: fc.constantFrom(...writings),
      }),
      { minLength: 1, maxLength: 8 },
    )
    .map((actions) => [{ verb: "make" as const, item: 0, writing: "hello" as const }, ...actions]),
});

export const generatedTest: fc.Arbitrary<GeneratedTest> = fc.record({
  threads: fc.array(thread, { minLength: 1, maxLength: 3 }),
  isAsserting: fc.boolean(),
});

/** Runs a test: what it makes up, the order of its threads and how often it polls are this run's own. */
export function perform({ threads }: GeneratedTest, options: WorldOptions): readonly Exchange[] {
  const world = new World(options);
  const { chance } = world;
  const open = threads.map(({ service, naming, areItemsRandom, actions }, at) => {
    const base = `room${at}`;
    const name = naming === "fixed" ? base : naming === "guid" ? chance.guid() : `${base}-${chance.text(9)}`;
    const names = ["a", "b", "c"].map((item) => (areItemsRandom ? `${item}-${chance.text(8)}` : item));
    // The name of a table is a letter and then letters and digits.
    const allowed = service === "azure-table" ? `t${name.replaceAll("-", "")}` : name;
    return { room: new rooms[service](world, allowed, names), left: [...actions] };
  });
  while (open.some(({ left }) => left.length > 0)) {
    const one = open[chance.below(open.length)];
    const action = one?.left.shift();
    if (one === undefined || action === undefined) continue;
    const { verb, item, writing } = action;
    const polls = verb === "look" || verb === "list" ? 1 + chance.below(3) : 1;
    const value = written(writing, world);
    for (let poll = 0; poll < polls; poll++) one.room.do({ verb, item, value });
  }
  return world.exchanges;
}

function written(writing: (typeof writings)[number], { chance, now }: World): string {
  switch (writing) {
    case "random":
      return `value ${chance.text(10)} of it`;
    case "guid":
      return chance.guid();
    case "base64":
      return Buffer.from(chance.text(25)).toString("base64");
    case "clock":
      return now.toISOString();
    default:
      return writing;
  }
}

export interface CloudDifference {
  readonly plant?: Plant;
  readonly plantAt?: number;
  readonly storeAs?: (text: string) => string;
}

export interface Outcome {
  readonly judgement: Judgement;
  readonly decisions: (policy: Policy, catalogue?: Catalogue, contracts?: Contracts) => Decision;
  /** Whether the cloud did anything otherwise. */
  readonly isPlanted: boolean;
  readonly operations: readonly string[];
}

const day = 86_400_000;
const start = Date.parse("2026-11-15T10:00:00.000Z");

/** Learns from two runs on the emulator and one on the cloud, and decides on a run of another day. */
export function hybridInMemory(test: GeneratedTest, seed: number, difference: CloudDifference): Outcome {
  const seeds = new Chance(seed);
  const [first, second, third] = [start, start + 60_000, start + 3 * day].map((now) =>
    observed(perform(test, { seed: seeds.below(2 ** 31), now })),
  );
  const cloudSeed = seeds.below(2 ** 31);
  const cloudOptions = { seed: cloudSeed, now: start + 120_000 };
  const there = perform(test, { ...cloudOptions, ...difference });
  const isPlanted = JSON.stringify(there) !== JSON.stringify(perform(test, cloudOptions));
  if (first === undefined || second === undefined || third === undefined) throw new Error("no runs");

  const lesson = learnNoise(first.read, second.read);
  const noise = new Set(lesson.places);
  const trace = canonicalise(first.read, { noise });
  const cloudTrace = canonicalise(observed(there).read, { noise });
  const passed = resultOf("passed");
  const cloudResult = resultOf(isPlanted && test.isAsserting ? "failed" : "passed");
  const judgement = judge(
    { result: passed, trace },
    { result: cloudResult, trace: cloudTrace },
    lesson.isStable ? undefined : { verdict: "flaky" },
  );
  const measured = { emulators: ["azurite 3.37.0"], apiVersions: first.apiVersions, interfaces: "1" };
  const entry: SafeListEntry = {
    test: "a",
    fingerprint: trace.fingerprint,
    measured,
    outcome: "passed",
    source: "s",
    tolerated: judgement.tolerated,
    run: "r1",
    learned: new Date(start).toISOString(),
    requests: first.requests,
  };
  const seen = {
    test: { id: "a", file: "a.test.ts", titles: ["a"] },
    result: passed,
    observation: third,
    trace: canonicalise(third.read, { noise }),
    measured,
    noise,
    source: "s",
  };
  const decisions = (policy: Policy, catalogue = emptyCatalogue, contracts?: Contracts): Decision =>
    decide(seen, {
      policy,
      catalogue,
      entriesOf: () => (judgement.verdict === "agrees" ? [entry] : []),
      notBefore: new Date(start - day).toISOString(),
      pinned: () => undefined,
      isObserving: true,
      ...(contracts !== undefined && { contracts }),
    });
  return { judgement, decisions, isPlanted, operations: third.operations };
}

function observed(exchanges: readonly Exchange[]): Observation {
  const observations = new Observations();
  for (const exchange of exchanges) observations.add(exchange);
  return observations.of("a", "a.test.ts");
}

function resultOf(status: TestResult["status"]): TestResult {
  return { id: "a", status, ms: 1 };
}
