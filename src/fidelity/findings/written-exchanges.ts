import { createHash } from "node:crypto";
import { z } from "zod";
import type { WrittenExchange } from "./finding.ts";
import { readValue, writtenValue } from "./written.ts";

const headers = z.record(z.string(), z.union([z.string(), z.array(z.string())]));

/** An exchange as it stands in a catalogue: bodies that repeat themselves are short, and long ones are named by their hash. */
export const catalogueExchange = z.object({
  method: z.string(),
  url: z.string(),
  requestHeaders: headers,
  requestBody: z.unknown(),
  isAnonymous: z.literal(true).optional(),
  status: z.number().optional(),
  responseHeaders: headers.optional(),
  responseBody: z.unknown().optional(),
});

type CatalogueExchange = z.output<typeof catalogueExchange>;

/** Characters of a body that says nothing twice, beyond which the file would be more of bodies than of findings. */
const longest = 16_384;

/** The exchange as data of the catalogue. */
export function writeExchange(exchange: WrittenExchange): CatalogueExchange {
  const { method, url, requestHeaders, requestBody, isAnonymous, status, responseHeaders, responseBody } =
    exchange;
  return {
    method,
    url,
    requestHeaders: mutable(requestHeaders),
    requestBody: writtenBody(requestBody, requestHeaders),
    ...(isAnonymous && { isAnonymous }),
    ...(status !== undefined && { status }),
    ...(responseHeaders !== undefined && { responseHeaders: mutable(responseHeaders) }),
    ...(responseBody !== undefined && { responseBody: writtenBody(responseBody, responseHeaders ?? {}) }),
  };
}

/** The exchange that was written. What was too long to be kept is missing: see {@link unkeptBody}. */
export function readExchange(written: CatalogueExchange): WrittenExchange {
  const { method, url, requestHeaders, isAnonymous, status, responseHeaders, responseBody } = written;
  return {
    method,
    url,
    requestHeaders,
    requestBody: bodyOf(written.requestBody),
    ...(isHash(written.requestBody) && { isBodyUnkept: true }),
    ...(isAnonymous && { isAnonymous }),
    ...(status !== undefined && { status }),
    ...(responseHeaders !== undefined && { responseHeaders }),
    ...(responseBody !== undefined && { responseBody: bodyOf(responseBody) }),
  };
}

/** How many bytes the body of a request had that a catalogue has not kept; `undefined` where it has. */
export function unkeptBody({ isBodyUnkept, requestHeaders }: WrittenExchange): number | undefined {
  return isBodyUnkept === true ? lengthOf(requestHeaders) : undefined;
}

function writtenBody(body: string | null, given: WrittenExchange["requestHeaders"]): unknown {
  if (body === null) return null;
  const content = contentOf(body, given);
  const short = writtenValue(content);
  if (JSON.stringify(short).length <= longest) return short;
  return { $sha256: createHash("sha256").update(content).digest("hex") };
}

/** The bytes that a text of base64 stands for, by the length that was declared; the text itself otherwise. */
function contentOf(body: string, given: WrittenExchange["requestHeaders"]): Uint8Array | string {
  if (lengthOf(given) === Buffer.byteLength(body)) return body;
  const bytes = Buffer.from(body, "base64");
  return bytes.toString("base64") === body ? new Uint8Array(bytes) : body;
}

function isHash(written: unknown): boolean {
  return typeof written === "object" && written !== null && "$sha256" in written;
}

function bodyOf(written: unknown): string | null {
  if (written === null || isHash(written)) return null;
  const value = readValue(written);
  return value instanceof Uint8Array ? Buffer.from(value).toString("base64") : String(value);
}

function lengthOf(given: WrittenExchange["requestHeaders"]): number {
  const [, length] = Object.entries(given).find(([name]) => name.toLowerCase() === "content-length") ?? [];
  return Number(length ?? 0);
}

function mutable(given: WrittenExchange["requestHeaders"]): CatalogueExchange["requestHeaders"] {
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, typeof value === "string" ? value : [...value]]),
  );
}
