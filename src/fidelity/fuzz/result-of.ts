import { interfaceOf } from "../../clouds/index.ts";
import { TouchstoneError } from "../../model/index.ts";
import type { MadeCall } from "../sides/unanswered-calls.ts";
import type { Cases } from "./cases.ts";
import type { Coverage } from "./coverage.ts";
import type { FuzzOptions, FuzzResult } from "./options.ts";

/** A run that has ended. */
export interface Ended {
  readonly coverage: Coverage;
  readonly cases: Cases;
  readonly seconds: number;
  /** Why one of the sides could not be asked any more, in words. */
  readonly spent: string | undefined;
  /** That a target answers nothing any more, in words. */
  readonly lost: string | undefined;
}

/** What a run has found. */
export function resultOf(options: FuzzOptions, { coverage, cases, seconds, spent, lost }: Ended): FuzzResult {
  const { emulator, reference, seed } = options;
  const { calls, masked, retries, reached, succeeded, measured, table } = coverage;
  const { findings, unconfirmed, waiting, doubtful } = cases;
  const { operations } = interfaceOf(emulator.service);
  const unreached = operations.map(({ name }) => name).filter((name) => !reached.has(name));
  return {
    service: emulator.service,
    emulator: emulator.label,
    reference: reference.label,
    seed,
    operations: { total: operations.length, reached: reached.size, succeeded, unreached },
    calls,
    masked,
    retries,
    crashes: emulator.crashes,
    referenceCrashes: reference.crashes,
    hangs: emulator.losses - emulator.crashes,
    referenceHangs: reference.losses - reference.crashes,
    seconds,
    findings: findings.filter(({ dependsOnTime }) => dependsOnTime !== true),
    timeDependent: findings.filter(({ dependsOnTime }) => dependsOnTime === true),
    unconfirmed,
    unexamined: waiting,
    ...(spent !== undefined && { spent }),
    ...(lost !== undefined && { lost, underWay: underWay(options) }),
    measured: [...measured.difference(doubtful)].toSorted(),
    coverage: table,
  };
}

/** What the lost target has not answered; contracts in front of the same URL were asked the same. */
function underWay({ emulator, reference }: FuzzOptions): readonly MadeCall[] {
  return emulator.unanswered.length > 0 ? emulator.unanswered : reference.unanswered;
}

/** What is said of an error by which a target answers nothing any more, or does not start again; any other is thrown. */
export function lossIn(error: unknown): string {
  const losses: readonly string[] = ["TS_TARGET_SILENT", "TS_EMULATOR_LOST"];
  if (error instanceof TouchstoneError && losses.includes(error.code)) return error.message;
  throw error;
}
