import { type CallResult, operationOf, type ServiceName } from "../../clouds/index.ts";
import type { Sequence, Step } from "../../explore/index.ts";
import type { Input, Operation } from "../../model/index.ts";
import { allEnded } from "../all-ended.ts";
import { AnswerOracle, type IsKnown } from "../oracle/answers.ts";
import { isMinor } from "../oracle/minor.ts";
import type { Stage } from "../sides/side.ts";
import { endedBy, whoDied } from "./died.ts";
import type { Naming } from "./fresh-names.ts";
import { type Judged, judged, unpromised } from "./judged.ts";
import type { Difference, Pair, Which } from "./pair.ts";
import type { PerformedStep, PerformOptions, PlaceDifference } from "./performed.ts";
import { type Past, resolveInput } from "./resolve-input.ts";
import { hasToSettle, settle } from "./settle.ts";
import { isDoneAgain, StateWatch } from "./state-watch.ts";
import { topNames, touchesAccount } from "./touched.ts";

interface Setting {
  readonly pair: Pair;
  readonly stages: Readonly<Record<Which, Stage>>;
  readonly naming: Naming;
  /** Whether a difference is looked past that shows behind so many steps. */
  readonly isKnown: (...known: [...Parameters<IsKnown>, steps: number]) => boolean;
}

/** One performance of a sequence, from its first step to its last or to where the sides part. */
export class Performance {
  readonly #setting: Setting;
  readonly #service: ServiceName;
  readonly #answers: AnswerOracle;
  readonly #states: StateWatch;
  readonly #steps: PerformedStep[] = [];
  /** What the steps' calls were given on the emulator. */
  readonly #inputs: Input[] = [];
  readonly #past: Readonly<Record<Which, Past[]>> = { emulator: [], reference: [] };

  constructor(setting: Setting) {
    const { pair, stages, naming } = setting;
    this.#setting = setting;
    this.#service = pair.emulator.service;
    const isKnown: IsKnown = (...difference) => setting.isKnown(...difference, this.#steps.length);
    this.#answers = new AnswerOracle(this.#service, pair, naming.names, isKnown);
    this.#states = new StateWatch({ service: this.#service, stages, names: naming.names, isKnown });
  }

  async perform(sequence: Sequence, { probes, turn, care }: PerformOptions): Promise<Judged> {
    if (touchesAccount(this.#service, sequence)) await this.#states.lookBefore();
    let lookedAt = 0;
    for (const [index, step] of sequence.entries()) {
      const operation = operationOf(this.#service, step.operation);
      const different = await this.#step(step, operation, index);
      // Nothing is left of what the steps before have made.
      if (different === "both died") return { steps: this.#steps };
      if (different !== undefined) return this.#judged(sequence, index, different);
      if (index < sequence.length - 1) await this.#settle(step, operation);
      const next = sequence[index + 1];
      const isHidden =
        next !== undefined &&
        sequence.slice(lookedAt, index + 1).some((one) => isDoneAgain(this.#service, one, next));
      const isTime = probes === "each" || next === undefined || isHidden;
      const change = isTime ? this.#states.due(turn, care) : undefined;
      if (change === undefined) continue;
      lookedAt = index + 1;
      const named = sequence[change]?.operation ?? step.operation;
      const differences = await this.#states.glance(named, turn, next === undefined);
      if (differences.length > 0) {
        return this.#judged(sequence, change, { differences, manifestation: "state" });
      }
    }
    return { steps: this.#steps };
  }

  #judged(sequence: Sequence, at: number, different: Difference): Promise<Judged> {
    const { pair, naming } = this.#setting;
    return judged(sequence, at, different, { pair, naming, steps: this.#steps, inputs: this.#inputs });
  }

  /** Performs a step on both sides at once; says where their answers differ, and whether their states do too. */
  async #step(
    step: Step,
    operation: Operation,
    index: number,
  ): Promise<Difference | "both died" | undefined> {
    const { pair, naming } = this.#setting;
    const fresh = naming.fresh(step.input);
    const input = {
      emulator: this.#resolved(operation, fresh, "emulator"),
      reference: this.#resolved(operation, fresh, "reference"),
    };
    // A call that one side must not make is not made on the other either: otherwise all that follows would differ by it.
    const refusal =
      (await this.#refusal(step, input.emulator, "emulator")) ??
      (await this.#refusal(step, input.reference, "reference"));
    const [emulator, reference] = await allEnded([
      this.#call(step, input.emulator, "emulator", refusal),
      this.#call(step, input.reference, "reference", refusal),
    ]);
    this.#inputs.push(input.emulator);
    this.#steps.push({ emulator, reference });
    this.#states.note(operation, fresh, { emulator, reference }, index);
    const died = await whoDied(pair, { emulator, reference });
    const differences = this.#answers.compare({ operation, input, emulator, reference });
    if (died === "both")
      return differences.length === 0 ? "both died" : { differences, manifestation: "response" };
    if (differences.length === 0 && died === undefined) return unpromised(pair, operation, emulator);
    if (died !== undefined) return endedBy(died, pair, differences, reference);
    // An operation that only reads has changed nothing: if states differ now, they differed before.
    const states = operation.readOnly
      ? []
      : await this.#states.look(operation.name, { looks: looksBehind(differences) });
    if (states.length === 0) return { differences, manifestation: "response" };
    const isSilent = differences.every((one) => isMinor(operation, one));
    return isSilent
      ? { differences: [...states, ...differences], manifestation: "state" }
      : { differences: [...differences, ...states], manifestation: "both" };
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
}

/** Where the answers tell already that the sides have parted, one look will do. */
function looksBehind(differences: readonly PlaceDifference[]): number | undefined {
  return differences.some(({ place }) => place === "response.status") ? 1 : undefined;
}
