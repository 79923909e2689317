import { isDeepStrictEqual } from "node:util";
import {
  type CallResult,
  type Change,
  glance,
  isLookDue,
  operationOf,
  type Scope,
  type ServiceName,
} from "../../clouds/index.ts";
import type { Sequence, Step } from "../../explore/index.ts";
import { contractHeader } from "../../lab/index.ts";
import { type Input, namePaths, type Operation, valuesAt } from "../../model/index.ts";
import { allEnded } from "../all-ended.ts";
import { unknownAnswer } from "../findings/unknown-answer.ts";
import { AnswerOracle, type IsKnown } from "../oracle/answers.ts";
import { isMinor } from "../oracle/minor.ts";
import { isRefusal, messageOf, outcomeOf } from "../oracle/outcome.ts";
import { ownWords } from "../oracle/own-words.ts";
import { isUnpromised } from "../oracle/unpromised.ts";
import type { Stage } from "../sides/side.ts";
import { endedBy, lastWordsOf, whoDied } from "./died.ts";
import { type Naming, originalDifference } from "./fresh-names.ts";
import { type Look, lookAtStates } from "./look-at-states.ts";
import type { Difference, Pair, Which } from "./pair.ts";
import type { Discrepancy, Performed, PerformedStep, PerformOptions, PlaceDifference } from "./performed.ts";
import { redactedDifference } from "./redacted-difference.ts";
import { type Past, resolveInput } from "./resolve-input.ts";
import { sentAs } from "./sent-as.ts";
import { hasToSettle, settle } from "./settle.ts";
import { listsAccount, topNames, touchedScopes, touchesAccount } from "./touched.ts";

interface Setting {
  readonly pair: Pair;
  readonly stages: Readonly<Record<Which, Stage>>;
  readonly naming: Naming;
  /** Whether a difference is looked past that shows behind so many steps. */
  readonly isKnown: (...known: [...Parameters<IsKnown>, steps: number]) => boolean;
}

/** More differences would not say it better. */
const mostTold = 20;

/** One performance of a sequence, from its first step to its last or to where the sides part. */
export class Performance {
  readonly #setting: Setting;
  readonly #service: ServiceName;
  readonly #isKnown: IsKnown;
  readonly #answers: AnswerOracle;
  readonly #steps: PerformedStep[] = [];
  /** What the steps' calls were given on the emulator. */
  readonly #inputs: Input[] = [];
  readonly #past: Readonly<Record<Which, Past[]>> = { emulator: [], reference: [] };
  readonly #touched = new Map<string, Scope>();
  /** The calls that may have changed the states since the last look at them. */
  #changes: Change[] = [];
  readonly #before = new Set<string>();
  /** The last step since the last look at the states that may have changed them. */
  #change: number | undefined;

  constructor(setting: Setting) {
    this.#setting = setting;
    this.#service = setting.pair.emulator.service;
    this.#isKnown = (...difference) => setting.isKnown(...difference, this.#steps.length);
    this.#answers = new AnswerOracle(this.#service, setting.pair, setting.naming.names, this.#isKnown);
  }

