import { operationOf } from "../../clouds/index.ts";
import type { Step } from "../../explore/index.ts";
import type { Finding } from "../findings/finding.ts";
import { readingSteps } from "../findings/reading-steps.ts";

/** How many operations are called to show a state. */
const mostLooks = 2;

/** A call that shows what differs in the state. */
export interface LookAtState {
  readonly operation: string;
  /** Which call it is of those that are written. */
  readonly index: number;
}

/** A finding with the calls behind it that show what differs in the state; without any where nothing does, or none can be told. */
export function withLooks(finding: Finding): {
  readonly finding: Finding;
  readonly looks: readonly LookAtState[];
} {
  const steps = lookingSteps(finding);
  const { length } = finding.sequence;
  return {
    finding: { ...finding, sequence: [...finding.sequence, ...steps] },
    looks: steps.map(({ operation }, at) => ({ operation, index: length + at })),
  };
}

function lookingSteps({
  service,
  operation,
  sequence,
  exchanges,
  differences,
  manifestation,
}: Finding): readonly Step[] {
  if (exchanges !== undefined || manifestation !== "state") return [];
  const readers = differences.flatMap(({ readBy }) =>
    readBy === undefined || readBy === operation ? [] : [readBy],
  );
  return [...new Set(readers)]
    .slice(0, mostLooks)
    .flatMap((reader) => readingSteps(service, operationOf(service, reader), sequence).slice(0, 1));
}

/** Which call to look at: `Messages_Peek (call 3)`. */
export function namedLook({ operation, index }: LookAtState): string {
  return `${operation} (call ${index + 1})`;
}
