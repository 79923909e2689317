import type { Operation } from "../../model/index.ts";
import type { CapturedBody, Exchange, RawHeader } from "../../wire/index.ts";
import { type Scope, scopesOf } from "../scope.ts";
import { isServiceName, type ServiceName } from "../service-names.ts";
import { interfaceOf } from "../services.ts";
import { type Volatile, volatileOf } from "../volatile.ts";
import { addressFields, authOf, hostFields } from "./address.ts";
import { type Content, type Form, type Leaf, leavesOf } from "./content.ts";
import { innerHeader } from "./multipart-leaves.ts";

/** A part of an exchange that says something: where it stands, its text, and what the text is if it is not itself. */
export interface Field {
  readonly place: string;
  readonly value: string;
  readonly form?: Form;
  /**
   * `etag`, `lease`, …: made up by the service, and known by being the same twice. `message`: written for people.
   * `time`: it says something that a time is there, not which.
   */
  readonly kind?: string;
  /** The address that the request was sent to, which may be any, stands in the text as `originMark`. */
  readonly hasOrigin?: true;
}

/** A sign that no text has in earnest; where one has it all the same, no address is looked for in it. */
export const originMark = "\uFFFF";

/** An exchange as far as it says something about behaviour. */
export interface Step {
  readonly exchange: number;
  readonly service: ServiceName;
  readonly operation: string;
  readonly isReadOnly: boolean;
  readonly scopes: readonly Scope[];
  /** When it was, which times in it are told against. */
  readonly at: number;
  /** Those of the request before those of the answer. */
  readonly fields: readonly Field[];
}

/** What an exchange says, or why nothing can be concluded from it. */
export type ReadExchange = Step | Unread;

/** Why nothing can be concluded from an exchange. */
interface Unread {
  readonly exchange: number;
  readonly problem: string;
  /** There is no answer, or not all of it. */
  readonly isIncomplete?: true;
}

/** Reads an exchange; what it returns is small, also where the exchange is not. */
export function stepOf(exchange: Exchange): ReadExchange {
  const read = readStep(exchange);
  return "problem" in read ? { exchange: exchange.id, ...read } : read;
}

function readStep(exchange: Exchange): Step | Omit<Unread, "exchange"> {
  const { service, operation, request, response } = exchange;
  const found = service !== null && isServiceName(service) ? operationIn(service, operation) : undefined;
  if (found === undefined || service === null || !isServiceName(service)) {
    return { problem: `${request.method} ${request.target.split("?")[0]} is no known operation` };
  }
  if (exchange.fault !== undefined) return { problem: `${operation} met a fault that was asked for` };
  if (exchange.outcome !== "complete" || response === undefined) {
    const problem = `${operation} did not complete: ${exchange.problem ?? exchange.outcome}`;
    return { problem, isIncomplete: true };
  }
  if (request.body?.cut || response.body?.cut) return { problem: `the body of ${operation} was cut` };
  const at = Date.parse(exchange.at);
  const origin = valueIn(request.headers, "host");
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
    at,
    fields: [
      ...requestFields(service, found, request, at),
      ...responseFields(service, found, response, request.method === "HEAD"),
    ].map((field) => withoutOrigin(isBatch(found) ? withoutBoundary(field) : field, origin)),
  };
}

interface Answer {
  readonly status: number;
  readonly headers: readonly RawHeader[];
  readonly body?: CapturedBody | undefined;
}

/** What an answer says, by what the interface promises of it. */
export function answerFields(service: ServiceName, operation: Operation, answer: Answer): readonly Field[] {
  const fields = responseFields(service, operation, answer, operation.http.method === "HEAD");
  return isBatch(operation) ? fields.map(withoutBoundary) : fields;
}

function withoutOrigin(field: Field, origin: string): Field {
  const { value } = field;
  if (origin === "" || !value.includes(origin) || value.includes(originMark)) return field;
  return { ...field, value: value.replaceAll(origin, originMark), hasOrigin: true };
}

