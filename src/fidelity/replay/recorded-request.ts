import { azureAccount, identify, type ServiceName } from "../../clouds/index.ts";
import type { HttpRequest } from "../../model/index.ts";
import type { RequestHead } from "../../wire/index.ts";
import { dropHeaders, sendableHeaders } from "./headers.ts";
import type { RecordedExchange, Recording } from "./recording.ts";

/** Whose request it is; `unknown` where no operation can be named. */
export interface NamedRequest {
  readonly service: ServiceName | null;
  readonly operation: string;
}

type Request = Pick<RecordedExchange, "method" | "url" | "headers" | "body">;

/** Names the operation of a recorded request. */
export function namedRequest(exchange: Request): NamedRequest {
  const { service, operation } = identify(httpRequest(exchange));
  return { service, operation: operation ?? "unknown" };
}

/** A recorded request in the words of the model. */
export function httpRequest({ method, url, headers, body }: Request): HttpRequest {
  return { method, url, headers: Object.fromEntries(headers), body: body.toString("utf8") };
}

/** The account that most requests are for, where accounts stand in hosts. */
export function mainAccount({ exchanges }: Recording): string | undefined {
  const accounts = exchanges.flatMap(({ url }) => accountOf(url) ?? []);
  const counted = [...Map.groupBy(accounts, (account) => account)];
  return counted.toSorted(([, one], [, other]) => other.length - one.length)[0]?.[0];
}

/** The account that an address is on, where that stands in its host. */
export function accountOf(address: string): string | undefined {
  return azureAccount(URL.parse(address)?.hostname ?? "")?.replace(/-secondary$/, "");
}

/** First line and headers, as they would stand on the wire. */
export function headOf({ method, url, headers }: RecordedExchange): RequestHead {
  const [, origin = "", target = ""] = /^(https?:\/\/[^/?#]*)([^#]*)/i.exec(url) ?? [];
  return {
    method,
    target: escaped(target === "" ? "/" : target.startsWith("?") ? `/${target}` : target),
    headers: sendableHeaders(dropHeaders(headers, "host")),
    origin,
    by: { tier: 4 },
  };
}

/** Some recorders write addresses down decoded; on the wire they cannot stand like that. */
function escaped(target: string): string {
  return target.replace(/[^!-~]|["<>\\^`{|}]|%(?![0-9A-Fa-f]{2})/gu, (char) => encodeURIComponent(char));
}

/** An address with its letters as they are meant; as it stands where it is not encoded well. */
export function decodedUrl(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
}

/** The value of a field in an address by its lower-case name. */
export function fieldIn(url: string, name: string): string | undefined {
  const field = fieldsOf(url).find((one) => isNamed(one, name));
  return field === undefined ? undefined : decodedUrl(field.slice(name.length + 1));
}

/** An address without one of its fields; of the rest, no letter changes. */
export function withoutField(url: string, name: string): string {
  const fields = fieldsOf(url);
  const rest = fields.filter((one) => !isNamed(one, name));
  if (rest.length === fields.length) return url;
  return pathOf(url) + (rest.length === 0 ? "" : `?${rest.join("&")}`);
}

/** An address as far as its query. */
export function pathOf(url: string): string {
  return url.split("?", 1)[0] ?? "";
}

function fieldsOf(url: string): string[] {
  const path = pathOf(url);
  return path.length === url.length ? [] : url.slice(path.length + 1).split("&");
}

function isNamed(field: string, name: string): boolean {
  return field.toLowerCase().startsWith(`${name}=`);
}
