import { answers, type Lab, type LabEvent, lastWords, type StrictFront } from "../../lab/index.ts";
import { TouchstoneError } from "../../model/index.ts";
import type { Behind } from "./running-side.ts";

/** How long something may be silent before it counts as hung: what runs here, and what may be far away. */
const hangs = { here: 5_000, elsewhere: 15_000 };

/** How long an emulator may take to be started again. */
const restarts = 120_000;

/** Counts the deaths of an emulator, and tells of each. */
export class CrashCounter {
  /** It died, and does not answer yet. */
  isRestarting = false;
  /** What it said at the end, the last time that it died. */
  lastWords: readonly string[] = [];
  #count = 0;
  #next = Promise.withResolvers<void>();

  get count(): number {
    return this.#count;
  }

  /** Settles with the next one. */
  get next(): Promise<void> {
    return this.#next.promise;
  }

  note(event: LabEvent): void {
    if (event.type === "restarted") this.isRestarting = false;
    if (event.type !== "crashed") return;
    this.isRestarting = true;
    this.lastWords = lastWords(event.lastLines);
    this.#count++;
    this.#next.resolve();
    this.#next = Promise.withResolvers();
  }
}

export interface BehindLabOptions {
  /** Of the emulator itself. */
  readonly endpoint: string;
  readonly crashes: CrashCounter;
  /** The contracts before it. */
  readonly front: StrictFront | undefined;
  /** Told when it answers nothing any more, and is started again. */
  readonly onHang: () => void;
}

/** What a lab runs, perhaps behind contracts. */
export function behindLab(lab: Lab, { endpoint, crashes, front, onHang }: BehindLabOptions): Behind {
  const isOurs = lab.pids.size > 0;
  let emptied = 0;
  let emptying: Promise<void> | undefined;
  const ready = () => Promise.race([lab.ready(), lab.lost, tooLong(endpoint)]);
  const reset = async () => {
    await lab.reset();
    front?.forget();
  };
  const losses = () => crashes.count + emptied;
  /** Empties it once, however many wait for that; what has begun on it meanwhile has lost what it had made. */
  const empty = () => {
    if (emptying === undefined) onHang();
    emptying ??= reset().finally(() => {
      emptied++;
      emptying = undefined;
    });
    return emptying;
  };
  /** One that has died, and is being started again, is not silent. */
  const isSilent = async () => {
    const before = crashes.count;
    if (crashes.isRestarting || (await untilServing(endpoint, crashes, before))) return false;
    return crashes.count === before;
  };
  return {
    isOurs,
    ready,
    reset,
    ...(isOurs && { guarded: { isSilent, restart: empty } }),
    get crashes() {
      return crashes.count;
    },
    get losses() {
      return losses();
    },
    get lastWords() {
      return crashes.lastWords;
    },
    async recover(before) {
      const isServing = await untilServing(endpoint, crashes, before.crashes);
      if (crashes.count > before.crashes) {
        await ready();
        return "died";
      }
      // Whoever has failed for the same reason may have emptied it since.
      const isEmptied = emptying !== undefined || losses() > before.losses;
      if (isServing && !isEmptied) return "alive";
      if (!isOurs) throw silent(endpoint);
      if (!isEmptied || emptying !== undefined) await empty();
      return "hung";
    },
    async [Symbol.asyncDispose]() {
      await front?.[Symbol.asyncDispose]();
      await lab[Symbol.asyncDispose]();
    },
  };
}

/** What runs elsewhere: nobody can tell whether it died. */
export function behindAddress(endpoint: string): Behind {
  return {
    isOurs: false,
    crashes: 0,
    losses: 0,
    lastWords: [],
    ready: async () => {},
    reset: async () => {},
    async recover() {
      if (await answers(endpoint, AbortSignal.timeout(hangs.elsewhere))) return "alive";
      throw silent(endpoint);
    },
    async [Symbol.asyncDispose]() {},
  };
}

/** Waits until it answers, has died, or has been silent for too long. A death is noticed a while after its connections broke. */
async function untilServing(endpoint: string, crashes: CrashCounter, before: number): Promise<boolean> {
  if (crashes.count > before) return false;
  const over = new AbortController();
  const waiting = AbortSignal.any([over.signal, AbortSignal.timeout(hangs.here)]);
  const isServing = await Promise.race([answers(endpoint, waiting), crashes.next.then(() => false)]);
  over.abort();
  return isServing;
}

function tooLong(endpoint: string): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(silent(endpoint)), restarts).unref();
  });
}

function silent(endpoint: string): TouchstoneError {
  return new TouchstoneError("TS_TARGET_SILENT", `nothing answers at ${new URL(endpoint).origin} any more`, {
    hint: "Look at what runs there, and start it again.",
  });
}
