import { interfaceOf, isSuccess, operationOf, type ServiceName } from "../../clouds/index.ts";
import type { Step } from "../../explore/index.ts";
import { type Operation, type Type, type Types, typesReachedFrom } from "../../model/index.ts";
import { outcomeOf } from "../oracle/outcome.ts";
import { answerBody } from "../pair/answer-values.ts";
import type { Discrepancy, PerformedStep, PlaceDifference } from "../pair/performed.ts";
import { saysMissing } from "./answers.ts";
import { saysAbsent } from "./says-absent.ts";

/**
 * Whether the answers part at a step by what differs in the state: at what is called as that, or by its words; or where the one that
 * has no such thing says that it is missing.
 */
export function tellsOf(discrepancy: Discrepancy, at: number, found: PlaceDifference): boolean {
  const { step, manifestation, differences, emulator, reference } = discrepancy;
  if (step !== at || manifestation !== "response") return false;
  if (!isWord(found)) {
    return missesThing(discrepancy, found) || differences.some((given) => isAbout(given, found));
  }
  if (!isSuccess(emulator) || !isSuccess(reference)) return false;
  return differences.some(({ place }) => nameOf(place) === nameOf(found.place));
}

/** Whether one side alone says that something is missing, and that one has nothing there. */
function missesThing({ emulator, reference }: Discrepancy, found: PlaceDifference): boolean {
  if (saysMissing(emulator) === saysMissing(reference)) return false;
  return saysAbsent(saysMissing(emulator) ? found.emulator : found.reference);
}

/** Whether what differs in an answer is called as something in the thing is, or has its words: a number alone says nothing. */
function isAbout(given: PlaceDifference, found: PlaceDifference): boolean {
  const names = [found.emulator, found.reference].flatMap((value) => scalarNames(value));
  if (/^response\.(?:header|body)/.test(given.place) && names.includes(nameOf(given.place))) return true;
  return (["emulator", "reference"] as const).some((side) => {
    if (saysAbsent(found[side])) return false;
    const own = wordsIn(found[side]).union(wordsIn(ownName(found)));
    return [...wordsIn(given[side])].some(
      (word) => !/^(?:[\d.]+|true|false|null)$/.test(word) && own.has(word),
    );
  });
}

/** Whether both sides tell by a call what the state of the reference has there, or that there is no such thing. */
export function agreesOn(
  found: PlaceDifference,
  step: Step,
  results: PerformedStep,
  { service, operation }: { readonly service: ServiceName; readonly operation: Operation },
): boolean {
  const told = [results.emulator, results.reference].map((result) => {
    if (result.kind !== "answered") return undefined;
    const outcome = outcomeOf(result);
    if (!isSuccess(outcome)) return saysMissing(outcome) ? [] : undefined;
    const body = answerBody(service, operation, result);
    return namedScalars({ ...declaredOf(operation, result.headers), body });
  });
  const denies = saysAbsent(found.reference) && couldTell(found, step, service, operation);
  return told.every((one) => {
    if (one === undefined) return false;
    return denies ? !hasAny(one, scalarNames(found.emulator)) : gives(one, operation, found);
  });
}

/** Whether an answer has what the state of the reference has. */
function gives(told: readonly NamedScalar[], { readOnly }: Operation, found: PlaceDifference): boolean {
  if (!isWord(found)) {
    const words = wordsIn(found.reference);
    return words.size > 0 && words.isSubsetOf(wordsOf(told));
  }
  // What takes something out counts that.
  const isValue = (value: string) => !readOnly || isSame(value, found.reference);
  return told.some(({ name, value }) => name === nameOf(found.place) && isValue(value));
}

function hasAny(told: readonly NamedScalar[], names: readonly string[]): boolean {
  return told.some(({ name }) => names.includes(name));
}

/**
 * Whether a call names the thing that the reference has not, and would have told of it as the read does: what is made of other types,
 * such as an object beside an upload of the same name, is another thing.
 */
function couldTell(
  found: PlaceDifference,
  { input }: Step,
  service: ServiceName,
  operation: Operation,
): boolean {
  if (isWord(found) || found.readBy === undefined || !operation.readOnly) return false;
  const called = wordsIn(ownName(found));
  const asked = new Set(namedScalars(input).flatMap(({ value }) => [...wordsIn(value)]));
  if (called.size === 0 || !called.isSubsetOf(asked)) return false;
  const names = scalarNames(found.emulator);
  const shared = sharedTypes(operation, operationOf(service, found.readBy), interfaceOf(service).types);
  return names.length > 0 && names.every((name) => shared.some((type) => has(type, name)));
}

/** The types that the answers of both operations are made of. */
function sharedTypes(one: Operation, other: Operation, types: Types): readonly Type[] {
  const others = typesReachedFrom([other.output.body], types);
  const own = typesReachedFrom([one.output.body], types);
  return Object.entries(own).flatMap(([name, type]) => (Object.hasOwn(others, name) ? [type] : []));
}

/** The headers that an operation promises. */
function declaredOf({ output }: Operation, headers: Readonly<Record<string, string>>) {
  const declared = Object.keys(output.headers).map((name) => name.toLowerCase());
  const isDeclared = (name: string) =>
    declared.some((one) => one === name || (one.endsWith("-") && name.startsWith(one)));
  return Object.fromEntries(Object.entries(headers).filter(([name]) => isDeclared(name)));
}

/** Whether an answer may have a header or a field of this name; what users have named may stand wherever that can. */
export function mayGive({ output }: Operation, name: string, types: Types): boolean {
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

/** Whether a single value differs, and not all of a thing. */
export function isWord({ emulator, reference }: PlaceDifference): boolean {
  return [emulator, reference].every((value) => value === null || !/^[[{]/.test(value));
}

/** What a thing is called among those of its kind: `a` of `state blobs.a`. */
function ownName({ place }: PlaceDifference): string {
  return place.replace(/^state [^.]*\.?/, "");
}

/** What the texts and numbers in a thing are called. */
function scalarNames(value: string | null): readonly string[] {
  const named = value?.matchAll(/"([^"\\]+)":(?![[{])/g) ?? [];
  return [...named].map(([, name = ""]) => plainName(name));
}

/** `x-ms-approximate-messages-count` and `approximateMessagesCount` are the same. */
export function nameOf(place: string): string {
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
