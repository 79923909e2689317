import type { RawHeader, RequestHead } from "../../wire/index.ts";
import { headerIn, withHeader } from "../shared/header-list.ts";
import type { Crossing } from "./crossing.ts";
import { queryValue, type RawQuery, readQuery, withoutValue } from "./raw-query.ts";
import { hasSas, signSas, whyNotSigned } from "./sas.ts";
import { type SharedKeyScheme, sharedKeyAuthorization } from "./shared-key.ts";

/** An account, and the key that its clients sign with. */
export interface ClientSigner {
  readonly account: string;
  readonly key: string;
}

/**
 * Whether a client's own signature is the one that its account's key gives. One that is not must not become good on
 * the way: a test of refusals would see none.
 */
export function isGenuine(head: RequestHead, { service, client, place }: Crossing, key: string): boolean {
  const query = readQuery(place.query);
  if (hasSas(query)) {
    if (whyNotSigned(query) !== undefined) return true;
    const own = signSas(query, { service, account: client.account, path: place.path }, key);
    return decoded(own) === decoded(query);
  }
  const authorization = headerIn(head.headers, "authorization") ?? "";
  const [, scheme] = /^(SharedKey|SharedKeyLite) /.exec(authorization) ?? [];
  if (scheme === undefined) return true;
  const { method, target, headers } = head;
  const account = { account: client.account, key };
  return (
    sharedKeyAuthorization(service, scheme as SharedKeyScheme, { method, target, headers }, account) ===
    authorization
  );
}

function decoded(query: RawQuery): string {
  return decodeURIComponent(queryValue(query, "sig") ?? "");
}

const nothing = Buffer.alloc(32).toString("base64");

/** The same headers with a signature that no key gives. */
export function spoiledHeaders(headers: readonly RawHeader[]): readonly RawHeader[] {
  const authorization = headerIn(headers, "authorization");
  if (authorization === undefined) return headers;
  return withHeader(headers, "authorization", authorization.replace(/:[^:]*$/, `:${nothing}`));
}

/** The same for a shared access signature. */
export function spoiledTarget(target: string): string {
  const [path = "", search = ""] = target.split("?");
  const query = readQuery(search);
  if (!hasSas(query)) return target;
  const rest = withoutValue(query, "sig").map(([name, value]) => `${name}=${value}`);
  return `${path}?${[...rest, `sig=${encodeURIComponent(nothing)}`].join("&")}`;
}
