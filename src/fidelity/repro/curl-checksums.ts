import type { UnsentByAmazon } from "../../clouds/index.ts";
import type { HttpRequest } from "../../model/index.ts";
import { segmentsOf } from "./segments.ts";
import { shContent } from "./sh-text.ts";

/** A header whose value only the lines themselves can tell, since names in the content are new in each run. */
export interface Sum {
  readonly header: string;
  /** The command that makes it of the content. */
  readonly by: string;
}

/** What the SDK adds by itself, so that content can be checked on its way. */
const added = /^(?:x-amz-checksum-.+|x-amz-sdk-checksum-algorithm|content-md5)$/;

/** Commands for the digests that a shell has; whoever wants another one gets none where the content is not known before. */
const commands: Readonly<Record<string, string>> = {
  "x-amz-checksum-crc32": "crc32",
  "x-amz-checksum-sha1": "digest sha1",
  "x-amz-checksum-sha256": "digest sha256",
  "x-amz-checksum-sha512": "digest sha512",
  "content-md5": "digest md5",
};

const algorithmHeader = "x-amz-sdk-checksum-algorithm";

/** A request with what the SDK adds to it, as far as that can be told before it is sent, and the rest. */
export function withChecksums(
  request: HttpRequest,
  sent: UnsentByAmazon,
): { readonly request: HttpRequest; readonly sums: readonly Sum[] } {
  const given = new Set(Object.keys(request.headers).map((name) => name.toLowerCase()));
  const own = Object.entries(sent.headers).filter(([name]) => added.test(name) && !given.has(name));
  const digests = own.filter(([name]) => isDigest(name));
  const isKnown = digests.length === 0 || isSameContent(request.body, sent.body);
  if (isKnown) return { request: withHeaders(request, own), sums: [] };
  const sums = digests.flatMap(([header]) => {
    const by = commands[header];
    return by === undefined ? [] : [{ header, by }];
  });
  const others = own.filter(([name]) => !isDigest(name) && (name !== algorithmHeader || sums.length > 0));
  return { request: withHeaders(request, others), sums };
}

function isDigest(name: string): boolean {
  return name === "content-md5" || /^x-amz-checksum-(?!mode$|type$|algorithm$)/.test(name);
}

function withHeaders(request: HttpRequest, more: readonly (readonly [string, string])[]): HttpRequest {
  return { ...request, headers: { ...request.headers, ...Object.fromEntries(more) } };
}

/** Whether the very bytes are sent, with nothing in them that is new in each run. */
function isSameContent(content: HttpRequest["body"], sent: Buffer): boolean {
  const bytes = Buffer.from(content ?? "");
  const pieces = segmentsOf(bytes.toString("latin1"));
  return bytes.equals(sent) && pieces.every(({ is }) => is === "text" || is === "repeated");
}

/** The lines that make the sums of a content, and the words that send them. */
export function sumLines(
  sums: readonly Sum[],
  content: HttpRequest["body"],
): { readonly before: readonly string[]; readonly words: readonly string[] } {
  const named = sums.map((sum, index) => ({ ...sum, variable: `sum${index + 1}` }));
  return {
    before: named.map(({ by, variable }) => `${variable}=$(${shContent(content ?? "")} | ${by})`),
    words: named.map(({ header, variable }) => `-H "${header}: $${variable}"`),
  };
}
