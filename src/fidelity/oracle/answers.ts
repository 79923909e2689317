import {
  type Answered,
  type CallResult,
  type Field,
  GrowingTrace,
  interfaceOf,
  isSuccess,
  type ServiceName,
  statusAndCode,
  unequalFields,
} from "../../clouds/index.ts";
import { describeProblems, type Input, type Operation, validate } from "../../model/index.ts";
import { saysUnknown } from "../findings/answers.ts";
import { answerBody, answerValue } from "../pair/answer-values.ts";
import type { PlaceDifference } from "../pair/performed.ts";
import { listsAccount, markersOf, tellsSettings } from "../pair/touched.ts";
import type { Side } from "../sides/side.ts";
import { type AnsweredCall, answeredStep } from "./answered-step.ts";
import { messageOf, outcomeOf } from "./outcome.ts";
import { type OwnWords, ownWords } from "./own-words.ts";
import { shortText } from "./short-text.ts";
import { unequalSpans } from "./time-spans.ts";

/** A call as it was made on both sides, and what came of it. */
export interface PairedCall {
  readonly operation: Operation;
  readonly input: { readonly emulator: Input; readonly reference: Input };
  readonly emulator: CallResult;
  readonly reference: CallResult;
}

/** What differences are looked past: they are known already, and everything behind them is compared without them. */
export type IsKnown = (operation: string, difference: PlaceDifference) => boolean;

type Addressed = Pick<Side, "endpoint" | "origin" | "readSas" | "isOurs">;

/**
 * Compares the answers of two sides, call by call: status and code strictly, successes by the interface's types, with
 * what the sides make up named by first use over all calls so far.
 */
