import {
  type CallResult,
  type Failed,
  isRead,
  listsTopLevel,
  probe,
  type ServiceName,
  topLevelOf,
} from "../../clouds/index.ts";
import type { LabEvent, Leftover } from "../../lab/index.ts";
import { Redactor } from "../../wire/index.ts";
import { type RestoreOptions, SettingsKeeper } from "../undo/settings.ts";
import { type NotUndone, Undo } from "../undo/undo.ts";
import { type Account, Callers } from "./callers.ts";
import { CleanUp } from "./clean-up.ts";
import { Impatience } from "./impatience.ts";
import { namedThings } from "./named-things.ts";
import { OwnNames } from "./own-names.ts";
import { redactedCall, redactedResult } from "./redacted.ts";
import { RequestBudget } from "./request-budget.ts";
import type { Recovered, Side, Stage, StageOptions } from "./side.ts";
import { OpenStage } from "./stage.ts";
import { topChanges } from "./top-names.ts";
import { whyUnanswered } from "./unanswered.ts";
import { type MadeCall, UnansweredCalls } from "./unanswered-calls.ts";
import { type Guarded, Watchdog } from "./watchdog.ts";

/** What runs behind a side, and how it is looked after. */
export interface Behind extends AsyncDisposable {
  /** How often its process has died. */
  readonly crashes: number;
  /** How often it died, or was emptied since it hung. */
  readonly losses: number;
  /** What its process said at the end, the last time that it died. */
  readonly lastWords: readonly string[];
  /** Its address. */
  readonly endpoint: string;
  /** We have started it, so that nothing in it is anybody's. */
  readonly isOurs: boolean;
  reset(): Promise<void>;
  /** Removes something at the top of the service without a request; false if that cannot be done. Nothing where requests have to be seen. */
  readonly remove?: (name: string) => Promise<boolean>;
  /** Settles when it answers, and says whether it has died or was emptied since then; one that hangs is emptied. */
  recover(before: Counts): Promise<Recovered>;
  /** How it is noticed and mended that it hangs, where that is for us to do. */
  readonly guarded?: Guarded;
  /** It has died or hung, and does not answer yet. */
  readonly isRestarting: boolean;
  /** Settles when it answers again after that. */
  ready(): Promise<void>;
}

/** How often something had happened at a time. */
export type Counts = Pick<Behind, "crashes" | "losses">;

export interface SideOptions {
  readonly kind: Side["kind"];
  readonly label: string;
  readonly account: Account;
  readonly folder?: string;
  readonly behind: Behind;
  readonly existing?: readonly string[];
  /** How many requests may be sent; any number otherwise. */
  readonly budget?: RequestBudget;
  /** Takes secrets out of what is said; nothing is a secret otherwise. */
  readonly redact?: Side["redact"];
  readonly onEvent?: (event: LabEvent) => void;
  /** Breaks all off, as `breakOff` does: what is not ours is cleared up then, for as long as it answers. */
  readonly signal?: AbortSignal;
}

/** Containers take their time to go, with all that is in them. */
const goingSlowly: ReadonlySet<ServiceName> = new Set(["azure-blob"]);

/** A side whose stages leave nothing behind. */
export class RunningSide implements Side {
  readonly service: ServiceName;
  readonly kind: Side["kind"];
  readonly label: string;
  readonly endpoint: string;
  readonly folder?: string;
  readonly readSas: string;
  readonly leftovers: Leftover[] = [];
  heldOthers = false;
  readonly #options: SideOptions;
  readonly #callers: Callers;
  readonly #settings: SettingsKeeper;
  readonly #topChange: ReturnType<typeof topChanges>;
  readonly #existing: ReadonlySet<string>;
  readonly #cleanUp: CleanUp;
  readonly #named: ReturnType<typeof namedThings>;
  /** Names that belong to this run: made up for it, or of things that its stages have made. */
  readonly #own: OwnNames;
  /** For each failed call, the counts when it was made: others may have raised them since. */
  readonly #before = new WeakMap<CallResult, Counts>();
  readonly #watching: Disposable | undefined;
  readonly #unanswered = new UnansweredCalls();
  readonly #ending: AbortController;
  #resets = 0;

