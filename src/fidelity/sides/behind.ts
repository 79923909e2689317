import { answers, type Lab, type LabEvent, lastWords, type StrictFront } from "../../lab/index.ts";
import { TouchstoneError } from "../../model/index.ts";
import type { Behind } from "./running-side.ts";
import { untilServing } from "./serving.ts";
import type { Guarded } from "./watchdog.ts";

/** How long a target that may be far away may be silent before it counts as lost. */
const silentElsewhere = 15_000;

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
  /** Of the emulators themselves. */
  readonly endpoints: readonly string[];
  readonly crashes: CrashCounter;
  /** The contracts before them. */
  readonly front: (Pick<StrictFront, "forget"> & AsyncDisposable) | undefined;
  readonly onEvent?: (event: LabEvent) => void;
}

/** The emulators of a lab, perhaps behind contracts; if they hang, they are restarted empty. */
class HangingLab implements Guarded {
  /** How often it was. */
  emptied = 0;
  emptying: Promise<void> | undefined;
  readonly #lab: Lab;
  readonly #options: BehindLabOptions;

  constructor(lab: Lab, options: BehindLabOptions) {
    this.#lab = lab;
    this.#options = options;
  }

  async reset(): Promise<void> {
    await this.#lab.reset();
    this.#options.front?.forget();
  }

  /** Restarts it once, however many callers ask for that; sequences under way lose what they had made. */
  restart(): Promise<void> {
    this.emptying ??= this.#restarted().finally(() => {
      this.emptied++;
      this.emptying = undefined;
    });
    return this.emptying;
  }

  /** One that has died, and is being started again, is not silent. */
  async isSilent(): Promise<boolean> {
    const { endpoints, crashes } = this.#options;
    const before = crashes.count;
    if (crashes.isRestarting) return false;
    const serving = await Promise.all(endpoints.map((one) => this.untilServing(one, before)));
    return serving.includes(false) && crashes.count === before;
  }

  /** Whether an endpoint answers within a while, and its process has not died again after that many deaths. */
  async untilServing(endpoint: string, deaths: number): Promise<boolean> {
    const { crashes } = this.#options;
    if (crashes.count > deaths) return false;
    return untilServing({ endpoint, death: crashes.next, computed: () => this.#lab.computedAt(endpoint) });
  }

  async #restarted(): Promise<void> {
    const { onEvent } = this.#options;
    const names = new Set(
      this.#lab.targets.map(({ emulator, version }) => `${emulator} ${version ?? ""}`.trim()),
    );
    for (const name of names)
      onEvent?.({ type: "note", text: `${name} answers nothing any more; starting it again, empty` });
    await this.reset();
    for (const emulator of names) onEvent?.({ type: "restarted", emulator });
  }
}

/** How a hanging lab is noticed and restarted; nothing if its targets were not started by us. */
export function guardOf(lab: Lab, options: BehindLabOptions): Guarded | undefined {
  return lab.pids.size === 0 ? undefined : new HangingLab(lab, options);
}

/** What a lab runs, perhaps behind contracts. */
export function behindLab(
  lab: Lab,
  { endpoint, ...options }: Omit<BehindLabOptions, "endpoints"> & { readonly endpoint: string },
): Behind {
  const { crashes, front } = options;
  const isOurs = lab.pids.size > 0;
  const hanging = new HangingLab(lab, { ...options, endpoints: [endpoint] });
  const ready = async () => {
    await hanging.emptying;
    await Promise.race([lab.ready(), lab.lost, tooLong(endpoint)]);
  };
  const losses = () => crashes.count + hanging.emptied;
  return {
    endpoint,
    isOurs,
    ready,
    reset: () => hanging.reset(),
    // Contracts remember what was made: they have to see that it is removed.
    ...(front === undefined && { remove: (name) => lab.removeFolderOf(endpoint, name) }),
    ...(isOurs && { guarded: hanging }),
    get crashes() {
      return crashes.count;
    },
    get losses() {
      return losses();
    },
    get lastWords() {
      return crashes.lastWords;
    },
    get isRestarting() {
      return crashes.isRestarting || hanging.emptying !== undefined;
    },
    async recover(before) {
      // It is being restarted after a crash, so its silence is no hang.
      if (crashes.isRestarting) {
        await ready();
        return "died";
      }
      const isServing = await hanging.untilServing(endpoint, before.crashes);
      if (crashes.count > before.crashes) {
        await ready();
        return "died";
      }
      // Another caller that failed for the same reason may have restarted it already.
      const isEmptied = hanging.emptying !== undefined || losses() > before.losses;
      if (isServing && !isEmptied) return "alive";
      if (!isOurs) throw silent(endpoint);
      if (!isEmptied || hanging.emptying !== undefined) await hanging.restart();
      return "hung";
    },
    async [Symbol.asyncDispose]() {
      await using closing = new AsyncDisposableStack();
      closing.use(lab);
      closing.use(front);
    },
  };
}

/** What runs elsewhere: nobody can tell whether it died. */
export function behindAddress(endpoint: string): Behind {
  return {
    endpoint,
    isOurs: false,
    crashes: 0,
    losses: 0,
    lastWords: [],
    isRestarting: false,
    ready: async () => {},
    reset: async () => {},
    async recover() {
      await requireLife(endpoint);
      return "alive";
    },
    async [Symbol.asyncDispose]() {},
  };
}

function tooLong(endpoint: string): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(silent(endpoint)), restarts).unref();
  });
}

/** Fails unless something answers at an address that answered before, or does so within some milliseconds. */
export async function requireLife(endpoint: string, within: number = silentElsewhere): Promise<void> {
  if (!(await answers(endpoint, AbortSignal.timeout(within)))) throw silent(endpoint);
}

function silent(endpoint: string): TouchstoneError {
  return new TouchstoneError("TS_TARGET_SILENT", `nothing answers at ${new URL(endpoint).origin} any more`, {
    hint: "Look at what runs there, and start it again.",
  });
}
