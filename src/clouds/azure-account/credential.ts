import { TouchstoneError } from "../../model/index.ts";
import { cannotSend, type RawHeader, type RequestHead } from "../../wire/index.ts";
import { headerIn, withHeader, withoutHeaders } from "../shared/header-list.ts";
import { isLoopbackOrigin } from "../shared/loopback.ts";
import type { AccountAddress } from "./address.ts";
import { type RawQuery, readQuery, writeQuery } from "./raw-query.ts";
import { hasSas, type SasScope, signSas, whyNotSigned } from "./sas.ts";
import type { AzureService } from "./service.ts";
import { type SharedKeyScheme, sharedKeyAuthorization } from "./shared-key.ts";

/** What opens the other account: its key, a shared access signature, or tokens as they are asked for. */
export type AzureCredential =
  | { readonly key: string; readonly sas?: never; readonly token?: never }
  | { readonly sas: string; readonly key?: never; readonly token?: never }
  | { readonly token: () => Promise<string>; readonly key?: never; readonly sas?: never };

/** A request that is ready but for what lets it in. */
export interface Unsigned {
  readonly method: string;
  /** From the server's root. */
  readonly path: string;
  readonly query: RawQuery;
  readonly headers: readonly RawHeader[];
  readonly scope: SasScope;
}

export interface Authorized {
  readonly target: string;
  readonly headers: readonly RawHeader[];
}

/** Throws if the credential would travel where others can read it. */
export function safeToSend({ key }: AzureCredential, { origin }: AccountAddress): void {
  if (key !== undefined || origin.startsWith("https:") || isLoopbackOrigin(origin)) return;
  throw new TouchstoneError("TS_PLAIN_HTTP", `neither token nor SAS is sent to ${origin}: it is not HTTPS`, {
    hint: "Use the account's https:// endpoint.",
  });
}

/**
 * Lets a request into the other account the way in which it came: signed as it was signed, with a shared access
 * signature where it had one, and unsigned where it was.
 */
export async function authorize(
  request: Unsigned,
  credential: AzureCredential,
  { head, other }: { head: RequestHead; other: AccountAddress },
): Promise<Authorized> {
  const { query, path } = request;
  const authorization = headerIn(request.headers, "authorization");
  if (hasSas(query)) {
    const headers = withoutHeaders(request.headers, "authorization");
    return { target: path + writeQuery(resigned(query, request.scope, credential, head)), headers };
  }
  if (authorization === undefined) return { target: path + writeQuery(query), headers: request.headers };
  if (credential.sas !== undefined) {
    const target = path + writeQuery([...query, ...sasQuery(credential.sas)]);
    return { target, headers: withoutHeaders(request.headers, "authorization") };
  }
  const target = path + writeQuery(query);
  if (credential.token !== undefined) {
    const bearer = `Bearer ${await credential.token()}`;
    return { target, headers: withHeader(request.headers, "authorization", bearer) };
  }
  const headers = dated(request.headers);
  const signed = sharedKeyAuthorization(
    request.scope.service,
    schemeOf(authorization, request.scope.service, other),
    { method: request.method, target, headers },
    { account: other.account, key: credential.key },
  );
  return { target, headers: withHeader(headers, "authorization", signed) };
}

/** A shared access signature as the parameters that it is, with its question mark or without. */
export function sasQuery(sas: string): RawQuery {
  return readQuery(sas.replace(/^\?/, ""));
}

/** A query's shared access signature, made anew for the other account. */
export function resigned(
  query: RawQuery,
  scope: SasScope,
  { key }: AzureCredential,
  head: RequestHead,
): RawQuery {
  const why = whyNotSigned(query);
  if (why !== undefined) throw cannotSend(head, why);
  if (key === undefined) throw cannotSend(head, "its SAS can be signed anew with the account's key only");
  return signSas(query, scope, key);
}

/** As it was; but Azurite knows no short scheme for blobs. */
function schemeOf(authorization: string, service: AzureService, { origin }: AccountAddress): SharedKeyScheme {
  if (!/^SharedKeyLite /i.test(authorization)) return "SharedKey";
  return service === "azure-blob" && isLoopbackOrigin(origin) ? "SharedKey" : "SharedKeyLite";
}

/** One date: services differ in which they sign where there are two. A token needs none, a key does. */
function dated(headers: readonly RawHeader[]): readonly RawHeader[] {
  if (headerIn(headers, "x-ms-date") !== undefined) return withoutHeaders(headers, "date");
  if (headerIn(headers, "date") !== undefined) return headers;
  return [...headers, ["x-ms-date", new Date().toUTCString()]];
}
