import { exampleOf, interfaceOf, operationOf, type ServiceName } from "../../clouds/index.ts";
import type { Sequence, Step } from "../../explore/index.ts";
import {
  defaultInput,
  type Input,
  type Operation,
  type Type,
  type Types,
  typesReachedFrom,
  valuesAt,
} from "../../model/index.ts";
import { isSuccess, outcomeOf } from "../oracle/outcome.ts";
import { answerBody } from "../pair/answer-values.ts";
import type { Discrepancy, Perform, PerformedStep, PlaceDifference } from "../pair/performed.ts";
import type { Case } from "./identity.ts";

/** Witnesses that are heard at most: each takes a performance. */
const mostHeard = 12;

/**
 * Who is to blame where states differ: the one that changed them, the operation by which they were read, with what shows that; or
 * one of the two, and nobody can tell which.
 */
export type Blame = "writer" | "unknown" | Case;

/**
 * Tells whether a difference of states is one of the states, or of the operation by which they were read: others that tell of the same
 * thing are asked behind the same calls. Where they differ as well, the state is wrong; where they agree, and the one in question differs
 * when it is called, that one is.
 */
export async function whoIsToBlame(
  { sequence, discrepancy }: Case,
  perform: Perform,
  service: ServiceName,
): Promise<Blame> {
  const found = discrepancy.differences.find(({ readBy }) => readBy !== undefined);
  if (discrepancy.manifestation !== "state" || found?.readBy === undefined) return "writer";
  const before = sequence.slice(0, discrepancy.step + 1);
  const shown = await shownBy(operationOf(service, found.readBy), before, found, { perform, service });
  if (shown === undefined) return "unknown";
  const others = witnesses(service, before, found);
  let isCleared = false;
  for (const step of others.slice(0, mostHeard)) {
    const said = await testimony(step, before, found, { perform, service });
    if (said === "differs") return "writer";
    isCleared ||= said === "agrees";
  }
  return isCleared ? shown : "unknown";
}

interface Court {
  readonly perform: Perform;
  readonly service: ServiceName;
}

