import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { crc32 } from "node:zlib";

/** A request as a service gets it. */
export interface ArrivedRequest {
  readonly method: string;
  /** Path and query as on the wire. */
  readonly target: string;
  /** Names and values by turns, as `node:http` has them. */
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
}

/** A key that a service knows. */
interface KnownKey {
  readonly id: string;
  readonly secret: string;
  readonly token?: string;
}

export interface Expected {
  readonly key: KnownKey;
  readonly region: string;
  readonly service: string;
  readonly now?: Date;
}

/**
 * Judges a Signature Version 4 as the specification has it, and shares no code with what signs: `undefined` if a service
 * would take the request, otherwise why it would not.
 */
export function whyRefused(request: ArrivedRequest, expected: Expected): string | undefined {
  const headers = headerMap(request.rawHeaders);
  const [path = "", query = ""] = cut(request.target, "?");
  const parameters = query === "" ? [] : query.split("&").map((each) => cut(each, "=").map(percentDecoded));
  const presigned = parameters.some(([name]) => name === "X-Amz-Signature");
  const claim = presigned ? claimInQuery(parameters) : claimInHeader(headers);
  if (typeof claim === "string") return claim;
  const payload = payloadOf(request, headers, parameters, presigned, expected.service);
  const problem =
    wrongClaim(claim, expected) ??
    wrongDate(claim, presigned, expected.now ?? new Date()) ??
    unsignedHeader(claim, headers) ??
    wrongBody(request, headers, payload);
  if (problem !== undefined) return problem;
  const canonical = [
    request.method,
    canonicalUri(path, expected.service),
    canonicalParameters(parameters),
    ...claim.signedHeaders.map((name) => `${name}:${(headers.get(name) ?? []).join(",")}`),
    "",
    claim.signedHeaders.join(";"),
    payload,
  ].join("\n");
  const day = claim.date.slice(0, 8);
  const scope = `${day}/${expected.region}/${expected.service}/aws4_request`;
  const hash = createHash("sha256").update(Buffer.from(canonical, "latin1")).digest("hex");
  let key = Buffer.from(`AWS4${expected.key.secret}`);
  for (const part of scope.split("/")) key = createHmac("sha256", key).update(part).digest();
  const right = createHmac("sha256", key)
    .update(`AWS4-HMAC-SHA256\n${claim.date}\n${scope}\n${hash}`)
    .digest();
  const given = Buffer.from(claim.signature, "hex");
  return given.length === right.length && timingSafeEqual(given, right) ? undefined : "SignatureDoesNotMatch";
}

interface Claim {
  readonly credential: string;
  readonly date: string;
  readonly signedHeaders: readonly string[];
  readonly signature: string;
  readonly token: string | undefined;
  readonly expires?: number;
}

type Parameters = readonly (readonly string[])[];

function claimInHeader(headers: ReadonlyMap<string, readonly string[]>): Claim | string {
  const all = headers.get("authorization") ?? [];
  const [only] = all;
  if (only === undefined || all.length > 1) return "MissingAuthenticationToken";
  const form =
    /^AWS4-HMAC-SHA256 Credential=([^, ]+), ?SignedHeaders=([^, ]+), ?Signature=([0-9a-f]{64})$/.exec(only);
  if (form === null) return "IncompleteSignature";
  const [, credential = "", signedHeaders = "", signature = ""] = form;
  const [date, ...otherDates] = headers.get("x-amz-date") ?? [];
  if (date === undefined || otherDates.length > 0) return "one x-amz-date is needed";
  const token = headers.get("x-amz-security-token")?.join(",");
  return { credential, date, signedHeaders: signedHeaders.split(";"), signature, token };
}

function claimInQuery(parameters: Parameters): Claim | string {
  const only = (name: string): string | undefined => {
    const found = parameters.filter(([each]) => each === name);
    return found.length === 1 ? found[0]?.[1] : undefined;
  };
  const credential = only("X-Amz-Credential");
  const date = only("X-Amz-Date");
  const signedHeaders = only("X-Amz-SignedHeaders");
  const signature = only("X-Amz-Signature");
  const expires = Number(only("X-Amz-Expires"));
  if (only("X-Amz-Algorithm") !== "AWS4-HMAC-SHA256" || !(expires >= 1 && expires <= 604_800)) {
    return "AuthorizationQueryParametersError";
  }
  if (credential === undefined || date === undefined || signedHeaders === undefined)
    return "incomplete query";
  if (signature === undefined) return "incomplete query";
  const token = only("X-Amz-Security-Token");
  return { credential, date, signedHeaders: signedHeaders.split(";"), signature, token, expires };
}

function wrongClaim(claim: Claim, { key, region, service }: Expected): string | undefined {
  const scope = `${claim.date.slice(0, 8)}/${region}/${service}/aws4_request`;
  if (claim.credential !== `${key.id}/${scope}`) return `the credential should be ${key.id}/${scope}`;
  if (claim.token !== key.token) return "InvalidToken";
  const inOrder = claim.signedHeaders.toSorted().join(";") === claim.signedHeaders.join(";");
  return inOrder ? undefined : "signed headers are not in order";
}

