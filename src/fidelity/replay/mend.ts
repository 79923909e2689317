import { createHash } from "node:crypto";
import { azureAccount, type ServiceName } from "../../clouds/index.ts";
import type { RawHeader } from "../../wire/index.ts";
import { withoutShared } from "./credentials.ts";
import { dropHeaders, headerOf, mapValues, setHeader } from "./headers.ts";
import type { RecordedExchange } from "./recording.ts";

/**
 * An exchange with what recorders break put right: a batch's boundary and the addresses in it, keys of customers, what
 * opens a copy's source, and the mark of a signature, by which it is known that one has to be made.
 */
export function mended(exchange: RecordedExchange, service: ServiceName): RecordedExchange {
  const keyed = { ...exchange, headers: withSignedSource(withMadeKeys(exchange)) };
  const whole = isBatch(keyed) ? mendedBatch(keyed) : keyed;
  if (whole.credentials !== "taken out") return whole;
  return {
    ...whole,
    url: withoutShared(whole.url),
    headers: setHeader(whole.headers, "Authorization", signatureMark(service)),
  };
}

/** What a signed request of the service looks like: who sends it puts a real signature in. */
function signatureMark(service: ServiceName): string {
  if (service.startsWith("azure-")) return `SharedKey recorded:${Buffer.alloc(32).toString("base64")}`;
  const date = new Date().toISOString().slice(0, 10).replaceAll("-", "");
  return `AWS4-HMAC-SHA256 Credential=recorded/${date}/us-east-1/${service}/aws4_request, SignedHeaders=host;x-amz-date, Signature=${"0".repeat(64)}`;
}

/** Headers of a customer's key, and of its hash: the key is a secret that no recording keeps, its hash tells keys apart. */
const customerKeys = [
  { key: "x-ms-encryption-key", hash: "x-ms-encryption-key-sha256", by: "sha256" },
  { key: "x-ms-source-encryption-key", hash: "x-ms-source-encryption-key-sha256", by: "sha256" },
  {
    key: "x-amz-server-side-encryption-customer-key",
    hash: "x-amz-server-side-encryption-customer-key-md5",
    by: "md5",
  },
  {
    key: "x-amz-copy-source-server-side-encryption-customer-key",
    hash: "x-amz-copy-source-server-side-encryption-customer-key-md5",
    by: "md5",
  },
] as const;

/** A key that was taken out, with its header or without, is made up anew, the same for the same hash. */
function withMadeKeys({ headers, answer }: RecordedExchange): readonly RawHeader[] {
  let changed = headers;
  for (const { key, hash, by } of customerKeys) {
    const given = headerOf(changed, key);
    const told = headerOf(changed, hash);
    // Nobody accepts a hash without a key.
    const isGone = given === undefined && told !== undefined && (answer?.status ?? 500) < 300;
    if (!isGone && (given === undefined || isKey(given))) continue;
    const made = createHash("sha256")
      .update(told ?? "")
      .digest();
    const madeHash = createHash(by).update(made).digest("base64");
    const hashed = mapValues(changed, (value, name) => (name === hash ? madeHash : value));
    changed = setHeader(hashed, key, made.toString("base64"));
  }
  return changed;
}

function isKey(text: string): boolean {
  return /^[A-Za-z0-9+/]{43}=$/.test(text);
}

/** A token that opened the source cannot be had anew: a signature opens it as well. */
function withSignedSource(headers: readonly RawHeader[]): readonly RawHeader[] {
  const source = headerOf(headers, "x-ms-copy-source");
  if (source === undefined || headerOf(headers, sourceToken) === undefined) return headers;
  const signature = "sv=2020-02-10&sr=b&sp=r&se=end&sig=made";
  const signed = `${source}${source.includes("?") ? "&" : "?"}${signature}`;
  return setHeader(dropHeaders(headers, sourceToken), "x-ms-copy-source", signed);
}

/** The header with the token that opens a copy's source. */
export const sourceToken = "x-ms-copy-source-authorization";

function isBatch({ headers, body }: RecordedExchange): boolean {
  return body.length > 0 && /^multipart\/mixed/i.test(headerOf(headers, "content-type") ?? "");
}

/** A boundary is random, and so recorders replace it in one place and not in the other; the body's own counts. */
function mendedBatch(exchange: RecordedExchange): RecordedExchange {
  const text = exchange.body.toString("latin1");
  const boundary = /^\s*--(\S+)/.exec(text)?.[1];
  const type = boundary === undefined ? undefined : `multipart/mixed; boundary=${boundary}`;
  return {
    ...exchange,
    headers: type === undefined ? exchange.headers : setHeader(exchange.headers, "Content-Type", type),
    body: Buffer.from(mendedParts(text, exchange), "latin1"),
  };
}

const requestLine = /^([A-Z]+ )(https?:\/\/[^/\s]+)?(\S* HTTP\/1\.[01]\r?\n)/gm;

/** A batch is for one account: what it names inside is that of its own address. */
function mendedParts(text: string, { url, credentials }: RecordedExchange): string {
  const { origin, hostname } = new URL(url);
  const isInHost = azureAccount(hostname) !== undefined;
  const isMarked = credentials !== "taken out" || /^authorization:/im.test(text);
  const signed = isMarked || /\/\$batch$/.test(url.split("?")[0] ?? "");
  const mark = signed ? "" : `Authorization: ${signatureMark("azure-blob")}\r\n`;
  return text.replace(requestLine, (_, method: string, server: string | undefined, rest: string) => {
    const address = server !== undefined && isInHost ? origin : (server ?? "");
    return `${method}${address}${rest}${mark}`;
  });
}