  private constructor(
    options: SideOptions,
    callers: Callers,
    { watcher, ending }: { readonly watcher: Disposable | undefined; readonly ending: AbortController },
  ) {
    const { kind, label, account, existing = [] } = options;
    this.service = account.service;
    this.kind = kind;
    this.label = label;
    this.endpoint = account.endpoint;
    if (options.folder !== undefined) this.folder = options.folder;
    this.readSas = callers.readSas;
    this.#options = options;
    this.#callers = callers;
    this.#watching = watcher;
    this.#ending = ending;
    this.#settings = new SettingsKeeper(callers.owner.send, () => this.#resets + this.#options.behind.losses);
    this.#topChange = topChanges(account.service);
    this.#named = namedThings(account.service, account.endpoint);
    this.#own = new OwnNames(account.service);
    this.#existing = new Set(existing);
    const { behind } = options;
    this.#cleanUp = new CleanUp({
      isPatient: account.service === "dynamodb",
      empty: behind.isOurs ? () => this.reset() : undefined,
      isAsNew: () => this.isAsNew,
      losses: () => behind.losses,
      ready: () => behind.ready(),
      onLeft: (left) => this.#tell(left),
    });
  }

  static async open(options: SideOptions): Promise<RunningSide> {
    const { account, behind, budget = new RequestBudget() } = options;
    using opened = new DisposableStack();
    const ending = new AbortController();
    const watcher = watcherOf(options, ending.signal);
    opened.use(watcher);
    const callers = opened.use(
      await Callers.open(account, (clients) => budget.limited(watcher?.watching(clients) ?? clients)),
    );
    const side = new RunningSide({ ...options, budget }, callers, { watcher, ending });
    // Before anything is set there, also through another side on the same account.
    const isSet = !behind.isOurs && options.kind !== "cloud";
    const hasSettings = isSet && topLevelOf(account.service).settings !== undefined;
    await Promise.all([hasSettings && side.#settings.remember(), behind.isOurs || side.#lookAround()]);
    opened.move();
    return side;
  }

  get origin(): string {
    return this.#options.behind.endpoint.replace(/\/$/, "");
  }

  get crashes(): number {
    return this.#options.behind.crashes;
  }

  get losses(): number {
    return this.#options.behind.losses;
  }

  get lastWords(): readonly string[] {
    return this.#options.behind.lastWords;
  }

  get unanswered(): readonly MadeCall[] {
    const { redact = (text: string) => noSecrets.text(text) } = this.#options;
    return this.#unanswered.all.map((call) => redactedCall(call, redact));
  }

  get isOurs(): boolean {
    return this.#options.behind.isOurs;
  }

  get spent(): string | undefined {
    return this.#options.budget?.spent;
  }

  open(own: Iterable<string> = [], { goesOn = false, ...how }: StageOptions = {}): Stage {
    const { behind, kind } = this.#options;
    const fresh = new Set(own);
    for (const name of fresh) this.#own.tell(name);
    const undo = new Undo(this.service, this.#callers.owner.send, {
      settings: this.#settings,
      // Names are never used again, so it need not wait until they are free.
      waits: false,
      isOurs: behind.isOurs,
      ...(behind.remove !== undefined && { remove: behind.remove }),
    });
    const { begun, leave } = this.#cleanUp.enter(undo, fresh, {
      goesOn: goesOn && goingSlowly.has(this.service),
      ...how,
    });
    return new OpenStage({
      service: this.service,
      callers: this.#callers,
      undo,
      topChange: this.#topChange,
      named: this.#named,
      isOurs: behind.isOurs,
      isShared: kind === "cloud",
      own: this.#own,
      existing: this.#existing,
      begun,
      calling: (call) => this.#calling(call),
      onDoubt: (name) => this.#tell({ name, why: "it is not known whether it was made" }),
      left: leave,
    });
  }

  async ready(): Promise<void> {
    const { behind } = this.#options;
    // If it does not come up, the next call fails and says why.
    if (behind.isRestarting) await behind.ready().catch(() => {});
  }

  async atRest(how?: RestoreOptions): Promise<void> {
    await this.#cleanUp.atRest(how);
  }

  get isAsNew(): boolean {
    return this.#settings.isAsNew;
  }

  async asNew(): Promise<void> {
    if (!this.isAsNew) await this.#cleanUp.atRest();
  }

  async reset(): Promise<void> {
    await this.#options.behind.reset();
    this.#resets++;
  }

  redact(text: string, isCut?: boolean): string {
    return this.#options.redact?.(text, isCut) ?? text;
  }

  recover(failed?: CallResult): Promise<Recovered> {
    const { behind } = this.#options;
    const now = { crashes: behind.crashes, losses: behind.losses };
    return behind.recover((failed && this.#before.get(failed)) ?? now);
  }

  breakOff(): void {
    this.#ending.abort();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const { behind } = this.#options;
    await using closing = new AsyncDisposableStack();
    closing.use(behind);
    closing.use(this.#callers);
    closing.use(this.#watching);
    // What we have started is deleted with all that is in it.
    if (!behind.isOurs) await this.atRest();
  }

  /** Before anything is made there. A list that cannot be read says nothing of what is in it. */
  async #lookAround(): Promise<void> {
    const listed = Object.values(await probe(this.#callers.owner, [], listsTopLevel)).filter(isRead);
    this.heldOthers = listed.some((names) => Object.keys(names ?? {}).length > 0);
  }

  #calling(call: MadeCall): (result: CallResult) => CallResult {
    const { crashes, losses } = this;
    const { redact } = this.#options;
    const ended = this.#unanswered.begin(call);
    return (result) => {
      const actual =
        unanswered(result) ?? (this.losses > losses ? answeredAnew(result) : undefined) ?? result;
      const told = redact === undefined ? actual : redactedResult(actual, redact);
      ended(told);
      if (told.kind === "failed") this.#before.set(told, { crashes, losses });
      return told;
    };
  }

  #tell({ name, why, kind: own }: NotUndone): void {
    const kind = own ?? (name === null ? "settings" : topLevelOf(this.service).kind);
    const leftover = { service: this.service, kind, name: name ?? "the service", why };
    if (this.leftovers.some((one) => one.kind === kind && one.name === leftover.name)) return;
    this.leftovers.push(leftover);
    this.#options.onEvent?.({ type: "left", leftover });
  }
}

/** Restarts our own emulator if it hangs; for other targets, stops waiting soon once the run is broken off. */
function watcherOf(
  { behind, kind, signal }: SideOptions,
  ending: AbortSignal,
): Watchdog | Impatience | undefined {
  if (behind.guarded !== undefined) return new Watchdog(behind.guarded);
  if (behind.isOurs) return undefined;
  const brokenOff = signal === undefined ? ending : AbortSignal.any([signal, ending]);
  return new Impatience(brokenOff, kind === "cloud" ? "cloud" : "here");
}

/** An answer that the proxy gave because the emulator did not: it counts as a failed call. */
function unanswered(result: CallResult): Failed | undefined {
  if (result.kind !== "answered") return undefined;
  const { via, attempts, status, headers } = result;
  const message = whyUnanswered(status, headers["x-touchstone-error"]);
  return message === undefined ? undefined : { kind: "failed", via, message, attempts };
}

/** If a process has died, the SDK may have repeated the call on the restarted, empty one: that counts as a failed call. */
function answeredAnew(result: CallResult): Failed | undefined {
  if (result.kind !== "answered" || result.attempts === 1) return undefined;
  const { via, attempts } = result;
  return { kind: "failed", via, message: "its process ended, and the next one was asked again", attempts };
}

/** Takes out what is a secret by where it stands, such as the signature of an address. */
const noSecrets = new Redactor();
