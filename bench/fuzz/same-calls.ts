import { setTimeout as pause } from "node:timers/promises";
import { clientsFor, type ServiceName, topLevelOf } from "../../src/clouds/index.ts";
import { SettingsKeeper } from "../../src/fidelity/undo/settings.ts";
import type { Lab, Reachable } from "../../src/lab/index.ts";
import { type BareCall, bareSdk } from "./bare-sdk.ts";
import { onlyOnce, type RecordedCall, type RecordedSequence } from "./recorded-calls.ts";
import { answersOf } from "./spent.ts";
import { reachedIn, startedLab } from "./started-lab.ts";

/** What a loop has made. */
export interface Looped {
  readonly calls: number;
  readonly seconds: number;
  /** Of these: in which nothing answered. */
  readonly lost: number;
  /** Of these: in which what the calls had made was removed. */
  readonly clearing: number;
}

/** A loop that makes the calls of sequences one after the other, by the vendor's SDK alone. */
export interface CallLoop extends AsyncDisposable {
  /** Makes the calls of some sequences; ends after so many seconds, or with the last of the calls. */
  make(sequences: readonly RecordedSequence[], seconds: number): Promise<Looped>;
}

export const nothingYet: Looped = { calls: 0, seconds: 0, lost: 0, clearing: 0 };

export function added(one: Looped, other: Looped): Looped {
  return {
    calls: one.calls + other.calls,
    seconds: one.seconds + other.seconds,
    lost: one.lost + other.lost,
    clearing: one.clearing + other.clearing,
  };
}

/**
 * A loop that makes each call on so many emulators at once; those count that were sent and answered. What has hung or died of one is
 * started again, and what was made is removed, as anybody would have to.
 */
export async function callLoop(
  service: ServiceName,
  emulator: string,
  { targets }: { readonly targets: number },
): Promise<CallLoop> {
  await using opened = new AsyncDisposableStack();
  const callers: BareCaller[] = [];
  for (let target = 0; target < targets; target++)
    callers.push(opened.use(await bareCaller(service, emulator)));
  const isToBeMade = onlyOnce();
  const moved = opened.move();
  return {
    make: async (sequences, seconds) => {
      let looped = nothingYet;
      for (const sequence of sequences.filter(isToBeMade)) {
        if (looped.seconds >= seconds) break;
        looped = added(looped, await made(sequence, callers));
      }
      return looped;
    },
    [Symbol.asyncDispose]: () => moved.disposeAsync(),
  };
}

/** Makes the calls of a sequence, and removes what they have made. */
async function made(sequence: RecordedSequence, callers: readonly BareCaller[]): Promise<Looped> {
  const looped = { calls: 0, seconds: 0, lost: 0, clearing: 0 };
  const written = await Promise.all(callers.map(({ write }) => write(sequence.calls)));
  for (const [at, { isLook }] of (written[0] ?? []).entries()) {
    const began = performance.now();
    const isAnswered = await Promise.all(
      callers.map(({ make }, target) => {
        const call = written[target]?.[at];
        if (call === undefined) throw new Error("the same call was written for one target alone");
        return make(call);
      }),
    );
    const took = (performance.now() - began) / 1000;
    looped.seconds += took;
    if (isAnswered.includes(false)) looped.lost += took;
    else if (!isLook) looped.calls++;
  }
  const ended = performance.now();
  await Promise.all(callers.map(({ undo }) => undo(sequence)));
  looped.clearing = (performance.now() - ended) / 1000;
  looped.seconds += looped.clearing;
  return looped;
}

/** Calls an emulator of its own by the vendor's SDK. */
interface BareCaller extends AsyncDisposable {
  readonly write: (calls: readonly RecordedCall[]) => Promise<readonly BareCall[]>;
  /** Makes a call; whether it was answered. */
  readonly make: (call: BareCall) => Promise<boolean>;
  /** Removes what has these names, and sets back what was set; what they have broken is started again. */
  readonly undo: (sequence: RecordedSequence) => Promise<void>;
}

async function bareCaller(service: ServiceName, emulator: string): Promise<BareCaller> {
  await using opened = new AsyncDisposableStack();
  const lab = opened.use(await startedLab(service, emulator));
  const reached = reachedIn(lab);
  const remover = opened.use(await removerOf(service, reached));
  const write = bareSdk(service, reached);
  const moved = opened.move();
  return {
    write,
    make: (call) => isAnsweredOnce(call, lab, reached.endpoint),
    undo: async ({ calls, names }) => {
      const isSet = calls.some(({ operation }) => SettingsKeeper.concerns(operation));
      if (!(await remover.remove(names, isSet))) await lab.reset();
    },
    [Symbol.asyncDispose]: () => moved.disposeAsync(),
  };
}

/** Longer than any call takes that is answered at all. */
const longest = 3_000;
/** Milliseconds between two looks whether a table can be used, as the fuzzer has them. */
const betweenLooks = 25;
/** Milliseconds after which a death is noticed. */
const noticing = 20;

/** Makes a call, and sees to it that the next one finds somebody; whether it was answered. */
async function isAnsweredOnce({ make, isLook }: BareCall, lab: Lab, endpoint: string): Promise<boolean> {
  const before = answersOf(endpoint);
  const end = await unlessHung(make);
  const isAnswered = answersOf(endpoint) > before;
  if (end === "hung") await lab.reset();
  else if (end === "broken") await pause(noticing).then(() => lab.ready());
  if (isLook) await pause(betweenLooks);
  return isAnswered;
}

/** How a call ended, if it did in time. */
async function unlessHung(make: BareCall["make"]): Promise<"over" | "broken" | "hung"> {
  const over = new AbortController();
  const { signal } = over;
  const hung = pause(longest, "hung" as const, { signal }).catch(() => "hung" as const);
  const end = await Promise.race([make(), hung]);
  over.abort();
  return end;
}

/** Removes containers, queues, tables and buckets by their names, if they are there; whether none is left that has broken its emulator. */
async function removerOf(service: ServiceName, { endpoint, credentials }: Reachable) {
  const { id = "", secret = "" } = credentials ?? {};
  const clients = await clientsFor(service, {
    endpoint,
    caller: { as: "owner", id, secret },
    cwd: process.cwd(),
  });
  const settings = new SettingsKeeper(clients.send);
  if (topLevelOf(service).settings !== undefined) await settings.remember();
  return {
    async remove(names: readonly string[], isSet: boolean): Promise<boolean> {
      if (isSet) await settings.restore({ asGoodAsNew: true });
      let isGone = true;
      for (const name of names) {
        const why = await topLevelOf(service)
          .remove(clients.send, name)
          .catch(() => undefined);
        isGone &&= why?.includes("answers 500") !== true;
      }
      return isGone;
    },
    [Symbol.dispose]: () => clients[Symbol.dispose](),
  };
}
