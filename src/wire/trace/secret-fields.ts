/** What stands in a trace where a secret stood. */
export const redacted = "REDACTED";

/** Headers whose value is a secret from end to end. */
const secretHeaders = [
  "cookie",
  "set-cookie",
  "x-amz-copy-source-server-side-encryption-customer-key",
  "x-amz-s3session-token",
  "x-amz-security-token",
  "x-amz-server-side-encryption-customer-key",
  "x-amz-trailer-signature",
  "x-aws-ec2-metadata-token",
  "x-identity-header",
  "x-ms-encryption-key",
  "x-ms-source-encryption-key",
];

/** Headers whose value is a scheme and a secret. */
const authorizationHeaders = ["authorization", "proxy-authorization", "x-ms-copy-source-authorization"];

/** Every header that a secret is expected in, in small letters. */
export const headersWithSecrets: readonly string[] = [...authorizationHeaders, ...secretHeaders];

/** Fields of queries, forms, JSON, XML and connection strings whose value is a secret, in small letters. */
export const secretFields: readonly string[] = [
  ...secretHeaders,
  "access_token",
  "accesstoken",
  "accountkey",
  "canonicalrequestbytes",
  "chunk-signature",
  "client_assertion",
  "client_secret",
  "clientsecret",
  "id_token",
  "refresh_token",
  "refreshtoken",
  "samlassertion",
  "secretaccesskey",
  "sessiontoken",
  "sharedaccesskey",
  "sharedaccesssignature",
  "sig",
  "signature",
  "signatureprovided",
  "webidentitytoken",
  "x-amz-signature",
];

const queryFields: ReadonlySet<string> = new Set(secretFields);

/** What token endpoints are sent besides, under names too common to be secrets elsewhere. */
const formFields: ReadonlySet<string> = new Set([...secretFields, "assertion", "code", "password"]);

type Redaction = (value: string) => string;

const byHeader: ReadonlyMap<string, Redaction> = new Map<string, Redaction>([
  ...authorizationHeaders.map((name): [string, Redaction] => [name, redactAuthorization]),
  ...secretHeaders.map((name): [string, Redaction] => [name, () => redacted]),
]);

/** Length and first letter rule out nearly every name, without a look at the rest of it. */
const shapes = new Uint8Array(64 * 32);
for (const name of headersWithSecrets) shapes[shapeOf(name)] = 1;

function shapeOf(name: string): number {
  return (name.length << 5) | (name.charCodeAt(0) & 31);
}

/** How the value of a header of that name is redacted; `undefined` where the name tells of no secret. */
export function redactionOfHeader(name: string): Redaction | undefined {
  return shapes[shapeOf(name)] === 1 ? byHeader.get(name.toLowerCase()) : undefined;
}

/** Schemes that are followed by who signs, a colon and the signature. */
const signedByName: ReadonlySet<string> = new Set(["sharedkey", "sharedkeylite", "aws"]);
const otherSchemes: ReadonlySet<string> = new Set([
  "basic",
  "bearer",
  "digest",
  "negotiate",
  "ntlm",
  "sharedaccesssignature",
]);

/**
 * Takes the signature or token out of an Authorization header, and leaves who signed, and what for.
 *
 * @example
 * redactAuthorization("SharedKey acme:c2VjcmV0"); // "SharedKey acme:REDACTED"
 */
export function redactAuthorization(value: string): string {
  const blank = value.indexOf(" ");
  if (blank < 0) return redacted;
  const scheme = value.slice(0, blank).toLowerCase();
  if (scheme.startsWith("aws4-")) return withoutSignature(value, blank);
  if (signedByName.has(scheme)) {
    const colon = value.indexOf(":", blank);
    return `${value.slice(0, (colon < 0 ? blank : colon) + 1)}${redacted}`;
  }
  return otherSchemes.has(scheme) ? `${value.slice(0, blank)} ${redacted}` : redacted;
}

function withoutSignature(value: string, blank: number): string {
  const kept = value.replace(/(?<=[\s,]signature=)[^\s,]+/i, redacted);
  return kept === value ? `${value.slice(0, blank)} ${redacted}` : kept;
}

/** Takes the secrets out of `a=b&c=d`; what else is in a value is for `redactValue` to judge. */
export function redactQuery(query: string, kind: "query" | "form", redactValue: Redaction): string {
  const secret = kind === "form" ? formFields : queryFields;
  return query
    .split("&")
    .map((field) => {
      const equals = field.indexOf("=");
      if (equals < 0 || equals === field.length - 1) return redactValue(field);
      const name = field.slice(0, equals);
      if (secret.has(decoded(name).toLowerCase())) return `${name}=${redacted}`;
      return `${name}=${redactValue(field.slice(equals + 1))}`;
    })
    .join("&");
}

function decoded(name: string): string {
  if (!name.includes("%")) return name;
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
