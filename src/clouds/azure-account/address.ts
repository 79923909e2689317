import { TouchstoneError } from "../../model/index.ts";
import { azureHost } from "../shared/azure-address.ts";
import { isLoopback } from "../shared/loopback.ts";
import type { Addressing } from "../shared/recognizer.ts";
import { decodePath, splitTarget } from "../shared/wire-request.ts";

/** Where an account of a service is. */
export interface AccountAddress {
  /** `https://acme.blob.core.windows.net` or `http://127.0.0.1:10000`. */
  readonly origin: string;
  readonly account: string;
  readonly addressing: Addressing;
}

/** What an address means, seen from the account's root. */
export interface Place {
  /** It is the copy in the second region that is asked. */
  readonly secondary: boolean;
  /** As sent; empty or from its first slash. */
  readonly path: string;
  /** As sent, without its question mark. */
  readonly query: string;
}

const secondarySuffix = "-secondary";

/** The account that an endpoint names: in its path (`http://127.0.0.1:20000/other`), or else in its host. */
export function endpointAddress(endpoint: string, account: string): AccountAddress {
  const url = URL.parse(endpoint);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== "" || url.search !== "") {
    throw badEndpoint(endpoint, "it is no plain HTTP or HTTPS address");
  }
  const path = url.pathname.replace(/\/+$/, "");
  if (path === "") return { origin: url.origin, account, addressing: "host" };
  if (path !== `/${account}`) throw badEndpoint(endpoint, `its path is not the account \`${account}\``);
  return { origin: url.origin, account, addressing: "path" };
}

function badEndpoint(endpoint: string, why: string): TouchstoneError {
  const [bare = ""] = endpoint.replace(/\/\/[^/]*@/, "//").split("?");
  return new TouchstoneError("TS_BAD_ENDPOINT", `${bare} cannot be an account's endpoint: ${why}`, {
    hint: "Write it as https://acme.blob.core.windows.net, or with the account in the path for an emulator.",
  });
}

/** An absolute address taken apart; `undefined` for a relative one. */
export function splitUrl(url: string): { origin: string; host: string; target: string } | undefined {
  const found = /^(https?:\/\/([^/?#]*))([^#]*)/i.exec(url);
  return found === null
    ? undefined
    : { origin: found[1] ?? "", host: found[2] ?? "", target: found[3] ?? "" };
}

/** Takes the account off the beginning of a path; `undefined` if the path does not begin with it. */
export function behindAccount(target: string, account?: string): (Place & { account: string }) | undefined {
  const { path, query } = splitTarget(target);
  const found = /^\/+([^/]+)(.*)$/s.exec(path);
  const first = found?.[1] ?? "";
  const secondary = first.endsWith(secondarySuffix);
  const named = secondary ? first.slice(0, -secondarySuffix.length) : first;
  if (found === null || (account !== undefined && named !== account)) return undefined;
  return { account: named, secondary, path: found[2] ?? "", query };
}

/** The account that a host names; `undefined` for a host that names none. */
export function accountInHost(host: string): { account: string; secondary: boolean } | undefined {
  const name = bare(host.toLowerCase());
  if (azureHost(name) === null) return undefined;
  const [first = ""] = name.split(".");
  const secondary = first.endsWith(secondarySuffix);
  return { account: secondary ? first.slice(0, -secondarySuffix.length) : first, secondary };
}

/** Where a place is on an account. */
export function addressOf(
  address: AccountAddress,
  { secondary, path }: Place,
): { origin: string; path: string } {
  const suffix = secondary ? secondarySuffix : "";
  if (address.addressing === "path")
    return { origin: address.origin, path: `/${address.account}${suffix}${path}` };
  const origin = secondary ? address.origin.replace(/^([^.]+)\./, `$1${suffix}.`) : address.origin;
  return { origin, path: path === "" ? "/" : path };
}

/** What an absolute address means on that very account, whatever its scheme; `undefined` if it is elsewhere. */
export function placeOn(address: AccountAddress, url: string): Place | undefined {
  const parts = splitUrl(url);
  if (parts === undefined) return undefined;
  const own = splitUrl(address.origin)?.host.toLowerCase() ?? "";
  const isOwnHost = parts.host.toLowerCase() === own;
  if (address.addressing === "path") {
    return isOwnHost ? behindAccount(parts.target, address.account) : undefined;
  }
  const secondary = isOwnHost ? false : otherHostOf(address.account, own, parts.host)?.secondary;
  if (secondary === undefined) return undefined;
  return { secondary, ...splitTarget(isLoopback(bare(own)) ? named(address, parts.target) : parts.target) };
}

/** An account's service has several hosts: of its second region, its zone, its private links, trials of the cloud's. */
function otherHostOf(account: string, own: string, host: string): { secondary: boolean } | undefined {
  const [first, ...rest] = host.toLowerCase().split(".");
  const kind = azureHost(bare(own));
  const isOwn = first === account || first === account + secondarySuffix;
  return isOwn && kind !== null && rest.includes(kind) ? { secondary: first !== account } : undefined;
}

/** Azurite puts the account into the path of addresses that it gives, also where it stands in the host already. */
function named({ account }: AccountAddress, target: string): string {
  return behindAccount(target, account) === undefined
    ? target
    : target.slice(target.indexOf(account) + account.length);
}

function bare(host: string): string {
  return host.replace(/:\d+$/, "");
}

/**
 * Whether dots in a path lead out of the container, queue or table that it begins with: servers may follow them, to
 * something that is none of the run's.
 */
export function leavesItsTop(path: string): boolean {
  let depth = 0;
  for (const segment of decodePath(path).split(/[/\\]/)) {
    if (segment === "" || segment === ".") continue;
    depth += segment === ".." ? -1 : 1;
    if (segment === ".." && depth < 1) return true;
  }
  return false;
}
