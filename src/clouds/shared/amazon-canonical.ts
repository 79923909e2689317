import type { RawHeader } from "../../wire/index.ts";

/** How often a path is encoded before it is signed: S3 takes it as it is, the others encode it once more. */
export type PathEncoding = "once" | "twice";

const unreserved = /[A-Za-z0-9_.~-]/;

/** Percent-encodes bytes, one a character, as Signature Version 4 has it. */
function encodeBytes(bytes: string): string {
  let encoded = "";
  for (const byte of bytes) {
    encoded += unreserved.test(byte)
      ? byte
      : `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;
  }
  return encoded;
}

/** Percent-decodes to bytes, one a character; what is malformed stays. */
function decodeBytes(text: string): string {
  return text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** A path as it is signed. */
export function canonicalPath(path: string, encoding: PathEncoding): string {
  const segments = path.split("/").map((segment) => encodeBytes(decodeBytes(segment)));
  const encoded = segments.map((segment) => (encoding === "twice" ? encodeBytes(segment) : segment));
  return encoded.join("/") || "/";
}

/** The names and values of a query in their order, each as bytes; a plus is a blank. */
export function readPairs(query: string): [name: string, value: string][] {
  return query
    .split("&")
    .filter((pair) => pair !== "")
    .map((pair) => {
      const [name = "", ...value] = pair.replaceAll("+", " ").split("=");
      return [decodeBytes(name), decodeBytes(value.join("="))];
    });
}

/** A query from names and values, which are bytes. */
export function writePairs(pairs: readonly (readonly [name: string, value: string])[]): string {
  return pairs.map(([name, value]) => `${encodeBytes(name)}=${encodeBytes(value)}`).join("&");
}

/** A query as it is signed: encoded anew and in order. */
export function canonicalQuery(query: string): string {
  const encoded = readPairs(query).map(([name, value]) => [encodeBytes(name), encodeBytes(value)] as const);
  const inOrder = encoded.toSorted(([a, x], [b, y]) => compare(a, b) || compare(x, y));
  return inOrder.map((pair) => pair.join("=")).join("&");
}

/** The chosen headers as they are signed: a line each, blanks folded, repeats joined. */
export function canonicalHeaders(headers: readonly RawHeader[], signed: readonly string[]): string {
  return signed
    .map((name) => {
      const values = headers.filter(([own]) => own.toLowerCase() === name).map(([, value]) => fold(value));
      return `${name}:${values.join(",")}\n`;
    })
    .join("");
}

function fold(value: string): string {
  return value.trim().replace(/ +/g, " ");
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