/** The same calls with the read behind them, if that gives what differs in the state. */
async function shownBy(
  reader: Operation,
  before: Sequence,
  found: PlaceDifference,
  { perform, service }: Court,
): Promise<Case | undefined> {
  for (const step of stepsOf(service, reader, before)) {
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
  return givesBoth(last, operationOf(service, step.operation), found, service) ? "agrees" : "nothing";
}

/** Whether the answers part at the last step, and at what is called as the part of the state, or holds it. */
function tellsOf(
  { step, manifestation, differences, emulator, reference }: Discrepancy,
  at: number,
  found: PlaceDifference,
): boolean {
  if (step !== at || manifestation !== "response") return false;
  if (!isWord(found)) return true;
  if (!isSuccess(emulator) || !isSuccess(reference)) return false;
  return differences.some(({ place }) => nameOf(place) === nameOf(found.place));
}

/** Whether both answers have what the state of the reference has there. */
function givesBoth(
  { emulator, reference }: PerformedStep,
  operation: Operation,
  found: PlaceDifference,
  service: ServiceName,
): boolean {
  return [emulator, reference].every((result) => {
    if (result.kind !== "answered" || !isSuccess(outcomeOf(result))) return false;
    const body = answerBody(service, operation, result);
    const told = namedScalars({ ...result.headers, body });
    if (!isWord(found)) return wordsIn(found.reference).isSubsetOf(wordsOf(told));
    // What takes something out counts that.
    const isValue = (value: string) => !operation.readOnly || isSame(value, found.reference);
    return told.some(({ name, value }) => name === nameOf(found.place) && isValue(value));
  });
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
    .flatMap((operation) => stepsOf(service, operation, before));
}

/** Whether a change is told nothing but of what: it sets nothing that it could then tell. */
function onlyTakesOut({ parameters, consumes, produces, bodyFormat }: Operation): boolean {
  const naming = new Set(Object.values(consumes).flat());
  const isTold = parameters.some(({ name, required }) => required && !naming.has(name));
  const makes = Object.values(produces).some((paths) => paths.some((path) => path.startsWith("request ")));
  return !isTold && !makes && bodyFormat !== "multipart";
}

/** What is asked about one thing tells more of it than what is asked about many. */
function requiredOf({ parameters }: Operation): number {
  return parameters.filter(({ required }) => required).length;
}

/** Whether an answer may have a header or a field of this name; what users have named may stand wherever that can. */
function mayGive({ output }: Operation, name: string, types: Types): boolean {
  const isHeader = Object.keys(output.headers).some(
    (header) => header.endsWith("-") || plainName(header) === name,
  );
  const { body } = output;
  return (
    isHeader || [body, ...Object.values(typesReachedFrom([body], types))].some((type) => has(type, name))
  );
}

function has(type: Type, name: string): boolean {
  if (type.kind === "optional") return has(type.of, name);
  if (type.kind === "array") return has(type.items, name);
  if (type.kind === "union") return type.of.some((one) => has(one, name));
  if (type.kind !== "object") return false;
  if (type.open && type.rest !== undefined) return true;
  return Object.entries(type.fields).some(([field, of]) => plainName(field) === name || has(of, name));
}

/** Plain calls of an operation on what the calls before have named: one for each of these that names all it takes. */
function stepsOf(service: ServiceName, operation: Operation, before: Sequence): readonly Step[] {
  const base = { ...defaultInput(operation, interfaceOf(service).types), ...exampleOf(service, operation) };
  const wanted = operation.parameters
    .filter(({ required }) => required)
    .flatMap(({ name }) => {
      const entry = Object.entries(operation.consumes).find(([, paths]) => paths.includes(name));
      return entry === undefined ? [] : [{ name, resource: entry[0] }];
    });
  const steps = before.map((_, at) => {
    const named = before.slice(0, at + 1).toReversed();
    const values = wanted.map(({ name, resource }) => [name, nearest(service, named, resource)] as const);
    if (values.some(([, value]) => value === undefined)) return undefined;
    const input: Input = { ...base, ...Object.fromEntries(values) };
    return { operation: operation.name, input, caller: "owner", tries: { kind: "valid" } } as const;
  });
  const unlike = new Map(
    steps.flatMap((step) => (step === undefined ? [] : [[JSON.stringify(step.input), step]])),
  );
  return [...unlike.values()].toReversed();
}

/** What the latest of some calls has named as a resource. */
function nearest(service: ServiceName, latestFirst: Sequence, resource: string): unknown {
  for (const { operation, input } of latestFirst) {
    const { consumes, produces } = operationOf(service, operation);
    const made = (produces[resource] ?? []).flatMap((at) =>
      at.startsWith("request ") ? [at.slice("request ".length)] : [],
    );
    const [value] = [...made, ...(consumes[resource] ?? [])].flatMap((path) => valuesAt(input, path));
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Whether a single value differs, and not all of a thing. */
function isWord({ emulator, reference }: PlaceDifference): boolean {
  return [emulator, reference].every((value) => value === null || !/^[[{]/.test(value));
}

/** `x-ms-approximate-messages-count` and `approximateMessagesCount` are the same. */
function nameOf(place: string): string {
  return plainName(place.replace(/^.*\./s, ""));
}

function plainName(name: string): string {
  return name
    .replace(/^x-(?:ms|amz)-(?:meta-)?/i, "")
    .replaceAll(/[^a-z0-9]/gi, "")
    .toLowerCase();
}

interface NamedScalar {
  readonly name: string;
  readonly value: string;
}

function namedScalars(value: unknown, name = ""): readonly NamedScalar[] {
  if (value === undefined || value === null) return [];
  if (typeof value !== "object") return [{ name: plainName(name), value: String(value) }];
  if (value instanceof Uint8Array) return [];
  if (value instanceof Date) return [{ name: plainName(name), value: value.toISOString() }];
  return Object.entries(value).flatMap(([key, part]) =>
    namedScalars(part, Array.isArray(value) ? name : key),
  );
}

function isSame(value: string, text: string | null): boolean {
  const bare = (quoted: string) => quoted.replaceAll(/["\\]/g, "");
  return text !== null && bare(value) === bare(text);
}

function wordsOf(told: readonly NamedScalar[]): ReadonlySet<string> {
  return new Set(told.flatMap(({ name, value }) => [name, ...wordsIn(value)]));
}

/** The words in a value, however it is written; not the one at which it was cut. */
function wordsIn(value: string | null): ReadonlySet<string> {
  const words = value?.match(/[^\s",:{}[\]\\]+/g) ?? [];
  return new Set(words.filter((word) => !word.includes("…")).map((word) => word.toLowerCase()));
}
