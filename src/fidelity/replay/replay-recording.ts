import { defaultWindows, ExchangeJudge, type ServiceName } from "../../clouds/index.ts";
import type { Contract } from "../../model/index.ts";
import type { SentRequest } from "../../wire/index.ts";
import { broughtAbout, type Instead, isRefusedOtherwise, leavesAbsent } from "./bring-about.ts";
import { type CleanState, changesAccount } from "./clean-state.ts";
import { ReplayClock } from "./clock.ts";
import { currentRequest } from "./current-request.ts";
import { CurrentVersions } from "./current-versions.ts";
import { makesThing } from "./following.ts";
import { headerOf } from "./headers.ts";
import { type Circumstances, Judgement, type LeftThere } from "./judgement.ts";
import { madeUpValues } from "./made-up-values.ts";
import { mended } from "./mend.ts";
import { onOneAccount } from "./one-account.ts";
import { OrderOfChanges } from "./order-of-changes.ts";
import { isOurOwn, whyUnsendable } from "./own-errors.ts";
import { isMade, prepare } from "./prepare.ts";
import { type PriorThing, priorThings } from "./prior-state.ts";
import { accountOf, headOf, mainAccount, type NamedRequest, namedRequest } from "./recorded-request.ts";
import type { RecordedExchange, Recording } from "./recording.ts";
import type { RecordingResult } from "./result.ts";
import type { PerformedExchange } from "./sent-exchange.ts";
import { sentPatiently } from "./sent-patiently.ts";
import type { LiveAnswer, TargetLink } from "./target-link.ts";
import { Tokens } from "./tokens.ts";
import { ToldLater } from "./told-later.ts";
import { whyMissing, whySkipped } from "./why-skipped.ts";

/** Where recordings are performed. */
export interface ReplayStage {
  readonly link: TargetLink;
  readonly state: CleanState;
  /** By which answers are judged beside the recorded ones. */
  readonly contracts: readonly Contract[];
  /** Settles when the target answers again after it died. */
  readonly recovered: () => Promise<void>;
  /** How often the target has died so far. */
  readonly crashes: () => number;
  readonly signal?: AbortSignal;
  /** Whether others use the account, too. */
  readonly isShared?: boolean;
  /** Whether results keep what exchanges say about behaviour. */
  readonly keepsSteps?: boolean;
}

/** Performs a recording anew, from its first exchange to its last, on a target that is empty. */
export async function replayRecording(recording: Recording, stage: ReplayStage): Promise<RecordingResult> {
  return new RecordingReplay(recording, stage).perform();
}

type Named = Pick<PerformedExchange, "index" | "service" | "operation">;

/** What came of an exchange that was performed. */
interface Attempt extends Circumstances {
  readonly performed: PerformedExchange;
}

interface Tried {
  readonly form: RecordedExchange;
  readonly performed: PerformedExchange;
}

/** What an exchange asks for here. */
interface Asked {
  /** How it asks: as it was recorded, and then what asks for the same, where the target refuses that. */
  readonly forms: readonly RecordedExchange[];
  /** Why it does not count if it is not answered as recorded. */
  readonly doubt: string | undefined;
}

class RecordingReplay {
  readonly #recording: Recording;
  /** The places of what was for another account. */
  readonly #moved: ReadonlySet<number>;
  readonly #stage: ReplayStage;
  readonly #account: string | undefined;
  readonly #tokens = new Tokens();
  readonly #versions = new CurrentVersions();
  readonly #clock: ReplayClock;
  readonly #changes = new Map<string, string>();
  readonly #order: OrderOfChanges;
  readonly #prior: readonly PriorThing[];
  readonly #toldLater: ToldLater;
  readonly #judgement: Judgement;
  /** The places of exchanges of which the target died. */
  readonly #deaths = new Set<number>();

