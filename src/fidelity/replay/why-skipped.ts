import { azureAccount, type ServiceName } from "../../clouds/index.ts";
import { headerOf } from "./headers.ts";
import { sourceToken } from "./mend.ts";
import { outcomeOf } from "./outcome.ts";
import { decodedUrl } from "./recorded-request.ts";
import type { RecordedExchange, Recording } from "./recording.ts";
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

/** Why a recorded exchange cannot be performed anew, as far as it can be told before it is signed. */
export function whySkipped(
  exchange: RecordedExchange,
  recording: Recording,
  served: readonly ServiceName[],
  service: ServiceName | null,
): string | undefined {
  if (exchange.flaw !== undefined) return exchange.flaw;
  if (exchange.answer === undefined) return "it has no answer to compare with";
  if (service === null) return "it is for none of the services";
  if (!served.includes(service)) return `the target does not serve ${service}`;
  if (!recording.keepsCredentials && isForCredentials(exchange))
    return "it was refused for its credentials, which were taken out";
  return whySourceIsElsewhere(exchange);
}

function isForCredentials({ url, headers, answer }: RecordedExchange): boolean {
  if (answer === undefined) return false;
  const { status, code } = outcomeOf(answer);
  if (![400, 401, 403].includes(status)) return false;
  const isForSource = headerOf(headers, sourceToken) !== undefined && code === "CannotVerifyCopySource";
  return isForSource || (!/[?&]sig=/.test(url) && refusedForCredentials.has(code ?? ""));
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