function wrongDate({ date, expires }: Claim, presigned: boolean, now: Date): string | undefined {
  const iso = date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z");
  const age = (now.getTime() - Date.parse(iso)) / 1000;
  if (Number.isNaN(age)) return "no date";
  if (age < -900) return "RequestTimeTooSkewed";
  if (presigned) return age > (expires ?? 0) ? "Request has expired" : undefined;
  return age > 900 ? "RequestTimeTooSkewed" : undefined;
}

/** The host and all of Amazon's own headers must be signed. */
function unsignedHeader(
  { signedHeaders }: Claim,
  headers: ReadonlyMap<string, readonly string[]>,
): string | undefined {
  const needed = ["host", ...[...headers.keys()].filter((name) => name.startsWith("x-amz-"))];
  const unsigned = needed.filter((name) => !signedHeaders.includes(name));
  const absent = signedHeaders.filter((name) => !headers.has(name));
  if (absent.length > 0) return `signed, but not there: ${absent.join(", ")}`;
  return unsigned.length > 0 ? `not signed: ${unsigned.join(", ")}` : undefined;
}

function payloadOf(
  { body }: ArrivedRequest,
  headers: ReadonlyMap<string, readonly string[]>,
  parameters: Parameters,
  presigned: boolean,
  service: string,
): string {
  if (service !== "s3") return createHash("sha256").update(body).digest("hex");
  const told = headers.get("x-amz-content-sha256")?.[0];
  if (!presigned) return told ?? "x-amz-content-sha256 is missing";
  return told ?? parameters.find(([name]) => name === "X-Amz-Content-Sha256")?.[1] ?? "UNSIGNED-PAYLOAD";
}

function wrongBody(
  { body }: ArrivedRequest,
  headers: ReadonlyMap<string, readonly string[]>,
  payload: string,
): string | undefined {
  const hash = (algorithm: string) => createHash(algorithm).update(body);
  if (payload === "STREAMING-UNSIGNED-PAYLOAD-TRAILER") {
    return unchunked(body, headers.get("x-amz-trailer")?.[0]) === undefined ? "broken chunks" : undefined;
  }
  if (payload.startsWith("STREAMING-")) return `a service would ask for chunk signatures: ${payload}`;
  if (payload !== "UNSIGNED-PAYLOAD" && payload !== hash("sha256").digest("hex")) {
    return "XAmzContentSHA256Mismatch";
  }
  const digests: readonly (readonly [string, () => string])[] = [
    ["content-md5", () => hash("md5").digest("base64")],
    ["x-amz-checksum-sha256", () => hash("sha256").digest("base64")],
    ["x-amz-checksum-sha1", () => hash("sha1").digest("base64")],
    ["x-amz-checksum-crc32", () => crc32Text(body)],
  ];
  const wrong = digests.find(([name, digest]) => headers.has(name) && headers.get(name)?.[0] !== digest());
  return wrong === undefined ? undefined : `BadDigest: ${wrong[0]}`;
}

/** The content of an `aws-chunked` body, if its frames and its trailing CRC32 are right. */
export function unchunked(framed: Buffer, trailer: string | undefined): Buffer | undefined {
  let rest = framed;
  let content = Buffer.alloc(0);
  for (;;) {
    const line = /^([0-9a-f]+)\r\n/i.exec(rest.toString("latin1", 0, 32));
    if (line === null) return undefined;
    const size = Number.parseInt(line[1] ?? "", 16);
    rest = rest.subarray(line[0].length);
    if (size === 0) break;
    if (rest.toString("latin1", size, size + 2) !== "\r\n") return undefined;
    content = Buffer.concat([content, rest.subarray(0, size)]);
    rest = rest.subarray(size + 2);
  }
  const [name, value] = cut(rest.toString("latin1").trim(), ":");
  if (trailer === undefined || name?.toLowerCase() !== trailer.toLowerCase()) return undefined;
  if (trailer === "x-amz-checksum-crc32" && value !== crc32Text(content)) return undefined;
  return content;
}

function crc32Text(bytes: Buffer): string {
  const number = crc32(bytes);
  return Buffer.from([24, 16, 8, 0].map((shift) => (number >>> shift) & 0xff)).toString("base64");
}

function canonicalUri(path: string, service: string): string {
  const once = path.split("/").map((segment) => percentEncoded(percentDecoded(segment)));
  return (service === "s3" ? once : once.map(percentEncoded)).join("/");
}

function canonicalParameters(parameters: Parameters): string {
  return parameters
    .filter(([name]) => name !== "X-Amz-Signature")
    .map(([name = "", value = ""]) => [percentEncoded(name), percentEncoded(value)])
    .toSorted(([a = "", x = ""], [b = "", y = ""]) => (a === b ? order(x, y) : order(a, b)))
    .map((pair) => pair.join("="))
    .join("&");
}

function order(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

function percentDecoded(text: string): string {
  return decodeURIComponent(text);
}

function percentEncoded(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function headerMap(raw: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const headers = new Map<string, string[]>();
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = raw[at]?.toLowerCase() ?? "";
    const value = (raw[at + 1] ?? "").trim().split(/ +/).join(" ");
    headers.set(name, [...(headers.get(name) ?? []), value]);
  }
  return headers;
}

function cut(text: string, mark: string): string[] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + mark.length)];
}
