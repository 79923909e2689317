import type { Exchange, RawHeader } from "../../wire/index.ts";
import { errorCodeOf } from "./error-code.ts";

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
  return response !== undefined && saysBusy(response.status, response.body?.text ?? "", response.headers);
}

/** The same of an answer by its parts. */
export function saysBusy(status: number, text: string, headers: readonly RawHeader[] = []): boolean {
  if (status < 400) return false;
  const code = errorCodeOf(text, headers)?.replace(/Exception$/, "");
  return status === 429 || (code !== undefined && codes.has(code));
}
