import { operationOf } from "../../clouds/index.ts";
import { headerOf } from "./headers.ts";
import { outcomeOf } from "./outcome.ts";
import { fieldIn, namedRequest, withoutField } from "./recorded-request.ts";
import type { Credentials, RecordedExchange } from "./recording.ts";

/** An exchange of which is not said yet who asked. */
export type Unattributed = Omit<RecordedExchange, "credentials">;

/** What whoever recorded them shows of credentials, where nothing that was sent without is left unsaid. */
export function asShown(exchange: Unattributed, otherwise: Credentials): RecordedExchange {
  return { ...exchange, credentials: shownIn(exchange) ?? otherwise };
}

/**
 * Says of exchanges that somebody recorded who asked. Recorders take credentials out, with all traces of them or without: what
 * shows none was sent without any only if it was answered as such a request is.
 */
export function attributed(exchanges: readonly Unattributed[]): RecordedExchange[] {
  const areMarked = exchanges.some(({ headers }) => headerOf(headers, "authorization") !== undefined);
  const isOpened = exchanges.some(opensToAnybody);
  return exchanges.map((exchange) => {
    const isAnonymous = areMarked ? isLikelyAnonymous(exchange, isOpened) : isSurelyAnonymous(exchange);
    return asShown(exchange, isAnonymous ? "none" : "taken out");
  });
}

/** What says that somebody asks whom the service knows, as clients write it. */
const scheme = /^(?:SharedKey|SharedKeyLite|Bearer|AWS4-HMAC-SHA256|AWS) /i;

/** What a request shows of credentials; nothing where there is nothing. */
function shownIn(exchange: Unattributed): Credentials | undefined {
  const { headers, url } = exchange;
  const header = headerOf(headers, "authorization");
  if (header !== undefined) return scheme.test(header) ? "shown" : "taken out";
  if (fieldIn(url, "x-amz-signature") !== undefined) return "shown";
  if (!isShared(url)) return undefined;
  return isWhole(url) || isRefused(exchange) ? "shown" : "taken out";
}

/** Whether an address carries a shared access signature, be it cut down. */
export function isShared(url: string): boolean {
  return fieldIn(url, "sig") !== undefined;
}

/** A shared access signature says of which version it is, and what it grants, or which policy does. */
function isWhole(url: string): boolean {
  const has = (name: string) => fieldIn(url, name) !== undefined;
  return has("sv") && (has("sp") || has("si"));
}

/** The fields of a shared access signature. */
const sharedFields =
  "sv ss srt sr sp st se sip spr si sig ses sdd tn spk srk epk erk skoid sktid skt ske sks skv"
    .split(" ")
    .concat("saoid", "suoid", "scid");

/** An address without what is left of a shared access signature. */
export function withoutShared(url: string): string {
  return isShared(url) ? sharedFields.reduce(withoutField, url) : url;
}

/** It was refused as whoever says nothing of themselves is. */
function isRefused(exchange: Unattributed): boolean {
  const { answer } = exchange;
  if (answer === undefined) return true;
  const { status, code } = outcomeOf(answer);
  if (status === 401 || status === 403 || code === "PublicAccessNotPermitted") return true;
  // Nobody else is told so little, but for tables.
  const isBare = status === 404 && (code === "ResourceNotFound" || code === null);
  return isBare && (!isDated(exchange) || namedRequest(exchange).service !== "azure-table");
}

/** What is signed says when. */
function isDated({ headers }: Unattributed): boolean {
  return ["x-ms-date", "x-amz-date", "date"].some((name) => headerOf(headers, name) !== undefined);
}

/** Others beside it show who asked. */
function isLikelyAnonymous(exchange: Unattributed, isOpened: boolean): boolean {
  return isRefused(exchange) || exchange.method === "OPTIONS" || (isOpened && isReading(exchange));
}

/** Nobody shows anything; but what was sent without credentials may be told so. */
function isSurelyAnonymous(exchange: Unattributed): boolean {
  const { answer } = exchange;
  if (answer === undefined) return false;
  const { code } = outcomeOf(answer);
  return code === "NoAuthenticationInformation" || (!isDated(exchange) && isRefused(exchange));
}

/** Whether it reads what may be open to anybody: blobs and objects. */
function isReading(exchange: Unattributed): boolean {
  const { service, operation } = namedRequest(exchange);
  if (operation === "unknown" || (service !== "azure-blob" && service !== "s3")) return false;
  return operationOf(service, operation).readOnly === true;
}

/** Whether it opens something to those who say nothing of themselves. */
function opensToAnybody({ method, url, headers }: Unattributed): boolean {
  if (headerOf(headers, "x-ms-blob-public-access") !== undefined) return true;
  if (/^public/.test(headerOf(headers, "x-amz-acl") ?? "")) return true;
  return method === "PUT" && /[?&](?:acl|policy)(?:[=&]|$)/.test(url);
}
