import type { CallResult, Failed, ServiceName } from "../../clouds/index.ts";
import { topLevelOf } from "../../clouds/index.ts";
import { isOfContract, type LabEvent, type Leftover } from "../../lab/index.ts";
import { SettingsKeeper } from "../undo/settings.ts";
import { type NotUndone, Undo } from "../undo/undo.ts";
import { type Account, Callers } from "./callers.ts";
import { namedThings } from "./named-things.ts";
import { Occupancy } from "./occupancy.ts";
import { OwnNames } from "./own-names.ts";
import { RequestBudget } from "./request-budget.ts";
import type { Recovered, Side, Stage } from "./side.ts";
import { OpenStage } from "./stage.ts";
import { topChanges } from "./top-names.ts";
import { Watchdog } from "./watchdog.ts";

/** What runs behind a side, and how it is looked after. */
export interface Behind extends AsyncDisposable {
  /** How often its process has died. */
  readonly crashes: number;
  /** How often it died, or was emptied since it hung. */
  readonly losses: number;
  /** We have started it, so that nothing in it is anybody's. */
  readonly isOurs: boolean;
  reset(): Promise<void>;
  /** Settles when it answers, and says whether it has died or was emptied since then; one that hangs is emptied. */
  recover(before: Counts): Promise<Recovered>;
  /** Whether it answers nothing, and has not died either. */
  isSilent(): Promise<boolean>;
  /** Empties what hangs, once for all that ask for it meanwhile; that counts as a loss. */
  empty(): Promise<void>;
  /** Settles when it answers again after a crash. */
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
  /** Takes secrets out of what is said. */
  readonly redact?: (text: string) => string;
  readonly onEvent?: (event: LabEvent) => void;
}

/** How many stages of DynamoDB may be undone while others go on: a table that is still being made cannot go yet. */
const mostUndone = 32;

/** A side whose stages leave nothing behind. */
export class RunningSide implements Side {
  readonly service: ServiceName;
  readonly kind: Side["kind"];
  readonly label: string;
  readonly endpoint: string;
  readonly folder?: string;
  readonly readSas: string;
  readonly leftovers: Leftover[] = [];
  readonly #options: SideOptions;
  readonly #callers: Callers;
  readonly #settings: SettingsKeeper;
  readonly #topChange: ReturnType<typeof topChanges>;
  readonly #existing: ReadonlySet<string>;
  readonly #occupancy = new Occupancy(() => this.reset());
  readonly #undoing = new Set<Promise<void>>();
  readonly #named: ReturnType<typeof namedThings>;
  /** What stages were told to be nobody else's, and what they have made. */
  readonly #own: OwnNames;
  /** What there was when calls that failed were made: others may fail meanwhile. */
  readonly #before = new WeakMap<CallResult, Counts>();

  readonly #watchdog: Watchdog | undefined;
  /** Something is left that nobody meets but those who list the account. */
  #isDirty = false;
  /** Whoever comes to rest meanwhile waits for it. */
  #cleaning: Promise<void> | undefined;
  #isClosed = false;

  private constructor(options: SideOptions, callers: Callers, watchdog: Watchdog | undefined) {
    const { kind, label, account, existing = [] } = options;
    this.service = account.service;
    this.kind = kind;
    this.label = label;
    this.endpoint = account.endpoint;
    if (options.folder !== undefined) this.folder = options.folder;
    this.readSas = callers.readSas;
    this.#options = options;
    this.#callers = callers;
    this.#watchdog = watchdog;
    this.#settings = new SettingsKeeper(callers.owner.send);
    this.#topChange = topChanges(account.service);
    this.#named = namedThings(account.service, account.endpoint);
    this.#own = new OwnNames(account.service);
    this.#existing = new Set(existing);
  }

  static async open(options: SideOptions): Promise<RunningSide> {
    const { account, behind, budget = new RequestBudget() } = options;
    const watchdog = behind.isOurs
      ? new Watchdog({ isSilent: () => behind.isSilent(), restart: () => behind.empty() })
      : undefined;
    const callers = await Callers.open(account, (clients) =>
      budget.limited(watchdog?.watching(clients) ?? clients),
    );
    return new RunningSide({ ...options, budget }, callers, watchdog);
  }

  get crashes(): number {
    return this.#options.behind.crashes;
  }

  get losses(): number {
    return this.#options.behind.losses;
  }

  get isOurs(): boolean {
    return this.#options.behind.isOurs;
  }

  get spent(): string | undefined {
    return this.#options.budget?.spent;
  }

