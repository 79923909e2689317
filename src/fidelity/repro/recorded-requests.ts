import { type ServiceName, unsentEndpoint } from "../../clouds/index.ts";
import type { HttpRequest } from "../../model/index.ts";
import type { RawHeader } from "../../wire/index.ts";
import type { Finding } from "../findings/finding.ts";
import { pausesIn, ReplayClock } from "../replay/clock.ts";
import { currentRequest } from "../replay/current-request.ts";
import { dropHeaders, headerOf } from "../replay/headers.ts";
import { madeUpValues } from "../replay/made-up-values.ts";
import { mended } from "../replay/mend.ts";
import { headOf, mainAccount, namedRequest } from "../replay/recorded-request.ts";
import type { RecordedAnswer, RecordedExchange } from "../replay/recording.ts";
import { TargetLink } from "../replay/target-link.ts";
import { bare, Tokens } from "../replay/tokens.ts";
import { type Access, farAway, longAgo, publicCredentials, usualEndpoint } from "./callers.ts";
import type { Sum } from "./curl-checksums.ts";
import { markOf, type Reference } from "./marked.ts";
import { recordingOf } from "./reproduce-recorded.ts";

/** A request that is written down for others to send. */
export interface RequestToSend {
  readonly operation: string;
  readonly access: Access;
  /** A text that says why there is none. */
  readonly request: HttpRequest | string;
  /** Headers that are made of its content when it is sent. */
  readonly sums?: readonly Sum[];
  /** Seconds that pass before it. */
  readonly pause?: number;
}

/** Requests, in which marks stand for what only a run can tell. */
export interface RequestsToSend {
  readonly requests: readonly RequestToSend[];
  readonly references: readonly Reference[];
}

/** The recorded requests of a finding as they would be sent to an emulator's account, by whoever runs what is written. */
export async function recordedRequests(finding: Finding): Promise<RequestsToSend> {
  const { service } = finding;
  const recording = recordingOf(finding);
  using link = linkTo(service);
  const clock = new ReplayClock();
  const learned = { tokens: new Tokens(), clock, changes: new Map<string, string>() };
  const marks = new Marks();
  const isPaced = pausesIn(recording.exchanges) > 0;
  const requests: RequestToSend[] = [];
  for (const [index, exchange] of recording.exchanges.entries()) {
    await clock.reach(exchange);
    const whole = currentRequest(forEver(mended(exchange, service)), service, learned);
    const sent = await link.signed(service, mainAccount(recording), headOf(whole), whole.body);
    const pause = isPaced ? pauseBefore(recording.exchanges, index) : 0;
    requests.push({
      operation: namedRequest(exchange).operation,
      access: headerOf(sent.headers, "authorization") === undefined ? { by: "nothing" } : { by: "key" },
      request: marks.withoutQuotes(unsigned(service, sent)),
      ...(pause > 0 && { pause }),
    });
    if (exchange.answer !== undefined) marks.learn(service, exchange.answer, index, learned);
  }
  return { requests, references: marks.references };
}

/** The way to an emulator that nobody asks: requests are only signed for it. */
function linkTo(service: ServiceName): TargetLink {
  const reachable = [{ service, endpoint: usualEndpoint(service), credentials: publicCredentials(service) }];
  return new TargetLink({ reachable, allowHosts: [], elsewhere: [] });
}

/** Signed addresses that were good when they were recorded are good for whoever runs what is written. */
function forEver(exchange: RecordedExchange): RecordedExchange {
  if (!/[?&]sig=/.test(exchange.url)) return exchange;
  const until = new URL(exchange.url).searchParams.get("se");
  const isOver = until !== null && exchange.at !== undefined && new Date(until) < exchange.at;
  if (isOver) return exchange;
  const url = exchange.url
    .replace(/([?&]se=)[^&]*/, (_, name: string) => name + encodeURIComponent(farAway))
    .replace(/([?&]st=)[^&]*/, (_, name: string) => name + encodeURIComponent(longAgo));
  return { ...exchange, url };
}

function pauseBefore(exchanges: readonly RecordedExchange[], index: number): number {
  const [before, now] = [exchanges[index - 1]?.at, exchanges[index]?.at];
  if (before === undefined || now === undefined) return 0;
  return Math.ceil((now.getTime() - before.getTime()) / 1000);
}

/** What is made anew for each sending. */
const ofTheSending = [
  "authorization",
  "content-length",
  "date",
  "host",
  "x-amz-content-sha256",
  "x-amz-date",
  "x-amz-security-token",
  "x-ms-date",
] as const;

function unsigned(
  service: ServiceName,
  {
    method,
    target,
    headers,
    body,
  }: { method: string; target: string; headers: readonly RawHeader[]; body?: Buffer },
): HttpRequest {
  const endpoint = usualEndpoint(service);
  const { pathname } = new URL(endpoint);
  const atEndpoint = (text: string) => text.replaceAll(endpoint, unsentEndpoint);
  const path = pathname.length > 1 && target.startsWith(pathname) ? target.slice(pathname.length) : target;
  const text = body?.toString("latin1") ?? "";
  return {
    method,
    url: path === "" ? "/" : path,
    headers: Object.fromEntries(
      dropHeaders(headers, ...ofTheSending).map(([name, value]) => [name, atEndpoint(value)]),
    ),
    ...(text !== "" && { body: Buffer.from(atEndpoint(text), "latin1") }),
  };
}

/** Where values stand in answers that later requests send. */
class Marks {
  readonly references: Reference[] = [];
  /** Those that come with quotes around them. */
  readonly #quoted: string[] = [];

  learn(
    service: ServiceName,
    answer: RecordedAnswer,
    index: number,
    { tokens, changes }: { readonly tokens: Tokens; readonly changes: Map<string, string> },
  ): void {
    for (const { kind, recorded } of madeUpValues(service, answer, answer)) {
      const at = placeOf(answer, recorded);
      if (at !== undefined) tokens.learn({ kind, recorded, actual: this.#mark(index, at, recorded) });
    }
    const changed = headerOf(answer.headers, "last-modified");
    if (changed !== undefined) changes.set(changed, this.#mark(index, "header last-modified", changed));
  }

  /** The answer's own quotes take the place of the request's. */
  withoutQuotes(request: HttpRequest): HttpRequest {
    const bareIn = (text: string) =>
      this.#quoted.reduce((changed, mark) => changed.replaceAll(`"${mark}"`, mark), text);
    const { headers, body } = request;
    return {
      ...request,
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, bareIn(value)])),
      ...(body !== undefined && {
        body: Buffer.from(bareIn(Buffer.from(body).toString("latin1")), "latin1"),
      }),
    };
  }

  #mark($from: number, at: string, recorded: string): string {
    const mark = markOf(this.references.push({ $from, at }) - 1);
    if (recorded !== bare(recorded)) this.#quoted.push(mark);
    return mark;
  }
}

/** As operations say it: `header etag`, `body UploadId`. */
function placeOf({ headers, body }: RecordedAnswer, value: string): string | undefined {
  const header = headers.find(([, own]) => own === value);
  if (header !== undefined) return `header ${header[0].toLowerCase()}`;
  const text = body.toString("utf8");
  const escaped = RegExp.escape(value);
  const [, element, member] =
    new RegExp(`<(?:\\w+:)?([\\w-]+)(?: [^<>]*)?>${escaped}</|"([\\w.@-]+)"\\s*:\\s*"${escaped}"`).exec(
      text,
    ) ?? [];
  const name = element ?? member;
  return name === undefined ? undefined : `body ${name}`;
}
