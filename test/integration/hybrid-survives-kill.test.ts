import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { openSafeList, type SafeListEntry } from "../../src/hybrid/safe-list/index.ts";
import { SeededRandom } from "../../src/wire/faults/random.ts";
import { type Running, startTouchstone } from "../e2e/command.ts";
import { smallProject, suiteOf } from "./hybrid/small-project.ts";
import { type StandIn, startStrictStandIn } from "./hybrid/strict-stand-in.ts";
import { entry, noise } from "./safe-list/written.ts";

const titles = ["keeps a photo", "keeps another", "keeps a third"];
const earlier = Array.from({ length: 200 }, (_, number) => entry(`earlier ${number}`));
const earlierNoise = Array.from({ length: 50 }, (_, number) => noise(`earlier ${number}`, ["a", "b"]));

/** When it is killed: so long after the suite was loaded for the n-th time, or as soon as the list changes. */
type Moment = { readonly loads: number; readonly ms: number } | "learning";

/** One before the tests run, one in one of the runs of them, one while it learns. */
function momentsFrom(seed: number): Moment[] {
  const random = new SeededRandom(String(seed));
  return [
    { loads: 0, ms: random.next() * 3_000 },
    { loads: 1 + Math.floor(random.next() * 2), ms: random.next() * 400 },
    "learning",
  ];
}

/** A moment that a machine reaches earlier, on which a run was done before this one. */
function sooner(moment: Moment): Moment {
  return moment === "learning" ? moment : { ...moment, ms: moment.ms / 2 };
}

interface Place {
  readonly folder: string;
  readonly list: string;
  readonly marks: string;
  readonly scratch: string;
  readonly env: NodeJS.ProcessEnv;
  /** By this variable everything is known that the runs have started. */
  readonly badge: string;
}

function start({ folder, env }: Place): Running {
  return startTouchstone(["run", "--json", "--policy", "monitor", "--", "node", "--test"], {
    cwd: folder,
    env,
  });
}

function loadsIn({ marks }: Place): number {
  return existsSync(marks) ? readFileSync(marks, "utf8").split("\n").length - 1 : 0;
}

function isChanging({ list }: Place): boolean {
  return (statSync(`${list}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

/** Kills it at that moment, or lets it end if it is done before. Gives how many processes ran when it was killed. */
async function killedAt(moment: Moment, place: Place): Promise<number | "done before"> {
  const before = loadsIn(place);
  const { child, outcome } = start(place);
  const isOver = () => child.exitCode !== null;
  if (moment === "learning") while (!isOver() && !isChanging(place)) await pause(1);
  else {
    while (!isOver() && loadsIn(place) < before + moment.loads) await pause(5);
    await pause(moment.ms);
  }
  const running = moment === "learning" ? 1 : processesOf(place).length;
  child.kill("SIGKILL");
  await outcome;
  return child.signalCode === "SIGKILL" ? running : "done before";
}

/** The processes that carry the badge in their environment, by their commands; the environment itself stays unsaid. */
function processesOf({ badge }: Place): string[] {
  const listed = execFileSync("ps", ["axeww", "-o", "stat=,pid=,command="], {
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  const lines = listed.split("\n").filter((line) => line.includes(badge) && !line.startsWith("Z"));
  return lines.map((line) => line.replace(/ \w+=.*$/s, ""));
}

async function readList({ list }: Place) {
  using database = new DatabaseSync(list);
  expect(database.prepare("pragma integrity_check").all()).toEqual([{ integrity_check: "ok" }]);
  await using store = await openSafeList(`sqlite:${list}`, import.meta.dirname, { create: false });
  return { entries: await store.entries(), noise: await store.noise() };
}

function byTest<Item extends { readonly test: string }>(items: readonly Item[]): Item[] {
  return items.toSorted((a, b) => (a.test < b.test ? -1 : 1));
}

/** An entry without what differs from run to run. */
function lasting({ run: _run, learned: _learned, ...rest }: SafeListEntry): object {
  return rest;
}

/** A project that learned something before, of which nothing runs yet. */
async function placeOn(standIn: StandIn): Promise<Place> {
  const folder = smallProject({ "album.test.js": suiteOf(titles) }, "azurite", standIn);
  const badge = `badge-${randomUUID()}`;
  const scratch = join(folder, "scratch");
  mkdirSync(scratch);
  const marks = join(folder, "marks");
  const list = join(folder, ".touchstone/safelist.db");
  await using store = await openSafeList(`sqlite:${list}`, folder);
  await store.addNoise(earlierNoise);
  await store.add(earlier);
  return {
    folder,
    list,
    marks,
    scratch,
    badge,
    env: { STAND_IN_KEY: standIn.key, CI: "", MARKS: marks, TMPDIR: scratch, BADGE: badge },
  };
}

interface Died {
  readonly place: Place;
  /** How many processes ran at each death. */
  readonly running: readonly number[];
  /** What the list held behind each. */
  readonly found: readonly (readonly SafeListEntry[])[];
}

/** Kills a run at each of these moments, one behind the other; undefined when one was done before it was killed in its work. */
async function dieAt(moments: readonly Moment[], place: Place): Promise<Died | undefined> {
  const running: number[] = [];
  const found: (readonly SafeListEntry[])[] = [];
  for (const moment of moments) {
    const death = await killedAt(moment, place);
    if (death !== "done before") running.push(death);
    else if (moment !== "learning") return;
    await expect.poll(() => processesOf(place), { timeout: 20_000 }).toEqual([]);
    await expect
      .poll(() => readdirSync(place.scratch).filter((name) => name.startsWith("touchstone-")), {
        timeout: 20_000,
      })
      .toEqual([]);
    found.push((await readList(place)).entries);
  }
  return { place, running, found };
}

test("kill -9 loses nothing that was learned, and leaves nothing half-done", {
  timeout: 300_000,
}, async () => {
  const seed = Number(process.env["SEED"] ?? Math.floor(Math.random() * 2 ** 31));
  console.log(`moments of death: SEED=${seed}`);
  await using standIn = await startStrictStandIn();
  let moments = momentsFrom(seed);
  let died = await dieAt(moments, await placeOn(standIn));
  for (let tries = 1; !died && tries < 8; tries++) {
    moments = moments.map(sooner);
    died = await dieAt(moments, await placeOn(standIn));
  }

  if (!died) throw new Error("each run was done before it could be killed");
  const { place, running, found } = died;
  const last = await start(place).outcome;
  expect(Math.max(...running)).toBeGreaterThan(1);
  expect(last.code, last.stderr).toBe(0);
  const { entries, noise: known } = await readList(place);
  const learned = entries.filter(({ test: name }) => !name.startsWith("earlier"));
  expect(learned.map(({ test: name }) => name).toSorted()).toEqual(
    titles.map((title) => `album.test.js > ${title}`).toSorted(),
  );
  const whole = [...earlier, ...learned].map(lasting);
  for (const atDeath of found) {
    expect(byTest(atDeath.filter(({ test: name }) => name.startsWith("earlier")))).toEqual(byTest(earlier));
    for (const one of atDeath) expect(whole).toContainEqual(lasting(one));
  }
  expect(byTest(known.filter(({ test: name }) => name.startsWith("earlier")))).toEqual(byTest(earlierNoise));
});
