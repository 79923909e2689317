import { interfaceOf, operationOf, type ServiceName } from "../../clouds/index.ts";
import type { Sequence, Step } from "../../explore/index.ts";
import { type Operation, requestPaths } from "../../model/index.ts";
import type { Perform, PlaceDifference } from "../pair/performed.ts";
import type { Case } from "./identity.ts";
import { readingSteps } from "./reading-steps.ts";
import { agreesOn, isWord, mayGive, nameOf, tellsOf } from "./testimony.ts";

/** Witnesses that are heard at most: each takes a performance. */
const mostHeard = 12;

/**
 * Who is to blame where states differ: the one that changed them, the operation by which they were read, with what shows that; or
 * one of the two, and nobody can tell which.
 */
export type Blame = "writer" | "unknown" | Case;

export interface Court {
  readonly perform: Perform;
  readonly service: ServiceName;
  /** Whether nothing more may be performed. */
  readonly isLate: () => boolean;
}

/**
 * Tells whether a difference of states is one of the states, or of the operation by which they were read: others that tell of the same
 * thing are asked behind the same calls. Where they differ as well, the state is wrong; where they agree, and the one in question differs
 * when it is called, that one is. Where no time is left to ask them all, nobody can tell.
 */
export async function whoIsToBlame({ sequence, discrepancy }: Case, court: Court): Promise<Blame> {
  const { service, isLate } = court;
  const found = discrepancy.differences.find(({ readBy }) => readBy !== undefined);
  if (discrepancy.manifestation !== "state" || found?.readBy === undefined) return "writer";
  const before = sequence.slice(0, discrepancy.step + 1);
  const shown = await shownBy(operationOf(service, found.readBy), before, found, court);
  if (shown === undefined) return "unknown";
  const others = witnesses(service, before, found);
  let isCleared = false;
  for (const step of others.slice(0, mostHeard)) {
    if (isLate()) return "unknown";
    const said = await testimony(step, before, found, court);
    if (said === "differs") return "writer";
    isCleared ||= said === "agrees";
  }
  return isCleared ? shown : "unknown";
}

/** The same calls with the read behind them, if that gives what differs in the state. */
async function shownBy(
  reader: Operation,
  before: Sequence,
  found: PlaceDifference,
  { perform, service, isLate }: Court,
): Promise<Case | undefined> {
  for (const step of readingSteps(service, reader, before)) {
    if (isLate()) return undefined;
    const sequence = [...before, step];
    const { discrepancy } = await perform(sequence);
    if (discrepancy !== undefined && tellsOf(discrepancy, before.length, found)) {
      return { sequence, discrepancy };
    }
  }
  return undefined;
}

/** What another operation says of it. */
async function testimony(
  step: Step,
  before: Sequence,
  found: PlaceDifference,
  { perform, service }: Court,
): Promise<"agrees" | "differs" | "nothing"> {
  const { steps, discrepancy } = await perform([...before, step]);
  if (discrepancy !== undefined && tellsOf(discrepancy, before.length, found)) return "differs";
  const last = steps[before.length];
  if (last === undefined || discrepancy?.step === before.length) return "nothing";
  const operation = operationOf(service, step.operation);
  return agreesOn(found, step, last, { service, operation }) ? "agrees" : "nothing";
}

/** Other operations that may tell of the same, by the things that the calls have named, the latest first. */
function witnesses(service: ServiceName, before: Sequence, found: PlaceDifference): readonly Step[] {
  const readers = interfaceOf(service).operations.filter(
    (operation) => operation.name !== found.readBy && (operation.readOnly || onlyTakesOut(operation)),
  );
  return readers
    .filter((operation) => Object.keys(operation.consumes).length > 0)
    .filter(
      (operation) => !isWord(found) || mayGive(operation, nameOf(found.place), interfaceOf(service).types),
    )
    .toSorted((a, b) => Number(b.readOnly) - Number(a.readOnly) || requiredOf(b) - requiredOf(a))
    .flatMap((operation) => readingSteps(service, operation, before));
}

/** Whether a change is told nothing but of what: it sets nothing that it could then tell. */
function onlyTakesOut({ parameters, consumes, produces, bodyFormat }: Operation): boolean {
  const naming = new Set(Object.values(consumes).flat());
  const isTold = parameters.some(({ name, required }) => required && !naming.has(name));
  const makes = Object.values(produces).some((places) => requestPaths(places).length > 0);
  return !isTold && !makes && bodyFormat !== "multipart";
}

/** What is asked about one thing tells more of it than what is asked about many. */
function requiredOf({ parameters }: Operation): number {
  return parameters.filter(({ required }) => required).length;
}
