import { isDeepStrictEqual } from "node:util";
import {
  type CallResult,
  type Care,
  type Change,
  glance,
  isLookDue,
  operationOf,
  type Scope,
  type ServiceName,
} from "../../clouds/index.ts";
import type { Step } from "../../explore/index.ts";
import { type Input, namePaths, type Operation, valuesAt } from "../../model/index.ts";
import type { IsKnown } from "../oracle/answers.ts";
import { isRefusal } from "../oracle/outcome.ts";
import type { Stage } from "../sides/side.ts";
import { type Look, lookAtStates } from "./look-at-states.ts";
import type { Which } from "./pair.ts";
import type { PerformedStep, PlaceDifference } from "./performed.ts";
import { touchedScopes } from "./touched.ts";

export interface StateWatchOptions {
  readonly service: ServiceName;
  readonly stages: Readonly<Record<Which, Stage>>;
  /** The performance's own names. */
  readonly names: ReadonlySet<string>;
  readonly isKnown: IsKnown;
}

/** The states behind the steps of one performance: what may have changed in them, and when they are looked at. */
export class StateWatch {
  readonly #options: StateWatchOptions;
  readonly #touched = new Map<string, Scope>();
  /** The calls since the last look that may have changed the states. */
  #changes: Change[] = [];
  /** The step of the last of them. */
  #change: number | undefined;
  /** Differences that were there before the first step. */
  readonly #before = new Set<string>();

  constructor(options: StateWatchOptions) {
    this.#options = options;
  }

  /** Accounts may be set differently before anybody has set anything: no call is to blame for that. */
  async lookBefore(): Promise<void> {
    const { service, stages } = this.#options;
    const differences = await lookAtStates([[]], { ...stages, service, isKnown: () => false });
    for (const difference of differences) this.#before.add(JSON.stringify(difference));
  }

  /** Told of a call, with the performance's own names, and of its step. */
  note(operation: Operation, input: Input, { emulator, reference }: PerformedStep, step: number): void {
    if (!mayChange(operation, emulator, reference)) return;
    const { service, names } = this.#options;
    this.#change = step;
    this.#changes.push({ operation, input, isRefused: isRefusal(emulator) && isRefusal(reference) });
    for (const scope of touchedScopes(service, operation, input, names)) {
      this.#touched.set(JSON.stringify(scope), scope);
    }
  }

  /** The last step that may have changed the states since the last look, if a look at them is due: without turns, it always is. */
  due(turn: number | undefined, care: Care | undefined): number | undefined {
    if (this.#change === undefined || turn === undefined) return this.#change;
    return isLookDue(this.#options.service, this.#changes, turn, care) ? this.#change : undefined;
  }

  /** Where the states differ; with a turn, they are looked at whole only if a glance shows a difference: it is the last's turn. */
  glance(operation: string, turn: number | undefined, isLast: boolean): Promise<readonly PlaceDifference[]> {
    const { service } = this.#options;
    const wanted = turn === undefined ? undefined : glance(service, this.#changes, isLast ? turn : undefined);
    return this.look(operation, { wanted });
  }

  /** Where the states differ behind an operation. */
  async look(operation: string, how: Pick<Look, "looks" | "wanted">): Promise<readonly PlaceDifference[]> {
    this.#change = undefined;
    this.#changes = [];
    const { service, stages, isKnown } = this.#options;
    const isOld = (difference: PlaceDifference) => this.#before.has(JSON.stringify(difference));
    return lookAtStates([...this.#touched.values()], {
      ...stages,
      service,
      isKnown: (difference) => isOld(difference) || isKnown(operation, difference),
      ...how,
    });
  }
}

/** A call that is answered and only reads changes nothing, and one that was not sent changes nothing at all. */
function mayChange({ readOnly }: Operation, emulator: CallResult, reference: CallResult): boolean {
  return [emulator, reference].some(({ kind }) => kind === "failed" || (kind === "answered" && !readOnly));
}

/** Whether a later step does the same to the same things, so that it would hide what an earlier one has done. */
export function isDoneAgain(service: ServiceName, step: Step, next: Step): boolean {
  if (step.operation !== next.operation) return false;
  const operation = operationOf(service, step.operation);
  return (
    !operation.readOnly && isDeepStrictEqual(namesIn(operation, step.input), namesIn(operation, next.input))
  );
}

/** What a call names of what there is, and of what it makes. */
function namesIn(operation: Operation, input: Input): readonly unknown[] {
  return namePaths(operation).map((path) => valuesAt(input, path));
}