  constructor(recorded: Recording, stage: ReplayStage) {
    const { services } = stage.link;
    const { recording, moved } = onOneAccount(recorded);
    this.#recording = recording;
    this.#moved = moved;
    this.#stage = stage;
    this.#account = mainAccount(recording);
    this.#toldLater = new ToldLater(recording);
    this.#clock = new ReplayClock(recording.exchanges);
    this.#order = new OrderOfChanges(recording.exchanges);
    this.#prior = priorThings(recording).filter(({ service }) => services.includes(service));
    const surroundings = { windows: defaultWindows, knowsAll: this.#prior.length === 0 };
    this.#judgement = new Judgement(recording, new ExchangeJudge(stage.contracts, surroundings), stage);
  }

  async perform(): Promise<RecordingResult> {
    const prepared = await prepare(this.#prior, this.#stage);
    for (const [index, exchange] of this.#recording.exchanges.entries()) {
      this.#stage.signal?.throwIfAborted();
      const named = namedRequest(exchange);
      await this.#replay(index, exchange, named);
      this.#versions.note(exchange, named);
    }
    return { ...this.#judgement.result(), prepared, deaths: this.#deaths };
  }

  async #replay(
    index: number,
    exchange: RecordedExchange,
    { service, operation }: NamedRequest,
  ): Promise<void> {
    const why = whySkipped(exchange, this.#stage.link.services, { service, operation });
    const came =
      why !== undefined || service === null
        ? (why ?? "it is for none of the services")
        : await this.#attempt(exchange, { index, service, operation });
    if (typeof came !== "string") this.#judgement.answered(exchange, came.performed, came);
    else {
      const isMaking = service !== null && makesThing(service, operation);
      const left = isMaking ? await this.#putThere(exchange, { index, service, operation }) : "nothing";
      this.#judgement.skip(index, exchange, { service, operation }, came, left);
    }
  }

  /** What came of an exchange, or why it was not performed. */
  async #attempt(exchange: RecordedExchange, named: Named): Promise<Attempt | string> {
    const asked = this.#asked(named.index, exchange, named.service);
    if (typeof asked === "string") return asked;
    const before = this.#order.secondBefore(named.index, exchange, named);
    if (before !== undefined) await this.#stage.link.clock(named.service).passed(before, this.#stage.signal);
    const tried = await this.#tried(asked, named, exchange);
    if (typeof tried === "string") return tried;
    const { form, performed } = tried;
    this.#stage.state.note(performed);
    const instead = await this.#broughtAbout(form, performed);
    this.#learn(exchange, instead?.performed ?? performed);
    const doubt = asked.doubt ?? (await this.#unlessDown(() => this.#stage.state.doubtOf(performed)));
    const isAbsent = instead === undefined && leavesAbsent(exchange, performed);
    const left = isAbsent ? await this.#putThere(exchange, named) : "nothing";
    return { performed, doubt, instead, left };
  }

  /** What came of the first form that the target does not refuse, or else of the last, or why it was not performed. */
  async #tried(
    { forms: [form, ...others], doubt }: Asked,
    named: Named,
    exchange: RecordedExchange,
  ): Promise<Tried | string> {
    if (form === undefined) return "it asks for nothing";
    const sent = await this.#ready(form, named.service);
    if (typeof sent === "string") return sent;
    const answer = await this.#answerTo(sent, named, exchange);
    if (typeof answer === "string") return answer;
    if (others.length > 0 && isRefusedOtherwise(exchange, answer))
      return this.#tried({ forms: others, doubt }, named, exchange);
    return { form, performed: { ...named, sent, answer } };
  }

  /** What an exchange asks for here, or why it cannot be asked. */
  #asked(index: number, exchange: RecordedExchange, service: ServiceName): Asked | string {
    const whole = mended(exchange, service);
    const missing = whyMissing(whole, this.#tokens);
    const doubt = this.#moved.has(index) ? "it names another account, and the target has one" : undefined;
    if (missing === undefined) return { forms: [whole], doubt };
    const plain = this.#versions.plain(whole);
    const isEnough = plain !== undefined && whyMissing(plain, this.#tokens) === undefined;
    return isEnough ? { forms: [whole, plain], doubt: missing } : missing;
  }

  /** The answer, nothing where none came, or why it was not asked for. */
  async #answerTo(
    sent: SentRequest,
    named: Named,
    exchange: RecordedExchange,
  ): Promise<LiveAnswer | undefined | string> {
    const { crashes, state, isShared = false } = this.#stage;
    if (isShared && changesAccount(named.operation))
      return "it would change the whole account, which others use";
    const why = await this.#unlessDown(() => state.foresee({ ...named, sent }));
    if (why !== undefined) return why;
    const before = crashes();
    try {
      const asked = { ...named, exchange, exchanges: this.#recording.exchanges };
      const send = () => this.#send(sent, named.service);
      const answer = await sentPatiently(send, asked, this.#stage.signal);
      if (answer === undefined && crashes() > before) this.#deaths.add(named.index);
      return answer;
    } catch (error) {
      return whyUnsendable(error);
    }
  }

  /** What is looked at beforehand is looked at again, once the target answers again. */
  async #unlessDown<Result>(look: () => Promise<Result>): Promise<Result> {
    try {
      return await look();
    } catch (error) {
      this.#stage.signal?.throwIfAborted();
      if (isOurOwn(error)) throw error;
      await this.#stage.recovered();
      return await look();
    }
  }

  async #broughtAbout(exchange: RecordedExchange, refused: PerformedExchange): Promise<Instead | undefined> {
    const { service } = refused;
    const instead = await broughtAbout(exchange, refused, (other) => this.#performed(other, service));
    if (instead !== undefined) this.#stage.state.note(instead.performed);
    return instead;
  }

  /** Puts what an exchange left behind in its place, as far as later ones tell what that was. */
  async #putThere(
    { url, answer }: RecordedExchange,
    { index, service, operation }: Named,
  ): Promise<LeftThere> {
    const isOnAccount = [undefined, this.#account].includes(accountOf(url));
    const hadEffect = (answer?.status ?? 500) < 300;
    if (!isOnAccount || !hadEffect || !this.#stage.link.services.includes(service)) return "nothing";
    const told = this.#toldLater.after(index, service, operation);
    const made = told === undefined ? false : await isMade(told, this.#stage);
    if (made === undefined) return "a dead target";
    return made ? "what is told" : "nothing";
  }

  /** Sends a request that no recording has. */
  async #performed(exchange: RecordedExchange, service: ServiceName) {
    const whole = mended(exchange, service);
    if (whyMissing(whole, this.#tokens) !== undefined) return undefined;
    const sent = await this.#ready(whole, service);
    if (typeof sent === "string") return undefined;
    const answer = await this.#send(sent, service).catch(whyUnsendable);
    return typeof answer === "string" ? undefined : { sent, answer };
  }

  /** The request as it is sent now, or why it cannot be. */
  async #ready(whole: RecordedExchange, service: ServiceName): Promise<SentRequest | string> {
    await this.#clock.reach(whole, this.#stage.signal);
    const learned = { tokens: this.#tokens, clock: this.#clock, changes: this.#changes, order: this.#order };
    return this.#signed(service, currentRequest(whole, service, learned));
  }

  async #signed(service: ServiceName, request: RecordedExchange): Promise<SentRequest | string> {
    try {
      return await this.#stage.link.signed(service, this.#account, headOf(request), request.body);
    } catch (error) {
      return whyUnsendable(error);
    }
  }

  async #send(sent: SentRequest, service: ServiceName): Promise<LiveAnswer | undefined> {
    try {
      const answer = await this.#stage.link.send(sent);
      this.#stage.link.clock(service).note(headerOf(answer.headers, "date"));
      return answer;
    } catch (error) {
      this.#stage.signal?.throwIfAborted();
      if (isOurOwn(error)) throw error;
      await this.#stage.recovered();
      return undefined;
    }
  }

  /** Keeps in mind what an answer says in the place of the recorded one. */
  #learn(exchange: RecordedExchange, { service, operation, answer: actual }: PerformedExchange): void {
    const { answer: recorded } = exchange;
    if (recorded === undefined || actual === undefined) return;
    this.#order.learn(exchange, { service, operation }, actual);
    for (const token of madeUpValues(service, recorded, actual)) this.#tokens.learn(token);
    const before = headerOf(recorded.headers, "last-modified");
    const now = headerOf(actual.headers, "last-modified");
    if (before !== undefined && now !== undefined) this.#changes.set(before, now);
  }
}
