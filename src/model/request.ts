import { type Input, isFixed } from "./default-value.ts";
import { TouchstoneError } from "./error.ts";
import { writeJson } from "./json.ts";
import type { Operation, Parameter, Place } from "./operation.ts";
import { type ObjectType, present, type Types } from "./types.ts";
import { scalarText, writeXml } from "./xml.ts";

/** A request as it stands on the wire, header names as given. */
export interface HttpRequest {
  readonly method: string;
  /** Absolute, or from the first slash of the path with the host in the headers. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/**
 * Writes the unsigned request that performs an operation. Paths start at the service's root: put the
 * endpoint before `url`.
 *
 * @example
 * writeRequest(operationOf("azure-queue", "Queue_Delete"), { queueName: "jobs" }, types).url; // "/jobs"
 */
export function writeRequest(operation: Operation, input: Input, types: Types): HttpRequest {
  const { http } = operation;
  const given = operation.parameters
    .filter((parameter) => input[parameter.name] !== undefined && !isFixed(http, parameter))
    .map((parameter) => ({ parameter, value: input[parameter.name] }));
  const at = (place: Place) => given.filter(({ parameter }) => parameter.in === place);
  const query = [
    ...Object.entries(http.query),
    ...at("query").map(({ parameter, value }) => [parameter.wire, scalarText(value)] as const),
  ];
  const body = writeBody(operation, at("body")[0], at("field"), types);
  return {
    method: http.method,
    url: writePath(operation, at("path")) + writeQuery(query),
    headers: {
      ...http.headers,
      ...Object.fromEntries(at("header").map(({ parameter, value }) => [parameter.wire, scalarText(value)])),
      ...Object.fromEntries(at("headers").flatMap(familyOfHeaders)),
      ...contentType(operation, body),
      ...contentLength(operation, body),
    },
    ...(body === undefined ? {} : { body }),
  };
}

interface Given {
  readonly parameter: Parameter;
  readonly value: unknown;
}

function familyOfHeaders({ parameter, value }: Given): [string, string][] {
  return Object.entries(value as Record<string, unknown>).map(([name, text]) => [
    `${parameter.wire}${name}`,
    scalarText(text),
  ]);
}

/** Inside quotes, as in `Tables('{table}')`, a quote is doubled. */
function writePath({ name, http, parameters }: Operation, given: readonly Given[]): string {
  return http.path.replace(/('?)\{([^}+]+)(\+?)\}/g, (_, quote: string, wire: string, rest: string) => {
    const value = given.find(({ parameter }) => parameter.wire === wire)?.value;
    if (value === undefined) {
      const missing = parameters.find((parameter) => parameter.in === "path" && parameter.wire === wire);
      throw new TouchstoneError("TS_MISSING_PARAMETER", `${name} needs ${missing?.name ?? wire}`, {
        hint: `It stands in the path ${http.path}; defaultInput makes one.`,
      });
    }
    const text = quote === "" ? scalarText(value) : scalarText(value).replaceAll("'", "''");
    const segments = rest === "" ? [text] : text.split("/");
    return quote + segments.map(encodeURIComponent).join("/");
  });
}

function writeQuery(pairs: readonly (readonly [string, string])[]): string {
  const written = pairs.map(([name, value]) =>
    value === "" ? encodeURIComponent(name) : `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
  );
  return written.length === 0 ? "" : `?${written.join("&")}`;
}

function writeBody(
  { name, bodyFormat, parameters }: Operation,
  whole: Given | undefined,
  fields: readonly Given[],
  types: Types,
): string | Uint8Array | undefined {
  const members = Object.fromEntries(fields.map(({ parameter, value }) => [parameter.wire, value]));
  if (bodyFormat === "json") return writeJson(whole?.value ?? members);
  if (whole === undefined) {
    return bodyFormat === "xml" && fields.length > 0
      ? writeXml(`${name}Request`, memberTypes(parameters), members, types)
      : undefined;
  }
  if (bodyFormat === "xml") {
    return writeXml(whole.parameter.wire, present(whole.parameter.type), whole.value, types);
  }
  return whole.value instanceof Uint8Array ? whole.value : scalarText(whole.value);
}

function memberTypes(parameters: readonly Parameter[]): ObjectType {
  const members = parameters.filter((parameter) => parameter.in === "field");
  return {
    kind: "object",
    open: false,
    fields: Object.fromEntries(members.map(({ wire, type }) => [wire, type])),
  };
}

/** Where the length is a parameter, it is what the body has, whatever was given. */
function contentLength(
  { parameters }: Operation,
  body: string | Uint8Array | undefined,
): Record<string, string> {
  const own = parameters.find(
    ({ in: place, wire }) => place === "header" && wire.toLowerCase() === "content-length",
  );
  return own === undefined ? {} : { [own.wire]: String(body === undefined ? 0 : Buffer.byteLength(body)) };
}

const mediaTypes = {
  xml: "application/xml",
  json: "application/json",
  bytes: "application/octet-stream",
  multipart: "multipart/mixed",
};

function contentType(
  { bodyFormat, http, parameters }: Operation,
  body: string | Uint8Array | undefined,
): Record<string, string> {
  const fixed = Object.keys(http.headers).some((name) => name.toLowerCase() === "content-type");
  const own = parameters.some(
    ({ in: place, wire }) => place === "header" && wire.toLowerCase() === "content-type",
  );
  return body === undefined || bodyFormat === "none" || fixed || own
    ? {}
    : { "Content-Type": mediaTypes[bodyFormat] };
}
