import { setTimeout as delay } from "node:timers/promises";
import { defaultWindows, ExchangeJudge, type ServiceName } from "../../clouds/index.ts";
import { type Contract, TouchstoneError } from "../../model/index.ts";
import type { SentRequest } from "../../wire/index.ts";
import { type CleanState, changesAccount } from "./clean-state.ts";
import { ReplayClock } from "./clock.ts";
import { currentRequest } from "./current-request.ts";
import { headerOf } from "./headers.ts";
import { Judgement } from "./judgement.ts";
import { madeUpValues } from "./made-up-values.ts";
import { mended } from "./mend.ts";
import { isNotImplemented, outcomeOf } from "./outcome.ts";
import { type PriorThing, priorThings } from "./prior-state.ts";
import { headOf, mainAccount, namedRequest } from "./recorded-request.ts";
import type { RecordedAnswer, RecordedExchange, Recording } from "./recording.ts";
import type { RecordingResult } from "./result.ts";
import type { Performed } from "./sent-exchange.ts";
import { substituteFor } from "./substitute.ts";
import type { LiveAnswer, TargetLink } from "./target-link.ts";
import { Tokens } from "./tokens.ts";
import { whyMissing, whySkipped } from "./why-skipped.ts";

/** Codes of what comes too early, in DynamoDB. */
const tooEarly = new Set(["ResourceInUseException", "ResourceNotFoundException"]);

/** How long something may be asked again. */
const patience = 3_000;

/** Where recordings are performed. */
export interface Stage {
  readonly link: TargetLink;
  readonly state: CleanState;
  /** By which answers are judged beside the recorded ones. */
  readonly contracts: readonly Contract[];
  /** Settles when the target answers again after it died. */
  readonly recovered: () => Promise<void>;
  readonly signal?: AbortSignal;
  /** Whether others use the account, too. */
  readonly isShared?: boolean;
  /** Whether results keep what exchanges say about behaviour. */
  readonly keepsSteps?: boolean;
}

/** Performs a recording anew, from its first exchange to its last, on a target that is empty. */
export async function replayRecording(recording: Recording, stage: Stage): Promise<RecordingResult> {
  return new RecordingReplay(recording, stage).perform();
}

class RecordingReplay {
  readonly #recording: Recording;
  readonly #stage: Stage;
  readonly #account: string | undefined;
  readonly #tokens = new Tokens();
  readonly #clock: ReplayClock;
  readonly #changes = new Map<string, string>();
  readonly #prior: readonly PriorThing[];
  readonly #judgement: Judgement;

  constructor(recording: Recording, stage: Stage) {
    const { services } = stage.link;
    this.#recording = recording;
    this.#stage = stage;
    this.#account = mainAccount(recording);
    this.#clock = new ReplayClock(recording.exchanges);
    this.#prior = priorThings(recording).filter(({ service }) => services.includes(service));
    const surroundings = { windows: defaultWindows, knowsAll: this.#prior.length === 0 };
    this.#judgement = new Judgement(recording, new ExchangeJudge(stage.contracts, surroundings), stage);
  }

  async perform(): Promise<RecordingResult> {
    await this.#stage.state.prepare(this.#prior);
    for (const [index, exchange] of this.#recording.exchanges.entries()) {
      this.#stage.signal?.throwIfAborted();
      await this.#replay(index, exchange);
    }
    return this.#judgement.result(this.#prior.length);
  }

  async #replay(index: number, exchange: RecordedExchange): Promise<void> {
    const { service, operation } = namedRequest(exchange);
    const why = whySkipped(exchange, this.#recording, this.#stage.link.services, service);
    if (why !== undefined || service === null) {
      this.#judgement.skip(index, exchange, service, operation, why ?? "it is for none of the services");
      return;
    }
    const sent = await this.#ready(exchange, service);
    if (typeof sent === "string") {
      this.#judgement.skip(index, exchange, service, operation, sent);
      return;
    }
    const answer = await this.#answerTo(sent, { service, operation, exchange });
    if (typeof answer === "string") {
      this.#judgement.skip(index, exchange, service, operation, answer);
      return;
    }
    const performed = { index, service, operation, sent, answer };
    this.#stage.state.note(performed);
    if (answer !== undefined && exchange.answer !== undefined) this.#learn(service, exchange.answer, answer);
    this.#judgement.answered(exchange, performed, await this.#madeUpFor(exchange, performed));
  }

  /** The answer, nothing where none came, or why it was not asked for. */
  async #answerTo(
    sent: SentRequest,
    { service, operation, exchange }: { service: ServiceName; operation: string; exchange: RecordedExchange },
  ): Promise<LiveAnswer | undefined | string> {
    const { state, isShared = false } = this.#stage;
    if (isShared && changesAccount(operation)) return "it would change the whole account, which others use";
    await state.foresee(service, operation);
    try {
      return await this.#sendPatiently(sent, service, exchange);
    } catch (error) {
      return whyUnsendable(error);
    }
  }

