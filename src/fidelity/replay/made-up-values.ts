import { type ServiceName, volatileOf } from "../../clouds/index.ts";
import type { RawHeader } from "../../wire/index.ts";
import { headerOf } from "./headers.ts";
import type { Token } from "./tokens.ts";

interface Answer {
  readonly headers: readonly RawHeader[];
  readonly body: Buffer;
}

/** Made up by services, though hybrid traces take them for content or do not meet them. */
const others: ReadonlyMap<string, string> = new Map([
  ["etag", "etag"],
  ["ETag", "etag"],
  ["x-ms-copy-id", "copy"],
  ["x-ms-deleted-container-version", "version"],
  ["Version", "version"],
  ["x-ms-continuation", "marker"],
  ["NextKeyMarker", "marker"],
  ["NextVersionIdMarker", "marker"],
  ["NextUploadIdMarker", "marker"],
  ["ExportArn", "arn"],
  ["ImportArn", "arn"],
]);

/** No list of answers is paired further than this. */
const mostOfAKind = 5_000;

/**
 * The values that a service made up in a recorded answer, each with the one in its place in the answer now. A list's
 * values are paired in order.
 */
export function madeUpValues(service: ServiceName, recorded: Answer, actual: Answer): Token[] {
  const { identifiers } = volatileOf(service);
  const kindOf = (name: string): string | undefined => identifiers.get(name) ?? others.get(name);
  return [...inHeaders(recorded, actual, kindOf), ...inBodies(recorded, actual, kindOf)];
}

type KindOf = (name: string) => string | undefined;

function inHeaders(recorded: Answer, actual: Answer, kindOf: KindOf): Token[] {
  return recorded.headers.flatMap(([name, value]): Token[] => {
    const kind = kindOf(name.toLowerCase());
    if (kind === undefined || value === "") return [];
    return [token(kind, value, headerOf(actual.headers, name.toLowerCase()))];
  });
}

function inBodies(recorded: Answer, actual: Answer, kindOf: KindOf): Token[] {
  const before = fieldsIn(recorded, kindOf);
  const now = fieldsIn(actual, kindOf);
  return [...before].flatMap(([name, values]) => {
    // Lists of different lengths do not tell which of their members belong together.
    const paired = now.get(name)?.length === values.length ? now.get(name) : undefined;
    return values.slice(0, mostOfAKind).map((value, at) => token(kindOf(name) ?? name, value, paired?.[at]));
  });
}

function token(kind: string, recorded: string, actual: string | undefined): Token {
  return { kind, recorded, ...(actual !== undefined && actual !== "" && { actual }) };
}

const element = /<(?:\w+:)?([\w-]+)(?: [^<>]*)?>([^<>]+)<\//g;
const member = /"([\w.@-]+)"\s*:\s*"((?:[^"\\]|\\.)*)"/g;
const innerHeader = /^(etag):\s*(\S+)\s*$/gim;

/** Made-up values by their names: elements, members, and the headers inside a batch. */
function fieldsIn({ headers, body }: Answer, kindOf: KindOf): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  const type = headerOf(headers, "content-type") ?? "";
  if (body.length === 0 || !/xml|json|multipart/i.test(type)) return found;
  const text = body.toString("utf8");
  const patterns = /multipart/i.test(type) ? [innerHeader] : [/json/i.test(type) ? member : element];
  for (const pattern of patterns) {
    for (const [, name = "", value = ""] of text.matchAll(pattern)) {
      if (kindOf(name) === undefined && kindOf(name.toLowerCase()) === undefined) continue;
      const key = kindOf(name) === undefined ? name.toLowerCase() : name;
      const values = found.get(key) ?? [];
      values.push(/json/i.test(type) ? unquoted(value) : decoded(value));
      found.set(key, values);
    }
  }
  return found;
}

function unquoted(text: string): string {
  try {
    return String(JSON.parse(`"${text}"`));
  } catch {
    return text;
  }
}

function decoded(text: string): string {
  return text
    .replaceAll("&quot;", '"')
    .replaceAll("&apos;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}
