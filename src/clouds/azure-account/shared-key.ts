import { createHmac } from "node:crypto";
import type { RawHeader } from "../../wire/index.ts";
import { headerIn } from "../shared/header-list.ts";
import { SecretKeys } from "../shared/secret-keys.ts";
import { decodePath, splitTarget } from "../shared/wire-request.ts";
import { byHeaderName } from "./header-order.ts";
import { queryValue, readQuery } from "./raw-query.ts";
import type { AzureService } from "./service.ts";

/** The two ways to sign with an account's key; the second leaves most headers and the query out. */
export type SharedKeyScheme = "SharedKey" | "SharedKeyLite";

/** A request as it will be sent. */
export interface SignedRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly RawHeader[];
}

const keys = new SecretKeys((key) => Buffer.from(key, "base64"));

/** Signs with an account's key, in Base64. */
export function hmac(key: string, text: string): string {
  return createHmac("sha256", keys.of(key)).update(text, "utf8").digest("base64");
}

/** The `Authorization` of a request. */
export function sharedKeyAuthorization(
  service: AzureService,
  scheme: SharedKeyScheme,
  request: SignedRequest,
  { account, key }: { account: string; key: string },
): string {
  return `${scheme} ${account}:${hmac(key, sharedKeyText(service, scheme, request, account))}`;
}

/** What is signed: tables leave out what blobs and queues sign, and the short scheme leaves out more. */
export function sharedKeyText(
  service: AzureService,
  scheme: SharedKeyScheme,
  request: SignedRequest,
  account: string,
): string {
  const value = (name: string): string => headerIn(request.headers, name) ?? "";
  if (service === "azure-table") {
    const date = value("x-ms-date") || value("date");
    const resource = shortResource(request, account);
    if (scheme === "SharedKeyLite") return [date, resource].join("\n");
    return [request.method, value("content-md5"), value("content-type"), date, resource].join("\n");
  }
  const date = value("x-ms-date") === "" ? value("date") : "";
  const headers = canonicalHeaders(request.headers);
  if (scheme === "SharedKeyLite") {
    const lines = [request.method, value("content-md5"), value("content-type"), date];
    return `${lines.join("\n")}\n${headers}${shortResource(request, account)}`;
  }
  const lines = [
    request.method,
    value("content-encoding"),
    value("content-language"),
    lengthToSign(value("content-length"), value("x-ms-version")),
    value("content-md5"),
    value("content-type"),
    date,
    ...["if-modified-since", "if-match", "if-none-match", "if-unmodified-since", "range"].map(value),
  ];
  return `${lines.join("\n")}\n${headers}${longResource(request, account)}`;
}

/** An empty body has no length, but for clients from before 2015. */
function lengthToSign(length: string, version: string): string {
  return length === "0" && (version === "" || version >= "2015-02-21") ? "" : length;
}

function canonicalHeaders(headers: readonly RawHeader[]): string {
  const names = new Set(
    headers.map(([name]) => name.toLowerCase()).filter((name) => name.startsWith("x-ms-")),
  );
  return [...names]
    .toSorted(byHeaderName)
    .map((name) => `${name}:${headerIn(headers, name) ?? ""}\n`)
    .join("");
}

/** The path behind the account's name, which an emulator's path begins with once more, and `comp`. */
function shortResource({ target }: SignedRequest, account: string): string {
  const { path, query } = splitTarget(target);
  const comp = queryValue(readQuery(query), "comp");
  return `/${account}${path || "/"}${comp === undefined ? "" : `?comp=${comp}`}`;
}

/** The path, and every parameter in order. */
function longResource({ target }: SignedRequest, account: string): string {
  const { path, query } = splitTarget(target);
  const values = new Map<string, string[]>();
  for (const [name, value] of readQuery(query)) {
    const lower = decodePath(name).toLowerCase();
    if (lower !== "") values.set(lower, [...(values.get(lower) ?? []), decodePath(value ?? "")]);
  }
  const lines = [...values]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, all]) => `\n${name}:${all.toSorted().join(",")}`);
  return `/${account}${path || "/"}${lines.join("")}`;
}
