import { azureAccount, type ServiceName } from "../../clouds/index.ts";
import { isShared } from "./credentials.ts";
import { headerOf } from "./headers.ts";
import { sourceToken } from "./mend.ts";
import { outcomeOf } from "./outcome.ts";
import { decodedUrl, type NamedRequest } from "./recorded-request.ts";
import type { RecordedExchange } from "./recording.ts";
import type { Tokens } from "./tokens.ts";

/** Codes of refusals for who asks, not for what is asked. */
const refusedForCredentials = new Set([
  "AuthenticationFailed",
  "AuthorizationFailure",
  "AuthorizationPermissionMismatch",
  "AuthorizationProtocolMismatch",
  "InsufficientAccountPermissions",
  "InvalidAuthenticationInfo",
  "NoAuthenticationInformation",
  "AccessDenied",
  "InvalidAccessKeyId",
  "SignatureDoesNotMatch",
  "UnrecognizedClientException",
]);

/** Those for a signature that is not right, which is not made again: with a right one, anybody would answer otherwise. */
const refusedForSignature = new Set([
  "AuthenticationFailed",
  "InvalidAuthenticationInfo",
  "InvalidAccessKeyId",
  "SignatureDoesNotMatch",
  "UnrecognizedClientException",
]);

/** Why a recorded exchange cannot be performed anew, as far as it can be told before it is signed. */
export function whySkipped(
  exchange: RecordedExchange,
  served: readonly ServiceName[],
  { service, operation }: NamedRequest,
): string | undefined {
  if (exchange.flaw !== undefined) return exchange.flaw;
  if (exchange.answer === undefined) return "it has no answer to compare with";
  if (service === null) return "it is for none of the services";
  if (!served.includes(service)) return `the target does not serve ${service}`;
  if (isForCredentials(exchange)) return "it was refused for its credentials, which were taken out";
  // Nobody accepts what is no operation: a part of it must be missing.
  if (operation === "unknown" && exchange.answer.status < 300)
    return "it is no operation of the service as it was recorded";
  return whySourceIsElsewhere(exchange);
}

function isForCredentials({ url, headers, answer, credentials }: RecordedExchange): boolean {
  if (answer === undefined || credentials === "none") return false;
  const { status, code } = outcomeOf(answer);
  if (code === null || ![400, 401, 403].includes(status)) return false;
  if (headerOf(headers, sourceToken) !== undefined && code === "CannotVerifyCopySource") return true;
  // A shared access signature says by itself what it grants, and until when.
  if (isShared(url)) return false;
  return (credentials === "shown" ? refusedForSignature : refusedForCredentials).has(code);
}

function whySourceIsElsewhere({ url, headers }: RecordedExchange): string | undefined {
  const source = URL.parse(headerOf(headers, "x-ms-copy-source") ?? "");
  const own = URL.parse(url);
  if (source === null || own === null || source.host === own.host) return undefined;
  const account = azureAccount(source.hostname);
  if (account === undefined) return "its copy source is not in the cloud's storage";
  return account === azureAccount(own.hostname)
    ? "its copy source is another service's"
    : "its copy source is another account's";
}

/** Why a request cannot be made: it needs what the target never gave. */
export function whyMissing({ url, headers, body }: RecordedExchange, tokens: Tokens): string | undefined {
  const texts = [decodedUrl(url), ...headers.map(([, value]) => value), body.toString("latin1")];
  const kind = texts.map((text) => tokens.missingIn(text)).find((found) => found !== undefined);
  return kind === undefined ? undefined : `it needs the ${kind} that the target did not give`;
}
