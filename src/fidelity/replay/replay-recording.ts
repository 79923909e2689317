import { setTimeout as delay } from "node:timers/promises";
import type { ServiceName } from "../../clouds/index.ts";
import { TouchstoneError } from "../../model/index.ts";
import type { SentRequest } from "../../wire/index.ts";
import type { CleanState } from "./clean-state.ts";
import { ReplayClock } from "./clock.ts";
import { currentRequest } from "./current-request.ts";
import { causeOf, isFound, type Touched, touched } from "./following.ts";
import { headerOf } from "./headers.ts";
import { madeUpValues } from "./made-up-values.ts";
import { mended } from "./mend.ts";
import {
  type AnswerOutcome,
  differInEffect,
  isNotImplemented,
  noAnswer,
  outcomeOf,
  sameOutcome,
} from "./outcome.ts";
import { priorThings } from "./prior-state.ts";
import { headOf, httpRequest, mainAccount, namedRequest } from "./recorded-request.ts";
import type { RecordedExchange, Recording } from "./recording.ts";
import type { RecordingResult, ReplayDiscrepancy, SkippedExchange } from "./result.ts";
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
  /** Settles when the target answers again after it died. */
  readonly recovered: () => Promise<void>;
  readonly signal?: AbortSignal;
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
  readonly #skipped: SkippedExchange[] = [];
  readonly #discrepancies: ReplayDiscrepancy[] = [];
  /** What should have changed something and did not, or otherwise. */
  readonly #differing: Touched[] = [];
  readonly #unperformed: Touched[] = [];
  /** What succeeded when it was recorded. */
  readonly #recorded: Touched[] = [];
  #matched = 0;

  constructor(recording: Recording, stage: Stage) {
    this.#recording = recording;
    this.#stage = stage;
    this.#account = mainAccount(recording);
    this.#clock = new ReplayClock(recording.exchanges);
  }

  async perform(): Promise<RecordingResult> {
    const { link, state } = this.#stage;
    const prior = priorThings(this.#recording).filter(({ service }) => link.services.includes(service));
    await state.prepare(prior);
    for (const [index, exchange] of this.#recording.exchanges.entries()) {
      this.#stage.signal?.throwIfAborted();
      await this.#replay(index, exchange);
    }
    return {
      exchanges: this.#recording.exchanges.length,
      prepared: prior.length,
      matched: this.#matched,
      skipped: this.#skipped,
      discrepancies: this.#discrepancies,
    };
  }

  async #replay(index: number, exchange: RecordedExchange): Promise<void> {
    const { service, operation } = namedRequest(exchange);
    const why = whySkipped(exchange, this.#recording, this.#stage.link.services, service);
    if (why !== undefined || service === null) {
      this.#skip(index, exchange, service, operation, why ?? "it is for none of the services");
      return;
    }
    const ready = mended(exchange, service, this.#recording);
    const missing = whyMissing(ready, this.#tokens);
    if (missing !== undefined) {
      this.#skip(index, exchange, service, operation, missing);
      return;
    }
    await this.#clock.reach(ready, this.#stage.signal);
    const learned = { tokens: this.#tokens, clock: this.#clock, changes: this.#changes };
    const current = currentRequest(ready, service, learned);
    const sent = await this.#signed(service, current);
    if (typeof sent === "string") {
      this.#skip(index, exchange, service, operation, sent);
      return;
    }
    await this.#stage.state.foresee(service, operation);
    const answer = await this.#sendPatiently(sent, service, exchange);
    this.#stage.state.note({ service, operation, sent, answer });
    this.#judge(index, exchange, { service, operation, answer });
  }

  async #signed(service: ServiceName, request: RecordedExchange): Promise<SentRequest | string> {
    try {
      return await this.#stage.link.signed(service, this.#account, headOf(request), request.body);
    } catch (error) {
      if (error instanceof TouchstoneError && error.code === "TS_CANNOT_SEND")
        return error.message.replace(/^.* cannot be sent to another account: /, "");
      throw error;
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

  #judge(
    index: number,
    exchange: RecordedExchange,
    {
      service,
      operation,
      answer,
    }: { service: ServiceName; operation: string; answer: LiveAnswer | undefined },
  ): void {
    if (exchange.answer === undefined) return;
    const expected = outcomeOf(exchange.answer);
    const actual = answer === undefined ? noAnswer : outcomeOf(answer);
    if (answer !== undefined) this.#learn(service, exchange.answer, answer);
    const here = this.#touched(index, exchange, service, operation);
    const isFoundThere = expected.status < 300 && actual.status === 404 && isFound(this.#recorded, here);
    if (expected.status < 300) this.#recorded.push(here);
    if (sameOutcome(expected, actual)) {
      this.#matched++;
      return;
    }
    if (isFoundThere) {
      const reason = "it meets what was there before the recording began";
      this.#skipped.push({ recording: this.#recording.name, index, operation, reason });
      return;
    }
    const skippedCause = causeOf(this.#unperformed, here);
    // What a target cannot do at all it cannot do anyway, unless what it is asked for was never made.
    const causes = isNotImplemented(actual)
      ? this.#differing.filter(({ isMaking }) => isMaking)
      : this.#differing;
    const following = causeOf(causes, here);
    if (following === undefined && skippedCause !== undefined) {
      const reason = "it differs, but an earlier one that it depends on was skipped";
      this.#skipped.push({ recording: this.#recording.name, index, operation, reason });
      return;
    }
    if (answer === undefined) this.#differing.push({ ...here, isRead: false, isMaking: true, scopes: [[]] });
    else if (differInEffect(expected, actual)) this.#differing.push(here);
    this.#differs({ index, exchange, service, operation, expected, actual, following });
  }

  #differs(found: {
    index: number;
    exchange: RecordedExchange;
    service: ServiceName;
    operation: string;
    expected: AnswerOutcome;
    actual: AnswerOutcome;
    following: number | undefined;
  }): void {
    const { index, exchange, service, operation, expected, actual, following } = found;
    this.#discrepancies.push({
      recording: this.#recording.name,
      index,
      service,
      operation,
      expected,
      actual,
      ...(following !== undefined && { following }),
      ...(exchange.test !== undefined && { test: exchange.test }),
    });
  }

  #learn(service: ServiceName, recorded: NonNullable<RecordedExchange["answer"]>, actual: LiveAnswer): void {
    for (const token of madeUpValues(service, recorded, actual)) this.#tokens.learn(token);
    const before = headerOf(recorded.headers, "last-modified");
    const now = headerOf(actual.headers, "last-modified");
    if (before !== undefined && now !== undefined) this.#changes.set(before, now);
  }

  #skip(
    index: number,
    exchange: RecordedExchange,
    service: ServiceName | null,
    operation: string,
    reason: string,
  ): void {
    this.#skipped.push({ recording: this.#recording.name, index, operation, reason });
    const hadEffect = (exchange.answer?.status ?? 500) < 300;
    if (service === null || !hadEffect) return;
    const here = this.#touched(index, exchange, service, operation);
    this.#unperformed.push(here);
    this.#recorded.push(here);
  }

  #touched(index: number, exchange: RecordedExchange, service: ServiceName, operation: string): Touched {
    return touched(index, service, operation, httpRequest(exchange));
  }
}

/** Errors of ours in making a request, which say nothing about the target. */
function isOurOwn(error: unknown): boolean {
  return error instanceof TypeError;
}
