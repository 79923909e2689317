import {
  type ContractVerdict,
  type ExchangeJudge,
  errorMessageOf,
  isSuccess,
  type ReadExchange,
  stepOf,
} from "../../clouds/index.ts";
import { redactedText } from "../sides/redacted.ts";
import type { Instead } from "./bring-about.ts";
import { contractCited } from "./citation.ts";
import { causeOf, isFound, isUnmade, type Touched, touched } from "./following.ts";
import {
  type AnswerOutcome,
  differInEffect,
  isNotImplemented,
  noAnswer,
  outcomeOf,
  redactedOutcome,
  sameOutcome,
} from "./outcome.ts";
import { asksForPart, type LeftOut } from "./plainer.ts";
import { httpRequest, type NamedRequest } from "./recorded-request.ts";
import type { RecordedAnswer, RecordedExchange, Recording } from "./recording.ts";
import type { RecordingResult, ReplayDiscrepancy, SkippedExchange } from "./result.ts";
import { comparableExchange, type PerformedExchange, sentExchange } from "./sent-exchange.ts";
import type { LiveAnswer, TargetLink } from "./target-link.ts";

/** Why what differs after a difference is not counted: the recorded answer was given in another state. */
const follows = "it differs, but an earlier one that it depends on does so, too";

/** Compares the answers to a recording's exchanges with the recorded ones, in their order. */
export class Judgement {
  readonly #recording: Recording;
  readonly #contracts: ExchangeJudge;
  readonly #skipped: SkippedExchange[] = [];
  readonly #discrepancies: ReplayDiscrepancy[] = [];
  /** What should have changed something and did not, or otherwise. */
  readonly #differing: Touched[] = [];
  readonly #unperformed: Touched[] = [];
  /** What succeeded when it was recorded. */
  readonly #recorded: Touched[] = [];
  readonly #answers = new Map<number, AnswerOutcome>();
  readonly #keepsSteps: boolean;
  readonly #link: JudgedLink;
  readonly #steps: ReadExchange[] = [];
  /** What differs, and was made all the same. */
  readonly #made = new Set<Touched>();
  /** What was done in another way than it was asked for. */
  readonly #broughtAbout: Touched[] = [];
  #matched = 0;
  #helped = 0;

  constructor(
    recording: Recording,
    contracts: ExchangeJudge,
    { link, keepsSteps = false }: { readonly link: JudgedLink; readonly keepsSteps?: boolean },
  ) {
    this.#recording = recording;
    this.#contracts = contracts;
    this.#keepsSteps = keepsSteps;
    this.#link = link;
  }

  result(): Omit<RecordingResult, "prepared" | "deaths"> {
    return {
      exchanges: this.#recording.exchanges.length,
      matched: this.#matched,
      helped: this.#helped,
      skipped: this.#skipped,
      discrepancies: this.#discrepancies,
      answers: this.#answers,
      steps: this.#steps,
    };
  }

  /** An exchange that was not performed. */
  skip(
    index: number,
    exchange: RecordedExchange,
    { service, operation }: NamedRequest,
    reason: string,
    left: LeftThere,
  ): void {
    this.#leaveOut(index, operation, reason);
    const hadEffect = (exchange.answer?.status ?? 500) < 300;
    if (service === null || !hadEffect) return;
    const here = touched(index, service, operation, httpRequest(exchange));
    this.#unperformed.push(here, ...(left === "a dead target" ? [everything(here)] : []));
    this.#recorded.push(here);
    if (left === "what is told") this.#broughtAbout.push(here);
  }

