import { TouchstoneError } from "../../model/index.ts";
import { isAllowedHost } from "../shared/allowed-hosts.ts";
import { isLoopback } from "../shared/loopback.ts";
import { accountInHost } from "./address.ts";

/** An account, and where requests for it are sent. */
export interface Destination {
  readonly account: string;
  /** `https://acme.blob.core.windows.net` or `http://127.0.0.1:20000/other`. */
  readonly endpoint: string;
  /** Hosts that requests may leave for, with all below them. */
  readonly allowedHosts?: readonly string[];
}

/**
 * Throws unless requests may leave for an account: a host that is not this machine has to be named among the allowed
 * ones, and has to be that of the account that is named.
 *
 * @example
 * allowedDestination({
 *   account: "acme",
 *   endpoint: "https://acme.blob.core.windows.net",
 *   allowedHosts: ["acme.blob.core.windows.net"],
 * });
 */
export function allowedDestination({ account, endpoint, allowedHosts = [] }: Destination): void {
  const host = URL.parse(endpoint)?.hostname.toLowerCase() ?? "";
  if (isLoopback(host)) return;
  // The second region's host is allowed with the first one's.
  const primary = host.replace(/^([^.]+)-secondary\./, "$1.");
  if (account === "") throw notAllowed(host, "no account is named", "Name the account in the config.");
  if (!isAllowedHost(primary, allowedHosts) && !isAllowedHost(host, allowedHosts)) {
    throw notAllowed(
      host,
      "it is none of the allowed hosts",
      `Name ${host || "the host"} among the allowed hosts in the config, if it is really meant.`,
    );
  }
  const named = accountInHost(host)?.account;
  if (named !== undefined && named !== account) {
    throw notAllowed(
      host,
      `it belongs to \`${named}\`, not to \`${account}\``,
      "Correct account or endpoint.",
    );
  }
}

function notAllowed(host: string, why: string, hint: string): TouchstoneError {
  return new TouchstoneError("TS_HOST_NOT_ALLOWED", `nothing is sent to ${host || "no host"}: ${why}`, {
    hint,
  });
}