  async perform(sequence: Sequence, { probes, turn, care }: PerformOptions): Promise<Performed> {
    if (touchesAccount(this.#service, sequence)) await this.#lookBefore();
    for (const [index, step] of sequence.entries()) {
      const operation = operationOf(this.#service, step.operation);
      const different = await this.#step(step, operation, index);
      // Nothing is left of what the steps before have made.
      if (different === "both died") return { steps: this.#steps };
      if (different !== undefined) return this.#judged(sequence, index, different);
      if (index < sequence.length - 1) await this.#settle(step, operation);
      const next = sequence[index + 1];
      const isTime = probes === "each" || next === undefined || isDoneAgain(operation, step, next);
      if (!isTime || this.#change === undefined) continue;
      if (turn !== undefined && !isLookDue(this.#service, this.#changes, turn, care)) continue;
      const change = this.#change;
      const differences = await this.#look(sequence[change]?.operation ?? step.operation, {
        ...(turn !== undefined && { wanted: glance(this.#service, this.#changes, turn) }),
      });
      if (differences.length > 0) {
        return this.#judged(sequence, change, { differences, manifestation: "state" });
      }
    }
    return { steps: this.#steps };
  }

  /** Where the sides part, unless that says nothing of the operation. */
  async #judged(sequence: Sequence, at: number, different: Difference): Promise<Performed> {
    const step = sequence[at];
    if (step === undefined || different.died !== undefined) return this.#parted(at, different);
    if (await this.#meetsLeftovers(step)) return { steps: this.#steps, isDoubtful: true };
    const other = await sentAs(this.#service, step.operation, this.#inputs[at] ?? {});
    if (other === undefined) return this.#parted(at, different);
    const masked = { kind: "masked", via: step.via ?? "sdk", message: `it is sent as ${other}` } as const;
    return { steps: this.#steps.with(at, { emulator: masked, reference: masked }) };
  }

  /** Performs a step on both sides at once; says where their answers differ, and whether their states do too. */
  async #step(
    step: Step,
    operation: Operation,
    index: number,
  ): Promise<Difference | "both died" | undefined> {
    const fresh = this.#setting.naming.fresh(step.input);
    const input = {
      emulator: this.#resolved(operation, fresh, "emulator"),
      reference: this.#resolved(operation, fresh, "reference"),
    };
    // What one side must not do the other does not do either: what comes behind would differ by that alone.
    const refusal =
      (await this.#refusal(step, input.emulator, "emulator")) ??
      (await this.#refusal(step, input.reference, "reference"));
    const [emulator, reference] = await allEnded([
      this.#call(step, input.emulator, "emulator", refusal),
      this.#call(step, input.reference, "reference", refusal),
    ]);
    this.#inputs.push(input.emulator);
    this.#steps.push({ emulator, reference });
    if (mayChange(operation, emulator, reference)) {
      this.#noteChange(
        { operation, input: fresh, isRefused: isRefusal(emulator) && isRefusal(reference) },
        index,
      );
    }
    const died = await whoDied(this.#setting.pair, { emulator, reference });
    const differences = this.#answers.compare({ operation, input, emulator, reference });
    if (died === "both")
      return differences.length === 0 ? "both died" : { differences, manifestation: "response" };
    if (differences.length === 0 && died === undefined) return this.#unpromised(operation, emulator);
    if (died !== undefined) return endedBy(died, this.#setting.pair, differences, reference);
    // What only reads has changed nothing: what differs in the states was there before.
    const states = operation.readOnly
      ? []
      : await this.#look(operation.name, { looks: looksBehind(differences) });
    if (states.length === 0) return { differences, manifestation: "response" };
    const isSilent = differences.every((one) => isMinor(operation, one));
    return isSilent
      ? { differences: [...states, ...differences], manifestation: "state" }
      : { differences: [...differences, ...states], manifestation: "both" };
  }

  #noteChange(change: Change, index: number): void {
    this.#change = index;
    this.#changes.push(change);
    const { operation, input } = change;
    for (const scope of touchedScopes(this.#service, operation, input, this.#setting.naming.names)) {
      this.#touched.set(JSON.stringify(scope), scope);
    }
  }

  /** Contracts stand before the emulator itself: what nobody would answer so shows by the interface alone. */
  #unpromised(operation: Operation, emulator: CallResult): Difference | undefined {
    if (this.#setting.pair.reference.kind !== "contracts" || !isUnpromised(emulator, operation))
      return undefined;
    const { status, code } = outcomeOf(emulator);
    const said = [status, code].filter((part) => part !== null).join(" ");
    return {
      differences: [{ place: "response.status", emulator: said, reference: null }],
      manifestation: "response",
      instead: unknownAnswer,
    };
  }

  async #settle(step: Step, operation: Operation): Promise<void> {
    const { pair, stages, naming } = this.#setting;
    const results = this.#steps.at(-1);
    if (results === undefined || !hasToSettle(this.#service, operation)) return;
    const names = topNames(this.#service, operation, naming.fresh(step.input), naming.names);
    await allEnded([
      settle(pair.emulator, stages.emulator, names, results.emulator),
      settle(pair.reference, stages.reference, names, results.reference),
    ]);
  }

  /** Whether a call lists an account that is not ours to be emptied, and from which something could not be removed. */
  async #meetsLeftovers({ operation, input }: Step): Promise<boolean> {
    if (!listsAccount(operationOf(this.#service, operation), this.#setting.naming.fresh(input))) return false;
    const { emulator, reference } = this.#setting.pair;
    const others = [emulator, reference].filter(({ isOurs }) => !isOurs);
    // What others have made is still being removed.
    await allEnded(others.map((side) => side.atRest()));
    return others.some(({ leftovers }) => leftovers.length > 0);
  }

  #resolved(operation: Operation, input: Input, which: Which): Input {
    return resolveInput(operation, input, { side: this.#setting.pair[which], past: this.#past[which] });
  }

  #refusal({ caller, operation }: Step, input: Input, which: Which): Promise<string | undefined> {
    return this.#setting.stages[which].refusal(caller, operation, input);
  }

  async #call(
    { caller, operation, via }: Step,
    input: Input,
    which: Which,
    refusal: string | undefined,
  ): Promise<CallResult> {
    const stage = this.#setting.stages[which];
    const result: CallResult =
      refusal === undefined
        ? await stage.call(caller, operation, input, via === undefined ? {} : { via })
        : { kind: "masked", via: via ?? "sdk", message: refusal };
    this.#past[which].push({ operation, result });
    return result;
  }

  /** What accounts are set to before anybody has set anything may differ: nobody's call is to blame for that. */
  async #lookBefore(): Promise<void> {
    const differences = await lookAtStates([[]], {
      ...this.#setting.stages,
      service: this.#service,
      isKnown: () => false,
    });
    for (const difference of differences) this.#before.add(JSON.stringify(difference));
  }

  async #look(operation: string, how: Pick<Look, "looks" | "wanted">): Promise<readonly PlaceDifference[]> {
    this.#change = undefined;
    this.#changes = [];
    const { stages } = this.#setting;
    const isOld = (difference: PlaceDifference) => this.#before.has(JSON.stringify(difference));
    return lookAtStates([...this.#touched.values()], {
      ...stages,
      service: this.#service,
      isKnown: (difference) => isOld(difference) || this.#isKnown(operation, difference),
      ...how,
    });
  }

  #parted(step: number, { differences, manifestation, died, instead }: Difference): Performed {
    const { pair, naming } = this.#setting;
    const { original } = naming;
    const said = (which: Which, result: CallResult) => {
      const message = messageOf(result);
      return message === null ? null : original(ownWords(pair[which])(pair[which].redact(message)));
    };
    const results = this.#steps[step];
    if (results === undefined) return { steps: this.#steps };
    const { emulator, reference } = results;
    // A contract has changed the answer: why the states differ it does not say.
    const isOfAnswer = manifestation !== "state" && reference.kind === "answered";
    const contract = isOfAnswer ? reference.headers[contractHeader] : undefined;
    const discrepancy: Discrepancy = {
      step,
      emulator: outcomeOf(emulator),
      reference: instead === undefined ? outcomeOf(reference) : { status: null, code: null },
      differences: differences
        .slice(0, mostTold)
        .map((one) => originalDifference(redactedDifference(one, pair), naming)),
      manifestation,
      messages: {
        emulator: said("emulator", emulator),
        reference: instead ?? said("reference", reference),
      },
      ...(contract !== undefined && { contract }),
      ...(died !== undefined && { died: died.which, lastWords: lastWordsOf(died, pair, naming) }),
    };
    return { steps: this.#steps, discrepancy };
  }
}

/** Whether the next step does the same to the same things, so that nobody would see what this one has done. */
function isDoneAgain(operation: Operation, step: Step, next: Step): boolean {
  return (
    step.operation === next.operation &&
    isDeepStrictEqual(namesIn(operation, step.input), namesIn(operation, next.input))
  );
}

/** What a call names of what there is, and of what it makes. */
function namesIn(operation: Operation, input: Input): readonly unknown[] {
  return namePaths(operation).map((path) => valuesAt(input, path));
}

/** Where the answers tell already that the sides have parted, one look will do. */
function looksBehind(differences: readonly PlaceDifference[]): number | undefined {
  return differences.some(({ place }) => place === "response.status") ? 1 : undefined;
}

/** What only reads changes nothing where it is answered, and what was not sent changes nothing at all. */
function mayChange({ readOnly }: Operation, emulator: CallResult, reference: CallResult): boolean {
  return [emulator, reference].some(({ kind }) => kind === "failed" || (kind === "answered" && !readOnly));
}
