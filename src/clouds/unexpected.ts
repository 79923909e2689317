import type { Operation } from "../model/index.ts";
import type { WireRequest } from "./shared/wire-request.ts";

/** What an operation's requests may carry, in lower case. */
interface Expected {
  readonly query: ReadonlySet<string>;
  readonly headers: ReadonlySet<string>;
  readonly prefixes: readonly string[];
}

const known = new WeakMap<Operation, Expected>();

function expectedBy(operation: Operation): Expected {
  let expected = known.get(operation);
  if (expected === undefined) {
    expected = readExpected(operation);
    known.set(operation, expected);
  }
  return expected;
}

function readExpected({ http, parameters }: Operation): Expected {
  const wires = (place: string) =>
    parameters.filter((parameter) => parameter.in === place).map(({ wire }) => wire.toLowerCase());
  const present = (place: string) =>
    http.has.flat().flatMap((presence) => (presence.in === place ? [presence.name.toLowerCase()] : []));
  return {
    query: new Set([...wires("query"), ...present("query"), ...lowerCaseNames(http.query)]),
    headers: new Set([...wires("header"), ...present("header"), ...lowerCaseNames(http.headers)]),
    prefixes: wires("headers"),
  };
}

function lowerCaseNames(fixed: Readonly<Record<string, string>>): string[] {
  return Object.keys(fixed).map((name) => name.toLowerCase());
}

/** Headers that say what is wanted, and not just how the message travels. */
const meaningful =
  /^(?:x-ms-|x-amz-|if-|range$|cache-control$|content-(?:encoding|disposition|language|md5)$)/;

/** How much of a request the operation has no use for; the right one has use for more of it than a wrong one. */
export function unexpected(operation: Operation, { query, headers }: WireRequest): number {
  const expected = expectedBy(operation);
  let count = 0;
  for (const [name, value] of query) {
    // Amazon's SDKs for JavaScript say what they do.
    const told = name === "x-id" && value === operation.name;
    if (!told && !expected.query.has(name.toLowerCase())) count++;
  }
  for (const name in headers) {
    if (!meaningful.test(name) || expected.headers.has(name)) continue;
    if (!expected.prefixes.some((prefix) => name.startsWith(prefix))) count++;
  }
  return count;
}
