import { setTimeout as delay } from "node:timers/promises";
import { type Send, type ServiceName, topLevelOf } from "../../clouds/index.ts";
import { type RestoreOptions, SettingsKeeper } from "./settings.ts";

/** Something that could not be undone. */
export interface NotUndone {
  /** `null` for the settings of the service itself. */
  readonly name: string | null;
  /** Of what is not at the top: `backup`. */
  readonly kind?: string;
  readonly why: string;
}

export interface UndoOptions {
  /** Shared by those who share an account. */
  readonly settings?: SettingsKeeper;
  /** Whether what is removed must be gone, so that the same names can be made again; it is unless they never are. */
  readonly waits?: boolean;
  /** Whether nothing there is anybody else's. */
  readonly isOurs?: boolean;
  /** Removes something at the top with all that is in it, without a request; false if that cannot be done. */
  readonly remove?: (name: string) => Promise<boolean>;
}

/** How long something may take to go after it was removed. */
const goingTakes = 10_000;

/**
 * What was made and set at the top of an account, and how that is undone. Nothing is removed that this was not told of, unless
 * all there is ours: then so is what a client may have made instead, by writing a name into an address as it is.
 *
 * @example
 * const undo = new Undo("azure-blob", clients.send);
 * undo.made("photos");
 * await undo.undo(); // []
 */
export class Undo {
  readonly #service: ServiceName;
  readonly #send: Send;
  readonly #settings: SettingsKeeper;
  readonly #waits: boolean;
  readonly #isOurs: boolean;
  readonly #remove: NonNullable<UndoOptions["remove"]>;
  /** What was made, and what is known to be in it and has to go before. */
  readonly #made = new Map<string, Set<string>>();
  /** What outlives what was made. */
  readonly #outliving = new Set<string>();
  #isSet = false;

  constructor(service: ServiceName, send: Send, options: UndoOptions = {}) {
    const {
      settings = new SettingsKeeper(send),
      waits = true,
      isOurs = false,
      remove = noOtherWay,
    } = options;
    this.#service = service;
    this.#send = send;
    this.#settings = settings;
    this.#waits = waits;
    this.#isOurs = isOurs;
    this.#remove = remove;
  }

  get isNothing(): boolean {
    return this.#made.size === 0 && this.#outliving.size === 0 && !this.#isSet;
  }

  /** Whether settings are to be set back, which all share. */
  get isShared(): boolean {
    return this.#isSet;
  }

  /** What is to be removed. */
  get names(): readonly string[] {
    return [...this.#made.keys(), ...this.#outliving];
  }

  /**
   * Told before an operation is called: what it would overwrite is remembered. Says why that could not be undone, so that it must
   * not be called where others have something.
   */
  async foresee(operation: string): Promise<string | undefined> {
    const isForeseen = !SettingsKeeper.concerns(operation) || (await this.#settings.remember());
    return isForeseen ? undefined : "its settings could not be read, and so could not be set back";
  }

  /** Told after an operation was called that may have had an effect. */
  performed(operation: string): void {
    if (SettingsKeeper.concerns(operation)) this.#isSet = true;
  }

  made(name: string): void {
    if (!this.#made.has(name)) this.#made.set(name, new Set());
  }

  removed(name: string): void {
    this.#made.delete(name);
  }

  /** Told of what is in something that was made, and keeps it from going. */
  holds(name: string, content: string): void {
    this.#made.get(name)?.add(content);
  }

  holdsNoMore(name: string, content: string): void {
    this.#made.get(name)?.delete(content);
  }

  /** Told of what is still there when all that was made is gone. */
  outlives(name: string): void {
    this.#outliving.add(name);
  }

  outlivesNoMore(name: string): void {
    this.#outliving.delete(name);
  }

  /** Undoes it all at once, and tells what is left; afterwards there is nothing to be undone. */
  async undo(how: RestoreOptions = {}): Promise<readonly NotUndone[]> {
    const made = new Map(this.#made);
    const outliving = [...this.#outliving];
    const settings = this.#isSet ? [this.#settings.restore(how)] : [];
    this.#made.clear();
    this.#outliving.clear();
    this.#isSet = false;
    const removals = this.#removeAll(made);
    const restored = settings.map(async (why) => notUndone(null, await why));
    const others = outliving.map(async (name) => this.#outlived(name));
    return (await Promise.all([removals, ...others, ...restored])).flat();
  }

  /** What does not go by its own name may go by the one that was sent, once all others are gone. */
  async #removeAll(made: ReadonlyMap<string, ReadonlySet<string>>): Promise<NotUndone[]> {
    const removals = [...made].map(async ([name, held]) => ({ name, why: await this.#whyLeft(name, held) }));
    const tried = await Promise.all(removals);
    const gone = new Set(tried.filter(({ why }) => why === undefined).map(({ name }) => name));
    const left: NotUndone[] = [];
    for (const { name, why } of tried) {
      if (why !== undefined && !(await this.#isGoneAsSent(name, gone))) left.push({ name, why });
    }
    return left;
  }

  async #outlived(name: string): Promise<NotUndone[]> {
    const { outliving } = topLevelOf(this.#service);
    if (outliving === undefined) return [];
    const why = await outliving.remove(this.#send, name).catch(messageOf);
    return notUndone(name, why).map((one) => ({ ...one, kind: outliving.kind }));
  }

  async #whyLeft(name: string, held: ReadonlySet<string>): Promise<string | undefined> {
    try {
      if (await this.#remove(name)) return undefined;
      const why = await topLevelOf(this.#service).remove(this.#send, name, held);
      if (why !== undefined || !this.#waits || this.#service !== "dynamodb") return why;
      return (await this.#isGone(name)) ? undefined : "it does not go";
    } catch (error) {
      return messageOf(error);
    }
  }

  /** A client that writes a name into an address as it is has made something of another name. */
  async #isGoneAsSent(name: string, gone: Set<string>): Promise<boolean> {
    const sent = this.#isOurs ? asSent(name) : name;
    if (sent === name || sent === "") return false;
    if (!gone.has(sent) && (await this.#isRemovedIfThere(sent))) gone.add(sent);
    return gone.has(sent);
  }

  /** Whether it was there, and is not any more: what was never there says nothing of what is left. */
  async #isRemovedIfThere(name: string): Promise<boolean> {
    const { look, remove } = topLevelOf(this.#service);
    try {
      const { status } = await this.#send(look(name));
      return status < 300 && (await remove(this.#send, name)) === undefined;
    } catch {
      return false;
    }
  }

  /** A table of DynamoDB takes its time to go. */
  async #isGone(table: string): Promise<boolean> {
    for (const until = Date.now() + goingTakes; Date.now() < until; await delay(50)) {
      const { text } = await this.#send(topLevelOf(this.#service).look(table));
      if (text.includes("ResourceNotFoundException")) return true;
    }
    return false;
  }
}

async function noOtherWay(): Promise<boolean> {
  return false;
}

/** What becomes of a name in an address: tabs and line breaks are left out, and what looks escaped is not escaped again. */
function asSent(name: string): string {
  try {
    return decodeURIComponent(name.replaceAll(/[\t\r\n]/g, ""));
  } catch {
    return name;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function notUndone(name: string | null, why: string | undefined): NotUndone[] {
  return why === undefined ? [] : [{ name, why }];
}