  /** An exchange that was performed. */
  answered(
    exchange: RecordedExchange,
    performed: PerformedExchange,
    { instead, doubt, left }: Circumstances,
  ): void {
    const sent = sentExchange(performed);
    const verdicts = this.#contracts.judge(sent);
    if (this.#keepsSteps) {
      this.#steps.push(stepOf(comparableExchange(sent, this.#link.words(performed.service))));
    }
    if (instead !== undefined) this.#contracts.judge(sentExchange(instead.performed));
    if (exchange.answer === undefined) return;
    const { index, service, operation, answer } = performed;
    // Whoever recorded it may have had the same keys.
    const expected = redactedOutcome(outcomeOf(exchange.answer, performed), this.#link);
    const actual =
      answer === undefined ? noAnswer : redactedOutcome(outcomeOf(answer, performed), this.#link);
    this.#answers.set(index, actual);
    const here = touched(index, service, operation, httpRequest(exchange));
    if (left === "what is told") this.#broughtAbout.push(here);
    const isFoundThere = expected.status < 300 && actual.status === 404 && isFound(this.#recorded, here);
    if (expected.status < 300) this.#recorded.push(here);
    if (sameOutcome(expected, actual)) this.#matches(here, doubt);
    else if (doubt !== undefined && answer !== undefined) {
      this.#leaveOut(index, operation, doubt);
      if (differInEffect(expected, actual)) this.#unperformed.push(here);
    } else {
      const found = { ...performed, recorded: exchange.answer, expected, actual, verdicts, instead };
      this.#differs(here, exchange, found, isFoundThere);
    }
    if (left === "a dead target") this.#unperformed.push(everything(here));
  }

  #matches(here: Touched, doubt: string | undefined): void {
    this.#matched++;
    if (doubt !== undefined || causeOf(this.#broughtAbout, here) !== undefined) this.#helped++;
  }

  #differs(here: Touched, exchange: RecordedExchange, found: Differing, isFoundThere: boolean): void {
    const { operation, expected, actual, answer, instead } = found;
    const cause = causeOf(this.#causesFor(here, exchange, found), here);
    if (cause === undefined && causeOf(this.#unperformed, here) !== undefined) {
      const reason = "it differs, but an earlier one that it depends on was skipped";
      this.#leaveOut(here.index, operation, reason);
      return;
    }
    if (cause === undefined && isFoundThere) {
      this.#leaveOut(here.index, operation, "it meets what was there before the recording began");
      this.#unperformed.push(here);
      return;
    }
    if (instead?.performed.answer !== undefined) {
      this.#broughtAbout.push(here);
      this.#made.add(here);
    }
    const isLost = answer === undefined || (instead !== undefined && instead.performed.answer === undefined);
    if (isLost) this.#differing.push(everything(here));
    else if (!wasDone(instead, "nothing", "conditions") && differInEffect(expected, actual))
      this.#differing.push(here);
    if (cause === undefined) this.#discrepancies.push(this.#discrepancy(here.index, exchange, found));
    else this.#leaveOut(here.index, operation, follows, cause);
  }

  /** What may have caused that one differs. */
  #causesFor(here: Touched, exchange: RecordedExchange, found: Differing): readonly Touched[] {
    const { service, actual, instead } = found;
    // Nothing that was there before is in the way of what makes its thing anew, if it does so with its conditions.
    if (here.isMaking && wasDone(instead, "nothing", "extras")) return [];
    if (!isNotImplemented(actual)) return this.#differing;
    // What a target cannot do at all it cannot do anyway, unless what it is asked for was never made, or without a part
    // that is asked for.
    const isEnough = !asksForPart(service, exchange);
    return this.#differing.filter((one) => isUnmade(one, here) && !(isEnough && this.#made.has(one)));
  }

  #discrepancy(index: number, exchange: RecordedExchange, found: Differing): ReplayDiscrepancy {
    const { service, operation, expected, actual, recorded, answer, verdicts } = found;
    const cites = contractCited(verdicts, recorded, exchange.method === "HEAD");
    return {
      recording: this.#recording.name,
      index,
      service,
      operation,
      expected,
      actual,
      messages: {
        expected: this.#messageOf(recorded, expected),
        actual: this.#messageOf(answer, actual),
      },
      ...(cites !== undefined && { cites }),
      ...(exchange.test !== undefined && { test: exchange.test }),
    };
  }

  /** What a refusal says to people, on one line and without secrets. */
  #messageOf(answer: RecordedAnswer | LiveAnswer | undefined, outcome: AnswerOutcome): string | null {
    if (answer === undefined || isSuccess(outcome)) return null;
    const [line = ""] = (errorMessageOf(answer.body.toString("utf8")) ?? "").split("\n");
    return line === "" ? null : redactedText(line, this.#link);
  }

  #leaveOut(index: number, operation: string, reason: string, following?: number): void {
    const { name: recording } = this.#recording;
    this.#skipped.push({
      recording,
      index,
      operation,
      reason,
      ...(following !== undefined && { following }),
    });
  }
}

type JudgedLink = Pick<TargetLink, "words" | "redact">;

interface Differing extends PerformedExchange {
  readonly recorded: RecordedAnswer;
  readonly expected: AnswerOutcome;
  readonly actual: AnswerOutcome;
  readonly verdicts: readonly ContractVerdict[];
  readonly instead: Instead | undefined;
}

/** What was put there of what an exchange had left behind when it was recorded; the target may die of that. */
export type LeftThere = "nothing" | "what is told" | "a dead target";

/** What else is known of an exchange that was performed. */
export interface Circumstances {
  /** What was done in its place, where the target refused it. */
  readonly instead: Instead | undefined;
  readonly left: LeftThere;
  /** Why it is not counted if it differs. */
  readonly doubt: string | undefined;
}

/** What touched all that there is: nothing of it is left. */
function everything(here: Touched): Touched {
  return { ...here, isRead: false, isMaking: true, scopes: [[]] };
}

/** Whether it was done in another way, with no more left out than may be. */
function wasDone(instead: Instead | undefined, ...leftOut: readonly LeftOut[]): boolean {
  return instead?.performed.answer !== undefined && leftOut.includes(instead.leftOut);
}
