import { cannotSend, type Names, type RequestHead } from "../../wire/index.ts";
import { identify } from "../identify.ts";
import { headerIn } from "../shared/header-list.ts";
import { isLoopback } from "../shared/loopback.ts";
import type { Addressing } from "../shared/recognizer.ts";
import { splitTarget } from "../shared/wire-request.ts";
import type { Written } from "../shared/written.ts";
import {
  type AccountAddress,
  accountInHost,
  addressOf,
  behindAccount,
  type Place,
  placeOn,
  splitUrl,
} from "./address.ts";
import type { ClientSigner } from "./client-signature.ts";
import { readQuery, withoutValue, writeQuery } from "./raw-query.ts";
import type { AzureService } from "./service.ts";
import { TopNames } from "./top-names.ts";

/** What stays the same for all requests of a rewriter. */
export interface Route {
  readonly service: AzureService;
  readonly other: AccountAddress;
  readonly names: Names;
  /** What the run has written into what was there before it. */
  readonly written: Written;
  readonly addressing: Addressing | undefined;
  /** The one account that has a counterpart; any if it is not said. */
  readonly emulatorAccount: string | undefined;
  /** How clients sign for the emulator's account; what they sign otherwise is sent with a signature that is as wrong. */
  readonly signer: ClientSigner | undefined;
}

/** A request's way from the client's account to the other one, and back. */
export interface Crossing {
  readonly service: AzureService;
  readonly client: AccountAddress;
  readonly other: AccountAddress;
  readonly place: Place;
  readonly names: TopNames;
  readonly method: string;
  /** `unknown` where it could not be named. */
  readonly operation: string;
  readonly written: Written;
  /** What the request writes into what was there before the run; it has done so when the answer says so. */
  readonly pending: PendingThing[];
}

/** Something that is written if the answer says so. */
interface PendingThing {
  readonly top: string;
  readonly thing: string;
}

/** Reads where a request comes from and what it is for; one inside a batch comes from where the batch does. */
export function crossingOf(route: Route, head: RequestHead, batch?: Crossing): Crossing {
  const { client, place } = batch === undefined ? readClient(route, head) : readInner(batch, head);
  if (route.emulatorAccount !== undefined && client.account !== route.emulatorAccount) {
    throw cannotSend(head, `only the account \`${route.emulatorAccount}\` has a counterpart there`);
  }
  const headers = Object.fromEntries(head.headers);
  const { operation } = identify(
    { method: head.method, url: head.target, headers },
    { services: [route.service], addressing: client.addressing },
  );
  return {
    service: route.service,
    client,
    other: route.other,
    place,
    names: new TopNames(route.service, route.names, head.by),
    method: effectiveMethod(head),
    operation: operation ?? "unknown",
    written: route.written,
    pending: batch?.pending ?? [],
  };
}

/** The way of a request inside a batch of entities, of which the place is known already. */
export function entityCrossing(
  { method, headers }: Pick<RequestHead, "method" | "headers">,
  place: Place,
  batch: Crossing,
): Crossing {
  const { operation } = identify(
    {
      method,
      url: `/${batch.client.account}${place.path}${writeQuery(readQuery(place.query))}`,
      headers: Object.fromEntries(headers),
    },
    { services: [batch.service], addressing: "path" },
  );
  return { ...batch, place, method: effectiveMethod({ method, headers }), operation: operation ?? "unknown" };
}

/** Clients of tables tunnel other methods through POST. */
function effectiveMethod({ method, headers }: Pick<RequestHead, "method" | "headers">): string {
  const tunnelled = method === "POST" ? headerIn(headers, "x-http-method") : undefined;
  return (tunnelled ?? method).toUpperCase();
}

function readClient(route: Route, head: RequestHead): { client: AccountAddress; place: Place } {
  const origin = splitUrl(head.origin);
  const host = headerIn(head.headers, "host") ?? origin?.host ?? "";
  const scheme = head.origin.startsWith("https:") ? "https" : "http";
  const inHost = route.addressing === "path" ? undefined : accountInHost(host);
  if (inHost !== undefined) {
    const primary = host.replace(/^([^.]*?)-secondary\./, "$1.");
    const client = { origin: `${scheme}://${primary}`, account: inHost.account, addressing: "host" } as const;
    return { client, place: { secondary: inHost.secondary, ...splitTarget(head.target) } };
  }
  const place = behindAccount(head.target);
  if (place === undefined) throw cannotSend(head, "it names no account");
  return { client: { origin: head.origin, account: place.account, addressing: "path" }, place };
}

function readInner({ client }: Crossing, head: RequestHead): { client: AccountAddress; place: Place } {
  const target = splitUrl(head.target)?.target ?? head.target;
  const place =
    client.addressing === "host"
      ? { secondary: false, ...splitTarget(target) }
      : behindAccount(target.startsWith("/") ? target : `/${target}`, client.account);
  if (place === undefined) throw cannotSend(head, `it is in a batch for the account \`${client.account}\``);
  return { client, place };
}

/** What an address means on the client's account; `undefined` if it is elsewhere. */
export function placeOfClient({ client }: Crossing, url: string): Place | undefined {
  const parts = splitUrl(url);
  if (parts === undefined) return undefined;
  const inHost = accountInHost(parts.host);
  if (inHost?.account === client.account) {
    return { secondary: inHost.secondary, ...splitTarget(parts.target) };
  }
  const bareHost = parts.host.replace(/:\d+$/, "");
  const isHere = isLoopback(bareHost) || placeOn(client, url) !== undefined;
  return isHere && client.addressing === "path" ? behindAccount(parts.target, client.account) : undefined;
}

/** An address on the other account becomes the client's; any other stays. Signatures do not come back. */
export function urlForClient(crossing: Crossing, url: string): string {
  const place = placeOn(crossing.other, url);
  if (place === undefined) return url;
  const path = crossing.names.pathBack(place.path);
  const bare = addressOf(crossing.client, { ...place, path });
  const query = writeQuery(withoutValue(readQuery(place.query), "sig"));
  // A host's root has a slash that an account's path does not need.
  const end = path === "" && crossing.client.addressing === "host" ? "" : bare.path;
  return bare.origin + end + query;
}
