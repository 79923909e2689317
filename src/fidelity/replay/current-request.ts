import { type ServiceName, volatileOf } from "../../clouds/index.ts";
import { type ReplayClock, spelledLike, wholeDate } from "./clock.ts";
import { dropHeaders, headerOf, mapValues, setHeader } from "./headers.ts";
import { type Asking, isConditionalDate, type OrderOfChanges } from "./order-of-changes.ts";
import { decodedUrl } from "./recorded-request.ts";
import type { RecordedExchange } from "./recording.ts";
import type { Tokens } from "./tokens.ts";

/** What has been learned in a recording so far. */
export interface Learned {
  readonly tokens: Tokens;
  readonly clock: ReplayClock;
  /** Dates of last changes, as recorded, to those of now. */
  readonly changes: ReadonlyMap<string, string>;
  /** Where those dates are known: between which of them others lay. */
  readonly order?: OrderOfChanges;
}

/** The request of an exchange as its client would send it now: with the values that the target gave, and today's dates. */
export function currentRequest(
  exchange: RecordedExchange,
  service: ServiceName,
  learned: Learned,
): RecordedExchange {
  const { identifiers } = volatileOf(service);
  const { tokens } = learned;
  const valued = mapValues(exchange.headers, (value, name) => {
    if (isConditionalDate(name)) return currentDate(value, { name, exchange, service }, learned);
    if (name === "x-ms-copy-source" || name === "x-ms-rename-source")
      return currentUrl(value, service, learned);
    const kind = identifiers.get(name);
    return kind === undefined ? tokens.replaceIn(value) : tokens.replaceWhole(kind, value);
  });
  const dated =
    headerOf(valued, "x-ms-date") === undefined
      ? valued
      : setHeader(valued, "x-ms-date", new Date().toUTCString());
  const headers = dropHeaders(
    dated,
    "date",
    "connection",
    "transfer-encoding",
    "keep-alive",
    "content-length",
    "accept-encoding",
  );
  const body = currentBody(exchange, learned);
  const isFramed = body.length > 0 || headerOf(exchange.headers, "content-length") !== undefined;
  return {
    ...exchange,
    url: currentUrl(exchange.url, service, learned),
    headers: [
      ...(headerOf(exchange.headers, "date") !== undefined && headerOf(headers, "x-ms-date") === undefined
        ? [...headers, ["Date", new Date().toUTCString()] as const]
        : headers),
      ...(isFramed ? [["Content-Length", String(body.length)] as const] : []),
    ],
    body,
  };
}

function currentDate(text: string, asking: Asking, { clock, changes, order }: Learned): string {
  const date = wholeDate(text);
  const shifted = changes.get(text) ?? (date === undefined ? text : spelledLike(text, clock.shifted(date)));
  const now = wholeDate(shifted);
  if (order === undefined || date === undefined || now === undefined) return shifted;
  return spelledLike(text, order.between(date, now, asking));
}

/** The parts of a signed address that say when it is valid. */
const validity = new Map([
  ["st", -1],
  ["se", 1],
  ["X-Amz-Date", 0],
]);

/** An address with its values and its dates replaced; of what needs neither, no letter changes. */
function currentUrl(url: string, service: ServiceName, learned: Learned): string {
  const { identifiers } = volatileOf(service);
  const question = url.indexOf("?");
  const path = learned.tokens.replaceIn(question < 0 ? url : url.slice(0, question));
  if (question < 0) return path;
  const isSigned = /[?&](?:sig|X-Amz-Signature)=/.test(url);
  const fields = url
    .slice(question + 1)
    .split("&")
    .map((field) => {
      const [name = "", ...rest] = field.split("=");
      const value = decodedUrl(rest.join("=").replaceAll("+", " "));
      if (isSigned && validity.has(name))
        return `${name}=${encodeURIComponent(validTime(name, value, learned))}`;
      const kind = identifiers.get(name);
      const now =
        kind === undefined ? learned.tokens.replaceIn(value) : learned.tokens.replaceWhole(kind, value);
      return now === value ? field : `${name}=${encodeURIComponent(now)}`;
    });
  return `${path}?${fields.join("&")}`;
}

/** A time that was taken out is one at which the signature was valid, since nothing says otherwise. */
function validTime(name: string, value: string, { clock }: Learned): string {
  const date = wholeDate(value);
  if (date !== undefined) return spelledLike(value, clock.shifted(date));
  const hours = validity.get(name) ?? 0;
  return spelledLike("2000-01-01T00:00:00Z", new Date(Date.now() + hours * 3_600_000));
}

const policyTime = /(<(?:Start|Expiry)>)([^<]+)(<\/)/g;

/** Requests inside a batch have dates of their own. */
const innerDate = /^(x-ms-date: )[^\r\n]*/gim;

function currentBody({ headers, body }: RecordedExchange, { tokens, clock }: Learned): Buffer {
  const type = headerOf(headers, "content-type") ?? "";
  if (body.length === 0 || !/xml|json|multipart|text/i.test(type)) return body;
  const text = body.toString("latin1");
  const shifted = text.includes("<SignedIdentifier>")
    ? text.replace(policyTime, (whole, before: string, value: string, after: string) => {
        const date = wholeDate(value);
        return date === undefined ? whole : before + spelledLike(value, clock.shifted(date)) + after;
      })
    : text;
  const dated = /multipart/i.test(type)
    ? shifted.replace(innerDate, (_, name: string) => name + new Date().toUTCString())
    : shifted;
  return Buffer.from(tokens.replaceIn(dated), "latin1");
}