/** What divides a batch is made up for it. */
function withoutBoundary(field: Field): Field {
  const value = field.place.endsWith(".header.content-type")
    ? field.value.replace(/;\s*boundary=[^;]*/i, "")
    : field.value.replaceAll(/\b((?:batch|changeset)(?:response)?)_[0-9a-f-]{36}/gi, "$1");
  return value === field.value ? field : { ...field, value };
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

function requestFields(
  service: ServiceName,
  operation: Operation,
  { target, headers, body }: Exchange["request"],
  at: number,
): Field[] {
  const volatile = volatileOf(service);
  const kind = operation.bodyFormat === "bytes" ? "opaque" : "structured";
  const leaves = leavesOf({ body, headers, kind: isBatch(operation) ? "batch" : kind });
  return [
    ...hostFields(valueIn(headers, "host")),
    ...addressFields(target, volatile),
    { place: "request.auth", value: authOf(headers, target, at) },
    ...headerFields("request", headers, volatile, (name) =>
      isWanted(service, name) ? { kind: volatile.identifiers.get(name) } : undefined,
    ),
    ...leaves.flatMap((leaf) => bodyField("request", leaf, volatile, false)),
  ];
}

function responseFields(
  service: ServiceName,
  operation: Operation,
  { status, headers, body }: Answer,
  isHead: boolean,
): Field[] {
  const volatile = volatileOf(service);
  const isRefusal = status >= 400;
  const leaves = leavesOf({ body, headers, kind: answerKind(operation, isRefusal) });
  return [
    { place: "response.status", value: String(status) },
    // An answer without a body tells by this alone how long the thing is.
    ...headers
      .filter(([name]) => isHead && name.toLowerCase() === "content-length")
      .map(([, value]) => ({ place: "response.header.content-length", value })),
    ...headerFields("response", headers, volatile, answerHeaders(operation, volatile)),
    ...leaves.flatMap((leaf) => bodyField("response", leaf, volatile, leaf.isRefusal ?? isRefusal)),
  ];
}

function isBatch({ name }: Operation): boolean {
  return name.endsWith("_SubmitBatch") || name === "Table_Batch";
}

function answerKind(operation: Operation, isRefusal: boolean): Content["kind"] {
  if (isRefusal) return "structured";
  if (isBatch(operation)) return "batch";
  return operation.output.body.kind === "bytes" ? "opaque" : "structured";
}

function valueIn(headers: readonly RawHeader[], name: string): string {
  return headers.find(([own]) => own.toLowerCase() === name)?.[1] ?? "";
}

type Wanted = (name: string) => { readonly kind: string | undefined } | undefined;

function headerFields(
  side: string,
  headers: readonly RawHeader[],
  { headers: dropped }: Volatile,
  wanted: Wanted,
): Field[] {
  return headers
    .map(([written, value]) => ({ name: written.toLowerCase(), written, value }))
    .toSorted(({ name: a }, { name: b }) => (a < b ? -1 : a > b ? 1 : 0))
    .flatMap(({ name, written, value }) => {
      const found = wanted(name);
      if (found === undefined || (dropped.has(name) && name !== "accept")) return [];
      const place = `${side}.header.${isMetadata(name) ? written : name}`;
      return [fieldOf({ place, value }, found.kind)];
    });
}

/** Names of metadata are the user's own: some services keep their letters, and others do not. */
function isMetadata(name: string): boolean {
  return /^x-(?:ms|amz)-meta-/.test(name);
}

const wantedHeaders =
  /^(?:x-ms-|x-amz-|x-http-|if-|access-control-|content-|(?:range|prefer|origin|cache-control|dataserviceversion|maxdataserviceversion)$)/;

/** Headers of requests that say what is wanted; a table's answer has the form that the caller accepts. */
function isWanted(service: ServiceName, name: string): boolean {
  return wantedHeaders.test(name) || (name === "accept" && service === "azure-table");
}

const promises = new WeakMap<Operation, ReadonlySet<string>>();

/** Headers of answers: those that the interface promises, and softly those that it does not. */
function answerHeaders(operation: Operation, { times, identifiers }: Volatile): Wanted {
  let promised = promises.get(operation);
  if (promised === undefined) {
    const own = Object.keys(operation.output.headers).map((name) => name.toLowerCase());
    promised = new Set([...own, "content-type", "content-range", "x-ms-error-code", "x-amzn-errortype"]);
    promised = promised.difference(new Set(["x-ms-content-crc64", "accept"]));
    promises.set(operation, promised);
  }
  const hard = promised;
  return (name) => {
    if (hard.has(name) || isMetadata(name)) {
      return { kind: times.has(name) ? "time" : identifiers.get(name) };
    }
    return unpromised.test(name) ? { kind: "message" } : undefined;
  };
}

/** Headers that a program could look at although nobody has promised them. */
const unpromised =
  /^(?:x-ms-|x-amz-|x-amzn-|access-control-|content-(?!length)|(?:location|allow|retry-after|www-authenticate|cache-control|etag|last-modified)$)/;

function bodyField(side: string, leaf: Leaf, volatile: Volatile, isRefusal: boolean): Field[] {
  const { name, value, form } = leaf;
  const place = `${side}.body.${leaf.place}`;
  const field = form === undefined ? { place, value } : { place, value, form };
  if (name.startsWith(innerHeader)) return innerField(field, name.slice(innerHeader.length), volatile);
  if (volatile.fields.has(name)) return [];
  if (isRefusal && isForPeople(leaf, volatile)) return [fieldOf(field, "message")];
  if (side === "response" && volatile.times.has(name)) return [fieldOf(field, "time")];
  return [fieldOf(field, volatile.identifiers.get(name))];
}

/** A header of a request or an answer in a batch. */
function innerField(field: Field, name: string, { headers, times, identifiers }: Volatile): Field[] {
  if (headers.has(name) && name !== "accept") return [];
  return [fieldOf(field, times.has(name) ? "time" : identifiers.get(name))];
}

/** A message, or what stands in one: `message: { lang, value }`. */
function isForPeople({ place, name }: Leaf, { messages }: Volatile): boolean {
  return messages.has(name) || /\bmessage\.(?:lang|value)$/.test(place);
}

function fieldOf(field: Field, kind: string | undefined): Field {
  return kind === undefined || field.value === "" || field.form === "size" ? field : { ...field, kind };
}
