import type { Exchange } from "../wire/index.ts";
import { errorCodeOf } from "./shared/error-code.ts";

/** Source: the services' pages of error codes; some of AWS's with and some without `Exception`. */
const codes = new Set([
  "ServerBusy",
  "SlowDown",
  "BandwidthLimitExceeded",
  "ProvisionedThroughputExceeded",
  "RequestLimitExceeded",
  "Throttling",
  "Throttled",
  "RequestThrottled",
  "TooManyRequests",
]);

/** Whether a service said that it had too much to do: such an answer says nothing about the request. */
export function isThrottled({ response }: Pick<Exchange, "response">): boolean {
  if (response === undefined || response.status < 400) return false;
  if (response.status === 429) return true;
  const code = errorCodeOf(response.body?.text ?? "", response.headers);
  return code !== undefined && codes.has(code.replace(/Exception$/, ""));
}