  /** Brings about what the target cannot do in the recorded way, where it had succeeded and another way is known. */
  async #madeUpFor(exchange: RecordedExchange, { index, service, operation, answer }: Performed) {
    const { answer: recorded } = exchange;
    const isRefused = answer !== undefined && isNotImplemented(outcomeOf(answer));
    if (recorded === undefined || recorded.status >= 300 || !isRefused) return undefined;
    const other = substituteFor(operation, exchange);
    const content = other && (await this.#performed(other.read, service));
    if (other === undefined || content?.answer === undefined || content.answer.status >= 300)
      return undefined;
    const written = await this.#performed(other.write(content.answer.body), service);
    if (written?.answer === undefined || written.answer.status >= 300) return undefined;
    this.#learn(service, recorded, written.answer);
    const performed = { index, service, operation: other.operation, ...written };
    this.#stage.state.note(performed);
    return performed;
  }

  /** Sends a request that no recording has. */
  async #performed(exchange: RecordedExchange, service: ServiceName) {
    const sent = await this.#ready(exchange, service);
    if (typeof sent === "string") return undefined;
    const answer = await this.#send(sent).catch(whyUnsendable);
    return typeof answer === "string" ? undefined : { sent, answer };
  }

  /** The request as it is sent now, or why it cannot be. */
  async #ready(exchange: RecordedExchange, service: ServiceName): Promise<SentRequest | string> {
    const whole = mended(exchange, service, this.#recording);
    const missing = whyMissing(whole, this.#tokens);
    if (missing !== undefined) return missing;
    await this.#clock.reach(whole, this.#stage.signal);
    const learned = { tokens: this.#tokens, clock: this.#clock, changes: this.#changes };
    return this.#signed(service, currentRequest(whole, service, learned));
  }

  async #signed(service: ServiceName, request: RecordedExchange): Promise<SentRequest | string> {
    try {
      return await this.#stage.link.signed(service, this.#account, headOf(request), request.body);
    } catch (error) {
      return whyUnsendable(error);
    }
  }

  /** What is still being made or removed is asked again: whoever recorded it may have waited, too. */
  async #sendPatiently(
    sent: SentRequest,
    service: ServiceName,
    { answer: recorded }: RecordedExchange,
  ): Promise<LiveAnswer | undefined> {
    const until = Date.now() + patience;
    for (;;) {
      const answer = await this.#send(sent);
      const isEarly =
        service === "dynamodb" &&
        (recorded?.status ?? 0) < 300 &&
        answer !== undefined &&
        tooEarly.has(outcomeOf(answer).code ?? "");
      if (!isEarly || Date.now() > until) return answer;
      await delay(100);
    }
  }

  async #send(sent: SentRequest): Promise<LiveAnswer | undefined> {
    try {
      return await this.#stage.link.send(sent);
    } catch (error) {
      this.#stage.signal?.throwIfAborted();
      if (isOurOwn(error)) throw error;
      await this.#stage.recovered();
      return undefined;
    }
  }

  #learn(service: ServiceName, recorded: RecordedAnswer, actual: LiveAnswer): void {
    for (const token of madeUpValues(service, recorded, actual)) this.#tokens.learn(token);
    const before = headerOf(recorded.headers, "last-modified");
    const now = headerOf(actual.headers, "last-modified");
    if (before !== undefined && now !== undefined) this.#changes.set(before, now);
  }
}

/** Errors of ours in making a request, which say nothing about the target. */
function isOurOwn(error: unknown): boolean {
  return error instanceof TypeError || error instanceof TouchstoneError;
}

/** Why a request cannot be made for an account; any other error goes on. */
function whyUnsendable(error: unknown): string {
  if (error instanceof TouchstoneError && error.code === "TS_CANNOT_SEND")
    return error.message.replace(/^.* cannot be sent to another account: /, "");
  throw error;
}