  open(own: Iterable<string> = []): Stage {
    const { behind, kind } = this.#options;
    const fresh = new Set(own);
    for (const name of fresh) this.#own.tell(name);
    const { begun, leave } = this.#occupancy.enter();
    const undo = new Undo(this.service, this.#callers.owner.send, {
      settings: this.#settings,
      // No name is ever made again.
      waits: false,
    });
    const before = { crashes: this.crashes, losses: this.losses };
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
      calling: () => this.#calling(),
      onDoubt: (name) => this.#tell({ name, why: "it is not known whether it was made" }),
      left: () => this.#left(undo, before, leave, fresh),
    });
  }

  async atRest(): Promise<void> {
    await Promise.all(this.#undoing);
    if (this.#isDirty) this.#cleaning ??= this.reset().finally(() => (this.#cleaning = undefined));
    await this.#cleaning;
  }

  async reset(): Promise<void> {
    this.#isDirty = false;
    await this.#options.behind.reset();
  }

  recover(failed?: CallResult): Promise<Recovered> {
    const { behind } = this.#options;
    const now = { crashes: behind.crashes, losses: behind.losses };
    return behind.recover((failed && this.#before.get(failed)) ?? now);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    // What we have started goes with all that is in it.
    if (!this.#options.behind.isOurs) await this.atRest();
    this.#watchdog?.[Symbol.dispose]();
    this.#callers[Symbol.dispose]();
    await this.#options.behind[Symbol.asyncDispose]();
  }

  #calling(): (result: CallResult) => CallResult {
    const { crashes, losses } = this;
    const { redact } = this.#options;
    return (result) => {
      const actual =
        unanswered(result) ?? (this.losses > losses ? answeredAnew(result) : undefined) ?? result;
      const told = redact === undefined ? actual : redacted(actual, redact);
      if (told.kind === "failed") this.#before.set(told, { crashes, losses });
      return told;
    };
  }

  async #left(
    undo: Undo,
    before: Counts,
    leave: (isClean: boolean) => Promise<void>,
    fresh: ReadonlySet<string>,
  ): Promise<void> {
    if (undo.isNothing) return leave(true);
    const undoing = this.#undo(undo, before, fresh).then(leave);
    if (this.service !== "dynamodb") return undoing;
    const kept = undoing.finally(() => this.#undoing.delete(kept));
    this.#undoing.add(kept);
    while (this.#undoing.size > mostUndone) await Promise.race(this.#undoing);
  }

  /** Undoes what a stage has done; whether nothing is left that others would meet, by its name or since all share it. */
  async #undo(undo: Undo, before: Counts, fresh: ReadonlySet<string>): Promise<boolean> {
    const { behind } = this.#options;
    if (this.losses > before.losses) await behind.ready().catch(() => {});
    const left = await undo.undo();
    if (!behind.isOurs) {
      for (const one of left) this.#tell(one);
      return true;
    }
    // What died or hung meanwhile is empty.
    if (left.length === 0 || (await this.#recovered(before)) !== "alive") return true;
    this.#isDirty = true;
    return left.every(({ name }) => [...fresh].some((one) => name?.includes(one) === true));
  }

  /** What is closed meanwhile is gone. */
  async #recovered(before: Counts): Promise<Recovered> {
    try {
      return this.#isClosed ? "died" : await this.#options.behind.recover(before);
    } catch (error) {
      if (this.#isClosed) return "died";
      throw error;
    }
  }

  #tell({ name, why, kind: own }: NotUndone): void {
    const kind = own ?? (name === null ? "settings" : topLevelOf(this.service).kind);
    const leftover = { service: this.service, kind, name: name ?? "the service", why };
    if (this.leftovers.some((one) => one.kind === kind && one.name === leftover.name)) return;
    this.leftovers.push(leftover);
    this.#options.onEvent?.({ type: "left", leftover });
  }
}

/** What is said for an emulator that does not answer is no answer of its own. */
function unanswered(result: CallResult): Failed | undefined {
  if (result.kind !== "answered") return undefined;
  const { via, attempts, status, headers } = result;
  const message = status === 431 ? headTooLarge : headers["x-touchstone-error"];
  return message === undefined || isOfContract(message)
    ? undefined
    : { kind: "failed", via, message, attempts };
}

/** Where a process has died, the SDK may have asked the next one, which knows nothing of what there was. */
function answeredAnew(result: CallResult): Failed | undefined {
  if (result.kind !== "answered" || result.attempts === 1) return undefined;
  const { via, attempts } = result;
  return { kind: "failed", via, message: "its process ended, and the next one was asked again", attempts };
}

/** The server hangs up at once when it has said so: whether that still arrives is chance. */
const headTooLarge = "its HTTP server hangs up: the request's head is too large (431)";

function redacted(result: CallResult, redact: (text: string) => string): CallResult {
  if (result.kind !== "answered") return { ...result, message: redact(result.message) };
  const { message, complaint } = result;
  return {
    ...result,
    ...(message !== undefined && { message: redact(message) }),
    ...(complaint !== undefined && { complaint: redact(complaint) }),
  };
}