export class AnswerOracle {
  readonly #service: ServiceName;
  readonly #names: ReadonlySet<string>;
  readonly #isKnown: IsKnown;
  /** One of the sides runs already, and is set as somebody likes. */
  readonly #isSomebodys: boolean;
  readonly #words: { readonly emulator: OwnWords; readonly reference: OwnWords };
  readonly #traces = { emulator: new GrowingTrace(), reference: new GrowingTrace() };
  /** Refusals since the last success: of them only matters what was sent, and only to what comes behind. */
  readonly #unread: { readonly emulator: AnsweredCall[]; readonly reference: AnsweredCall[] } = {
    emulator: [],
    reference: [],
  };

  constructor(
    service: ServiceName,
    sides: { readonly emulator: Addressed; readonly reference: Addressed },
    names: ReadonlySet<string>,
    isKnown: IsKnown = () => false,
  ) {
    this.#service = service;
    this.#names = names;
    this.#isKnown = isKnown;
    const { emulator, reference } = sides;
    this.#isSomebodys = emulator.origin !== reference.origin && !(emulator.isOurs && reference.isOurs);
    this.#words = { emulator: ownWords(sides.emulator), reference: ownWords(sides.reference) };
  }

  /** Where the answers to the next call differ. */
  compare(call: PairedCall): readonly PlaceDifference[] {
    const differences = this.#differences(call);
    return differences.length === 0 ? [] : [...differences, ...retries(call)];
  }

  #differences(call: PairedCall): readonly PlaceDifference[] {
    const { operation, emulator, reference } = call;
    const outright = outrightDifferences(call);
    if (outright.length > 0 || emulator.kind !== "answered" || reference.kind !== "answered") return outright;
    const lists = listsAccount(operation, call.input.emulator);
    const isCut = lists && [emulator, reference].some((answer) => this.#isCut(operation, answer));
    const whole = !isCut && !(this.#isSomebodys && tellsSettings(this.#service, operation));
    const only = lists ? this.#names : undefined;
    const made = (side: "emulator" | "reference", answer: Answered): AnsweredCall => ({
      service: this.#service,
      operation,
      input: call.input[side],
      answer,
      body: isSuccess(outcomeOf(answer)) && whole ? answerBody(this.#service, operation, answer) : undefined,
      only,
    });
    const [own, other] = [made("emulator", emulator), made("reference", reference)];
    const fields = this.#fieldDifferences(own, other, whole);
    return fields.length > 0 || !whole ? fields : this.#unfit(own, other);
  }

  /** A page of a list that goes on may hold anybody's things. */
  #isCut(operation: Operation, answer: Answered): boolean {
    return markersOf(operation).some((at) => answerValue(this.#service, operation, answer, at) !== undefined);
  }

  #fieldDifferences(own: AnsweredCall, other: AnsweredCall, whole: boolean): readonly PlaceDifference[] {
    const here = this.#note("emulator", own, whole);
    const there = this.#note("reference", other, whole);
    if (here === undefined || there === undefined) return [];
    const told = unequalFields(here, there).map(([place, emulator, reference]) => ({
      place,
      emulator: shortText(emulator),
      reference: shortText(reference),
    }));
    const telling = told.filter((one) => this.#service !== "azure-table" || !areOtherTags(one));
    const known = new Set(
      telling.filter((one) => this.#isKnown(own.operation.name, one)).map(({ place }) => place),
    );
    // What differs must not give names to what comes behind it.
    if (known.size > 0)
      for (const trace of [this.#traces.emulator, this.#traces.reference]) trace.forget(known);
    const spans = whole ? unequalSpans(own, other) : [];
    return [
      ...telling.filter(({ place }) => !known.has(place)),
      ...spans.filter((one) => !this.#isKnown(own.operation.name, one)),
    ];
  }

  /** What a success says, as it stands in the trace of its side so far. */
  #note(side: "emulator" | "reference", call: AnsweredCall, whole: boolean): readonly Field[] | undefined {
    if (!isSuccess(outcomeOf(call.answer))) {
      this.#unread[side].push(call);
      return undefined;
    }
    for (const refused of this.#unread[side].splice(0)) this.#read(side, refused, true);
    return this.#read(side, call, whole).filter(({ place }) => isAnswer(place));
  }

  /** Adds a call to the trace of its side. */
  #read(side: "emulator" | "reference", call: AnsweredCall, whole: boolean): readonly Field[] {
    const step = answeredStep(call, this.#words[side]);
    return this.#traces[side].add({
      ...step,
      fields: step.fields.filter(({ place }) => matters(place) && (whole || !isAnswer(place))),
    });
  }

  #unfit(own: AnsweredCall, other: AnsweredCall): readonly PlaceDifference[] {
    if (!isSuccess(outcomeOf(own.answer)) || areTheSame(own.answer, other.answer)) return [];
    const [emulator, reference] = [own, other].map((call) => this.#whyUnfit(call));
    if ((emulator === undefined) === (reference === undefined)) return [];
    const difference = {
      place: "response.body",
      emulator: shortText(emulator ?? fitting),
      reference: shortText(reference ?? fitting),
    };
    return this.#isKnown(own.operation.name, difference) ? [] : [difference];
  }

  /** Why a body is not what its type says, or why the SDK could not read the answer. */
  #whyUnfit({ operation, answer, body }: AnsweredCall): string | undefined {
    const { types } = interfaceOf(this.#service);
    const problems =
      operation.output.body.kind === "void" || operation.http.method === "HEAD"
        ? []
        : validate(operation.output.body, body, types);
    return problems.length === 0 ? answer.complaint : describeProblems(problems, "the body");
  }
}

/** The ETags of tables are times: what is changed twice within a millisecond may have the same, on one side and not on the other. */
function areOtherTags({ emulator, reference }: PlaceDifference): boolean {
  const [own, other] = [emulator, reference].map((value) => value?.replaceAll(/‹etag#\d+›/g, "‹etag›"));
  return own !== undefined && own === other;
}

const fitting = "as its type says";

/** What is the same, byte by byte, is equally fit. */
function areTheSame(own: Answered, other: Answered): boolean {
  return own.complaint === other.complaint && Buffer.compare(own.body, other.body) === 0;
}

function isAnswer(place: string): boolean {
  return place.startsWith("response.");
}

/** How many fields an object has follows from which; and of the parts of a batch only some headers are promised. */
function matters(place: string): boolean {
  if (place.endsWith("{}")) return false;
  if (place === "response.header.content-type") return true;
  return !/\bpart\.header\.(?!etag$|x-ms-error-code$)/.test(place);
}

/** Differences in what is compared strictly, and is all that can be compared where not both succeed. */
function outrightDifferences({ operation, emulator, reference }: PairedCall): readonly PlaceDifference[] {
  if (emulator.kind !== reference.kind) {
    return [{ place: "call", emulator: kindOf(emulator), reference: kindOf(reference) }];
  }
  const [own, other] = [outcomeOf(emulator), outcomeOf(reference)];
  const differences: PlaceDifference[] = [];
  if (own.status !== other.status) {
    differences.push({
      place: "response.status",
      emulator: shortText(own.status),
      reference: shortText(other.status),
    });
  }
  // An answer without a body has no room for a code but in a header, which not every service sends.
  const mayLack = operation.http.method === "HEAD" && (own.code === null || other.code === null);
  if (own.code !== other.code && !mayLack) {
    differences.push({ place: "response.code", emulator: own.code, reference: other.code });
  }
  return differences.length > 0 || operation.http.method === "HEAD"
    ? differences
    : lostWords(emulator, reference);
}

/**
 * Clouds reword what they say, and nothing is made of that; a refusal that says nothing helps nobody. Of an operation that
 * one side does not have there is nothing to say.
 */
function lostWords(emulator: CallResult, reference: CallResult): readonly PlaceDifference[] {
  if (emulator.kind !== "answered" || emulator.status < 400) return [];
  const isUnknown = [emulator, reference].some((result) =>
    saysUnknown({ ...outcomeOf(result), message: messageOf(result) }),
  );
  if (isUnknown) return [];
  const [own, other] = [messageOf(emulator)?.trim() ?? "", messageOf(reference)?.trim() ?? ""];
  return own === "" && other !== ""
    ? [{ place: "response.message", emulator: null, reference: shortText(other) }]
    : [];
}

function kindOf(result: CallResult): string | null {
  if (result.kind !== "answered") return shortText(`${result.kind}: ${result.message}`);
  return shortText(statusAndCode(result));
}

function retries({ emulator, reference }: PairedCall): readonly PlaceDifference[] {
  const [own, other] = [attemptsOf(emulator), attemptsOf(reference)];
  return own === other ? [] : [{ place: "attempts", emulator: shortText(own), reference: shortText(other) }];
}

function attemptsOf(result: CallResult): number {
  return result.kind === "masked" ? 0 : result.attempts;
}
