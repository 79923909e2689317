import { operationOf, type Scope, type ServiceName, topLevelOf } from "../../clouds/index.ts";
import { isFromAnswer, type Sequence, tokenPattern } from "../../explore/index.ts";
import { type Input, type Operation, requestPaths, valuesAt } from "../../model/index.ts";

/** Whether a value names one thing: by its name, by an ARN that has one in it, or as an earlier answer gave it. */
function namesOne(value: unknown): boolean {
  if (typeof value !== "string") return isFromAnswer(value);
  return plainName.test(value) || /^arn:.*\/[\w.-]+/.test(value);
}

/** What can stand in a path as it is: with other names a probe might look at something else. */
const plainName = /^[\w$][\w$.-]*$/;

/** The things at the top of an account that a call names, by its interface or by one of the performance's own names. */
export function topNames(
  service: ServiceName,
  operation: Operation,
  input: Input,
  own: ReadonlySet<string>,
): readonly string[] {
  const named = topPaths(service, operation)
    .flatMap((path) => valuesAt(input, path))
    .filter((value): value is string => typeof value === "string" && plainName.test(value));
  const text = own.size === 0 ? "" : textOf(input);
  return [...new Set([...named, ...[...own].filter((name) => text.includes(name))])];
}

/** Where a call names things at the top. */
function topPaths(service: ServiceName, { consumes, produces }: Operation): readonly string[] {
  const { resource: top } = topLevelOf(service);
  const made = requestPaths(produces[top] ?? []);
  return [...(consumes[top] ?? []), ...made];
}

/** Names may also stand in statements, in ARNs, in documents and in bytes. */
function textOf(input: Input): string {
  return JSON.stringify(input, (_, value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString("latin1") : asJson(value),
  );
}

function asJson(value: unknown): unknown {
  return typeof value === "bigint" ? String(value) : value;
}

/** What a call may have changed, as far as probes show it. */
export function touchedScopes(
  service: ServiceName,
  operation: Operation,
  input: Input,
  own: ReadonlySet<string>,
): readonly Scope[] {
  const names = topNames(service, operation, input, own).map((name) => [name]);
  return names.length === 0 && changesAccount(service, operation) ? [[]] : names;
}

/** Whether an operation sets something that all in the account share. */
function changesAccount(service: ServiceName, operation: Operation): boolean {
  return !operation.readOnly && isAboutSettings(service, operation);
}

/** Whether an operation is about nothing in the account, but about what all of it is set to. */
function isAboutSettings(service: ServiceName, operation: Operation): boolean {
  const { bodyFormat, consumes, produces } = operation;
  const { resource, settings } = topLevelOf(service);
  // A batch is about what its parts name.
  if (settings === undefined || bodyFormat === "multipart") return false;
  return Object.keys(consumes).length === 0 && produces[resource] === undefined;
}

/** Whether an operation tells what the account is set to. */
export function tellsSettings(service: ServiceName, operation: Operation): boolean {
  return operation.readOnly && isAboutSettings(service, operation);
}

/** Whether what the account is set to changes how others are answered. */
function feelsSettings(service: ServiceName): boolean {
  return topLevelOf(service).settings === "felt";
}

/** Whether a sequence sets something that all in the account share. */
export function touchesAccount(service: ServiceName, sequence: Sequence): boolean {
  return sequence.some(({ operation }) => changesAccount(service, operationOf(service, operation)));
}

/** Whether a sequence must not be performed beside others: they would feel it, or what they have made would change what it does. */
export function needsAccountAlone(service: ServiceName, sequence: Sequence): boolean {
  if (feelsSettings(service) && touchesAccount(service, sequence)) return true;
  return sequence.some(({ operation: name, input }, at) => {
    const operation = operationOf(service, name);
    return listsAccount(operation, input) && (isCut(operation, input) || isTakenFrom(sequence, at));
  });
}

/** Whether a step may give what others have made, so that nobody can tell what it gives by itself. */
export function givesOthers(service: ServiceName, sequence: Sequence, at: number): boolean {
  const { operation, input } = sequence[at] ?? {};
  if (operation === undefined || input === undefined || needsAccountAlone(service, sequence)) return false;
  return listsAccount(operationOf(service, operation), input);
}

/** Whether a list is to begin or to end somewhere, which depends on all that is in it. */
function isCut({ consumes, produces }: Operation, input: Input): boolean {
  const beginnings = Object.entries(consumes).flatMap(([resource, paths]) =>
    resource in produces ? paths : [],
  );
  const isLimited = Object.values(input).some((value) => ["number", "bigint"].includes(typeof value));
  return isLimited || beginnings.some((path) => valuesAt(input, path).length > 0);
}

/** Whether a later step takes something from what a step is answered. */
function isTakenFrom(sequence: Sequence, at: number): boolean {
  const reference = new RegExp(`"\\$from":${at}\\b`);
  return sequence.some(({ input }) => reference.test(textOf(input)));
}

/** Whether a sequence only looks. */
export function changesNothing(service: ServiceName, sequence: Sequence): boolean {
  return sequence.every(({ operation }) => operationOf(service, operation).readOnly);
}

/** What a sequence may have in common with others, and what it does to each. */
export type Shared = ReadonlyMap<string, "changed" | "read">;

/**
 * What a sequence may have in common with others: the names of things at the top that it has chosen itself, and what the account is
 * set to.
 */
export function sharedThings(service: ServiceName, sequence: Sequence): Shared {
  const chosen = chosenNames(service, sequence).map((name) => [name, "changed"] as const);
  // Where others feel the settings, whoever sets them is alone anyway.
  const sharesSettings =
    !feelsSettings(service) &&
    sequence.some(({ operation }) => isAboutSettings(service, operationOf(service, operation)));
  if (!sharesSettings) return new Map(chosen);
  return new Map([...chosen, [theSettings, touchesAccount(service, sequence) ? "changed" : "read"]]);
}

/** Whether two sequences must not be performed beside each other: one changes what the other reads or changes, too. */
export function collide(one: Shared, other: Shared): boolean {
  return [...one].some(([thing, done]) => {
    const there = other.get(thing);
    return there !== undefined && (done === "changed" || there === "changed");
  });
}

/** The names of things at the top that a sequence has chosen itself. */
export function chosenNames(service: ServiceName, sequence: Sequence): readonly string[] {
  return sequence
    .flatMap(({ operation, input }) =>
      topPaths(service, operationOf(service, operation)).flatMap((path) => valuesAt(input, path)),
    )
    .filter((name) => typeof name === "string")
    .filter((name) => name.replaceAll(tokenPattern, "") !== "");
}

/** No name of anything. */
const theSettings = "?settings";

/** Where an answer says that its page is not the last: what it gives for the next one to begin with. */
export function markersOf({ consumes, produces }: Operation): readonly string[] {
  return Object.entries(produces).flatMap(([resource, at]) => (resource in consumes ? at : []));
}

/** Whether a call lists what is in the account, which others may be filling at the same time. */
export function listsAccount(operation: Operation, input: Input): boolean {
  const { readOnly, consumes, produces } = operation;
  if (!readOnly || markersOf(operation).length === 0) return false;
  // What it both takes and gives only says where a page begins.
  const within = Object.keys(consumes).filter((resource) => !(resource in produces));
  const named = within
    .flatMap((resource) => consumes[resource] ?? [])
    .flatMap((path) => valuesAt(input, path));
  return !named.some(namesOne);
}
