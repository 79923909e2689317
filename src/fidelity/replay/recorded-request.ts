import { azureAccount, identify, type ServiceName } from "../../clouds/index.ts";
import type { HttpRequest } from "../../model/index.ts";
import type { RequestHead } from "../../wire/index.ts";
import { dropHeaders } from "./headers.ts";
import type { RecordedExchange, Recording } from "./recording.ts";

/** Whose request it is; `unknown` where no operation can be named. */
export interface NamedRequest {
  readonly service: ServiceName | null;
  readonly operation: string;
}

/** Names the operation of a recorded request. */
export function namedRequest(exchange: RecordedExchange): NamedRequest {
  const { service, operation } = identify(httpRequest(exchange));
  return { service, operation: operation ?? "unknown" };
}

/** A recorded request in the words of the model. */
export function httpRequest({ method, url, headers, body }: RecordedExchange): HttpRequest {
  return { method, url, headers: Object.fromEntries(headers), body: body.toString("utf8") };
}

/** The account that most requests are for, where accounts stand in hosts. */
export function mainAccount({ exchanges }: Recording): string | undefined {
  const accounts = exchanges.flatMap(({ url }) => {
    const account = azureAccount(URL.parse(url)?.hostname ?? "");
    return account === undefined ? [] : [account.replace(/-secondary$/, "")];
  });
  const counted = [...Map.groupBy(accounts, (account) => account)];
  return counted.toSorted(([, one], [, other]) => other.length - one.length)[0]?.[0];
}

/** First line and headers, as they would stand on the wire. */
export function headOf({ method, url, headers }: RecordedExchange): RequestHead {
  const [, origin = "", target = ""] = /^(https?:\/\/[^/?#]*)([^#]*)/i.exec(url) ?? [];
  return {
    method,
    target: escaped(target === "" ? "/" : target.startsWith("?") ? `/${target}` : target),
    headers: dropHeaders(headers, "host"),
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
