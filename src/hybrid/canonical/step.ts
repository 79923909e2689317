import {
  interfaceOf,
  isServiceName,
  type Scope,
  type ServiceName,
  scopesOf,
  type Volatile,
  volatileOf,
} from "../../clouds/index.ts";
import type { Operation } from "../../model/index.ts";
import type { Exchange, RawHeader } from "../../wire/index.ts";
import { type Leaf, leavesOf } from "./content.ts";

/** A part of an exchange that says something: where it stands, its text, and what the text is if it is not itself. */
export interface Field {
  readonly place: string;
  readonly value: string;
  /** `etag`, `lease`, …: made up by the service, and known by being the same twice. `message`: written for people. */
  readonly kind?: string;
}

/** An exchange as far as it says something about behaviour. */
export interface Step {
  readonly exchange: number;
  readonly service: ServiceName;
  readonly operation: string;
  readonly isReadOnly: boolean;
  readonly scopes: readonly Scope[];
  /** When it was, which times in it are told against. */
  readonly at: number;
  /** The address that it was sent to, which may be any. */
  readonly origin: string;
  readonly fields: readonly Field[];
}

/** What an exchange says, or why nothing can be concluded from it. */
export type ReadExchange = Step | { readonly exchange: number; readonly problem: string };

/** Reads an exchange; what it returns is small, also where the exchange is not. */
export function stepOf(exchange: Exchange): ReadExchange {
  const read = readStep(exchange);
  return "problem" in read ? { exchange: exchange.id, ...read } : read;
}

function readStep(exchange: Exchange): Step | { readonly problem: string } {
  const { service, operation, request, response } = exchange;
  const found = service !== null && isServiceName(service) ? operationIn(service, operation) : undefined;
  if (found === undefined || service === null || !isServiceName(service)) {
    return { problem: `${request.method} ${request.target.split("?")[0]} is no known operation` };
  }
  if (exchange.fault !== undefined) return { problem: `${operation} met a fault that was asked for` };
  if (exchange.outcome !== "complete" || response === undefined) {
    return { problem: `${operation} did not complete: ${exchange.problem ?? exchange.outcome}` };
  }
  if (request.body?.cut || response.body?.cut) return { problem: `the body of ${operation} was cut` };
  const volatile = volatileOf(service);
  const host = valueIn(request.headers, "host");
  return {
    exchange: exchange.id,
    service,
    operation,
    isReadOnly: found.readOnly,
    scopes: scopesOf(service, {
      method: request.method,
      url: request.target,
      headers: Object.fromEntries(request.headers),
      ...(request.body?.text !== undefined && { body: request.body.text }),
    }),
    at: Date.parse(exchange.at),
    origin: host,
    fields: [
      ...addressFields(request.target, volatile),
      { place: "request.auth", value: authOf(request.headers, request.target) },
      ...headerFields("request", request.headers, volatile, isMeaningful),
      ...bodyFields("request", leavesOf(request.body, valueIn(request.headers, "content-type")), volatile),
      { place: "response.status", value: String(response.status) },
      ...headerFields("response", response.headers, volatile, promisedBy(found)),
      ...bodyFields("response", leavesOf(response.body, valueIn(response.headers, "content-type")), volatile),
    ],
  };
}

const operations = new Map<ServiceName, ReadonlyMap<string, Operation>>();

function operationIn(service: ServiceName, name: string): Operation | undefined {
  let known = operations.get(service);
  if (known === undefined) {
    known = new Map(interfaceOf(service).operations.map((operation) => [operation.name, operation]));
    operations.set(service, known);
  }
  return known.get(name);
}

function valueIn(headers: readonly RawHeader[], name: string): string {
  return headers.find(([own]) => own.toLowerCase() === name)?.[1] ?? "";
}

/** The path by segments, since a random name is one of them, and the query by names. */
function addressFields(target: string, { query, identifiers }: Volatile): Field[] {
  const [path = "", search = ""] = splitOnce(target, "?");
  const segments = path
    .split("/")
    .filter((segment, at) => segment !== "" || at > 1)
    .map((segment, at): Field => ({ place: `request.path[${at}]`, value: decoded(segment) }));
  const named = [...new URLSearchParams(search)]
    .filter(([name]) => !query.has(name.toLowerCase()))
    .toSorted(([a], [b]) => compareTexts(a, b))
    .map(([name, value]) => fieldOf(`request.query.${name}`, value, identifiers.get(name)));
  return [...segments, ...named];
}

function splitOnce(text: string, mark: string): readonly string[] {
  const at = text.indexOf(mark);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** How the caller shows who it is; what proves it is nobody's business. */
function authOf(headers: readonly RawHeader[], target: string): string {
  const [scheme] = valueIn(headers, "authorization").split(" ");
  if (scheme !== undefined && scheme !== "") return scheme;
  if (/[?&]sig=/.test(target)) return "sas";
  return /[?&](?:X-Amz-Signature|Signature)=/.test(target) ? "presigned" : "anonymous";
}

function headerFields(
  side: string,
  headers: readonly RawHeader[],
  { headers: dropped, identifiers }: Volatile,
  isKept: (name: string) => boolean,
): Field[] {
  return headers
    .map(([written, value]) => ({ name: written.toLowerCase(), written, value }))
    .filter(({ name }) => isKept(name) && !dropped.has(name))
    .toSorted((a, b) => compareTexts(a.name, b.name))
    .map(({ name, written, value }) =>
      fieldOf(`${side}.header.${isMetadata(name) ? written : name}`, value, identifiers.get(name)),
    );
}

/** Names of metadata are the user's own: some services keep their letters, and others do not. */
function isMetadata(name: string): boolean {
  return /^x-(?:ms|amz)-meta-/.test(name);
}

/** Headers of requests that say what is wanted. */
function isMeaningful(name: string): boolean {
  return /^(?:x-ms-|x-amz-|if-|range$|prefer$|cache-control$|content-)/.test(name);
}

const promises = new WeakMap<Operation, ReadonlySet<string>>();

/** Headers of answers that the interface promises, and those that say what went wrong. */
function promisedBy(operation: Operation): (name: string) => boolean {
  let promised = promises.get(operation);
  if (promised === undefined) {
    const own = Object.keys(operation.output.headers).map((name) => name.toLowerCase());
    promised = new Set([...own, "content-type", "content-range", "x-ms-error-code", "x-amzn-errortype"]);
    promises.set(operation, promised);
  }
  return (name) => promised.has(name) || isMetadata(name);
}

function bodyFields(
  side: string,
  leaves: readonly Leaf[],
  { fields, identifiers, messages }: Volatile,
): Field[] {
  return leaves
    .filter(({ name }) => !fields.has(name))
    .map(({ place, name, value }) => {
      const isMessage = side === "response" && messages.has(name);
      return fieldOf(`${side}.body.${place}`, value, isMessage ? "message" : identifiers.get(name));
    });
}

function fieldOf(place: string, value: string, kind: string | undefined): Field {
  return kind === undefined || value === "" ? { place, value } : { place, value, kind };
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
