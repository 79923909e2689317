import { createHash, createHmac, type KeyObject } from "node:crypto";
import type { RawHeader } from "../../wire/index.ts";
import {
  canonicalHeaders,
  canonicalPath,
  canonicalQuery,
  type PathEncoding,
  readPairs,
  writePairs,
} from "./amazon-canonical.ts";
import { headerIn, withHeader, withoutHeaders } from "./header-list.ts";
import { SecretKeys } from "./secret-keys.ts";
import { splitTarget } from "./wire-request.ts";

/** What signs for an account; it never goes into an error, a log or a trace. */
export interface AmazonCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

/** What a signature is valid for. */
interface SigningScope {
  readonly region: string;
  readonly service: "s3" | "dynamodb" | "sts";
}

/** A request that is whole but for its signature. */
export interface Unsigned {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly RawHeader[];
}

interface Signing {
  readonly scope: SigningScope;
  readonly credentials: AmazonCredentials;
  /** The lower-case names of the headers to sign, where they are there; `host` always is. */
  readonly signed: readonly string[];
  /** The hash of the body, or the word that stands for it. */
  readonly payload: string;
}

const algorithm = "AWS4-HMAC-SHA256";

/** `20260131T101500Z` */
function amazonDate(date: Date): string {
  return date.toISOString().replace(/[-:]|\.\d+/g, "");
}

/** Signs by the `Authorization` header, as of a date; the client's own date, token and signature give way. */
export function signByHeader(request: Unsigned, signing: Signing & { readonly date: Date }): RawHeader[] {
  const { credentials, scope } = signing;
  const date = amazonDate(signing.date);
  let headers = withoutHeaders(request.headers, "authorization", "x-amz-security-token");
  headers = withHeader(headers, "x-amz-date", date);
  if (credentials.sessionToken !== undefined) {
    headers.push(["x-amz-security-token", credentials.sessionToken]);
  }
  const names = [...signing.signed, "host", "x-amz-date", "x-amz-security-token"];
  const signed = presentNames(headers, names);
  const signature = signatureOf({ ...request, headers }, { ...signing, signed }, date);
  const value =
    `${algorithm} Credential=${credentialOf(credentials, scope, date)}, ` +
    `SignedHeaders=${signed.join(";")}, Signature=${signature}`;
  return [...headers, ["Authorization", value]];
}

const ownParameters = [
  "X-Amz-Algorithm",
  "X-Amz-Credential",
  "X-Amz-Date",
  "X-Amz-SignedHeaders",
  "X-Amz-Security-Token",
  "X-Amz-Signature",
];

/** Signs by the query; the date (`20260131T101500Z`) is the client's own, so that it expires when it was to. */
export function signByQuery(request: Unsigned, signing: Signing & { readonly date: string }): string {
  const { credentials, scope, date } = signing;
  const { path, query } = splitTarget(request.target);
  const signed = presentNames(request.headers, [...signing.signed, "host"]);
  const pairs: [string, string][] = [
    ...readPairs(query).filter(([name]) => !ownParameters.includes(name)),
    ["X-Amz-Algorithm", algorithm],
    ["X-Amz-Credential", credentialOf(credentials, scope, date)],
    ["X-Amz-Date", date],
    ["X-Amz-SignedHeaders", signed.join(";")],
  ];
  if (credentials.sessionToken !== undefined) pairs.push(["X-Amz-Security-Token", credentials.sessionToken]);
  const target = `${path}?${writePairs(pairs)}`;
  const signature = signatureOf({ ...request, target }, { ...signing, signed }, date);
  return `${target}&X-Amz-Signature=${signature}`;
}

function presentNames(headers: readonly RawHeader[], names: readonly string[]): string[] {
  const there = new Set(names.filter((name) => headerIn(headers, name) !== undefined));
  return [...there].toSorted();
}

function credentialOf({ accessKeyId }: AmazonCredentials, scope: SigningScope, date: string): string {
  return `${accessKeyId}/${scopeText(scope, date)}`;
}

function scopeText({ region, service }: SigningScope, date: string): string {
  return `${date.slice(0, 8)}/${region}/${service}/aws4_request`;
}

function signatureOf(request: Unsigned, signing: Signing, date: string): string {
  const { scope, credentials } = signing;
  const text = [algorithm, date, scopeText(scope, date), sha256(canonicalRequest(request, signing))].join(
    "\n",
  );
  const key = keys.of(
    JSON.stringify([credentials.secretAccessKey, date.slice(0, 8), scope.region, scope.service]),
  );
  return hmac(key, text).toString("hex");
}

/** The keys of a day, a region and a service, which are made from an account's. */
const keys = new SecretKeys((from) => {
  const [secret = "", ...scope] = JSON.parse(from) as readonly string[];
  return [...scope, "aws4_request"].reduce(hmac, Buffer.from(`AWS4${secret}`));
});

function canonicalRequest(request: Unsigned, { signed, payload, scope }: Signing): string {
  const { path, query } = splitTarget(request.target);
  const encoding: PathEncoding = scope.service === "s3" ? "once" : "twice";
  return [
    request.method,
    canonicalPath(path, encoding),
    canonicalQuery(query),
    canonicalHeaders(request.headers, signed),
    signed.join(";"),
    payload,
  ].join("\n");
}

/** Texts of the wire have a character a byte. */
function sha256(text: string): string {
  return createHash("sha256").update(text, "latin1").digest("hex");
}

function hmac(key: Buffer | KeyObject, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}
