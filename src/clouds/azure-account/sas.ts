import { decodePath } from "../shared/wire-request.ts";
import { queryValue, type RawQuery, withoutValue } from "./raw-query.ts";
import { type AzureService, signedNames } from "./service.ts";
import { hmac } from "./shared-key.ts";

/** What a shared access signature in a query is signed for. */
export interface SasScope {
  readonly service: AzureService;
  readonly account: string;
  /** From the account's root, as sent. */
  readonly path: string;
}

/** Whether a query carries a shared access signature. */
export function hasSas(query: RawQuery): boolean {
  return queryValue(query, "sig") !== undefined;
}

/** Whether the signature was made with a user delegation key, which only its maker has. */
function isUserDelegation(query: RawQuery): boolean {
  return queryValue(query, "skoid") !== undefined;
}

/** Why a query's signature cannot be made anew; `undefined` if it can. */
export function whyNotSigned(query: RawQuery): string | undefined {
  if (isUserDelegation(query))
    return "its SAS is signed with a user delegation key, which cannot be had anew";
  const version = queryValue(query, "sv");
  if (version === undefined || version < "2012-02-12")
    return "its SAS is of a version that is not known (sv)";
  return undefined;
}

/** The same query, signed with another account's key. */
export function signSas(query: RawQuery, scope: SasScope, key: string): RawQuery {
  const signature = encodeURIComponent(hmac(key, sasText(query, scope)));
  return [...withoutValue(query, "sig"), ["sig", signature]];
}

/** What is signed; it grew over the versions (`sv`) of the service. */
export function sasText(query: RawQuery, scope: SasScope): string {
  const value = (name: string): string => queryValue(query, name) ?? "";
  const version = value("sv");
  if (queryValue(query, "srt") !== undefined) return accountText(value, version, scope.account);
  const prefix = version < "2015-02-21" ? "" : `/${signedNames[scope.service]}`;
  const resource = `${prefix}/${scope.account}/${resourceOf(query, scope)}`;
  const lines = [...["sp", "st", "se"].map(value), resource, value("si")];
  if (version >= "2015-04-05") lines.push(value("sip"), value("spr"));
  lines.push(version);
  if (scope.service === "azure-blob") lines.push(...blobLines(value, version));
  if (scope.service === "azure-table") lines.push(...["spk", "srk", "epk", "erk"].map(value));
  return lines.join("\n");
}

type Values = (name: string) => string;

function accountText(value: Values, version: string, account: string): string {
  const lines = [account, ...["sp", "ss", "srt", "st", "se", "sip", "spr"].map(value), version];
  if (version >= "2020-12-06") lines.push(value("ses"));
  return `${lines.join("\n")}\n`;
}

function blobLines(value: Values, version: string): string[] {
  const lines: string[] = [];
  if (version >= "2018-11-09") lines.push(value("sr"), timeOf(value));
  if (version >= "2020-12-06") lines.push(value("ses"));
  if (version >= "2013-08-15") lines.push(...["rscc", "rscd", "rsce", "rscl", "rsct"].map(value));
  return lines;
}

/** A snapshot or a version is named by its time, which stands in the query for the request's sake already. */
function timeOf(value: Values): string {
  if (value("sr") === "bs") return value("snapshot");
  return value("sr") === "bv" ? value("versionid") : "";
}

/** What is shared, without the account: a container, a directory or a blob; a queue; a table. */
function resourceOf(query: RawQuery, { service, path }: SasScope): string {
  if (service === "azure-table") return (queryValue(query, "tn") ?? "").toLowerCase();
  const [first = "", ...rest] = decodePath(path).replace(/^\/+/, "").split("/");
  if (service === "azure-queue") return first;
  switch (queryValue(query, "sr")) {
    case "c":
      return first;
    case "d":
      return [first, ...rest.slice(0, Number(queryValue(query, "sdd")))].join("/");
    default:
      return rest.length === 0 ? `$root/${first}` : [first, ...rest].join("/");
  }
}
