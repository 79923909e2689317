import { attributionOf, isMarker, markerHeader } from "../attribution/marker.ts";
import { type Head, headerValue, type RawHeader } from "../http/head.ts";
import type { Attribution, CapturedMessage, Exchange, Outcome } from "../trace/exchange.ts";
import type { Redactor } from "../trace/redact.ts";
import { BodyCapture } from "./body-capture.ts";
import { wantsClose } from "./last-words.ts";
import {
  defaultBodyLimit,
  type Identified,
  type OwnAnswer,
  type PlannedFault,
  type ProxySettings,
} from "./settings.ts";

/** What is longer is the line of something that is no request, and may be anything. */
const longestMethod = 15;

/** Where an exchange came from. */
export interface Origin {
  readonly connection: number;
  readonly scheme: "http" | "https";
  readonly by: Attribution;
}

/** An exchange that is under way: what passes is told to it, and in the end it is written down. */
export class OpenExchange {
  readonly method: string;
  readonly target: string;
  /** Whether the client speaks HTTP/1.0, which has no chunks. */
  readonly isOld: boolean;
  /** Without the marker. */
  readonly headers: readonly RawHeader[];
  readonly by: Attribution;
  readonly requestBody: BodyCapture;
  readonly responseBody: BodyCapture;
  requestTrailers: readonly RawHeader[] = [];
  responseTrailers: readonly RawHeader[] = [];
  /** The final answer's head, once it is there. */
  response: Head | undefined;
  fault: PlannedFault | undefined;
  sentTo: string | undefined;
  isRequestWhole = false;
  isRecorded = false;
  readonly #settings: ProxySettings;
  readonly #origin: Origin;
  readonly #at = new Date();
  readonly #began = performance.now();
  #found: Identified | undefined;

  constructor(head: Head, settings: ProxySettings, origin: Origin) {
    const { method, target } = readRequestLine(head.startLine);
    this.method = method;
    this.target = target;
    this.isOld = head.startLine.endsWith(" HTTP/1.0");
    const marker = headerValue(head.headers, markerHeader);
    this.headers = marker === undefined ? head.headers : head.headers.filter((header) => !isMarker(header));
    this.by = attributionOf(marker, origin.by);
    this.#settings = settings;
    this.#origin = origin;
    const limit = settings.bodyLimit ?? defaultBodyLimit;
    this.requestBody = new BodyCapture(limit);
    this.responseBody = new BodyCapture(limit);
  }

  /** What the request does, as far as it can be told. */
  get found(): Identified {
    this.#found ??= this.#settings.identify({
      method: this.method,
      url: this.target,
      headers: joined(this.headers),
    });
    return this.#found;
  }

  /** Whether the client wants, or knows of, no other exchange on the connection. */
  get isLast(): boolean {
    return this.isOld || wantsClose(this.headers);
  }

  /** How the client reached us: `http://127.0.0.1:40001`. */
  get origin(): string {
    return `${this.#origin.scheme}://${headerValue(this.headers, "host") ?? "localhost"}`;
  }

  /** Notes an answer that is the proxy's own. */
  answerWith({ status, reason, headers, body }: OwnAnswer): void {
    this.response = { startLine: `HTTP/1.1 ${status} ${reason}`, headers, spans: [], length: 0 };
    this.responseBody.add(body);
  }

  /** The exchange as it is written down. */
  close(outcome: Outcome, problem?: string): Omit<Exchange, "id"> {
    const { service, operation, reason } = this.found;
    const { redactor } = this.#settings;
    return {
      at: this.#at.toISOString(),
      ms: Math.round((performance.now() - this.#began) * 1000) / 1000,
      connection: this.#origin.connection,
      scheme: this.#origin.scheme,
      by: redactedAttribution(this.by, redactor),
      service,
      operation: operation ?? "unknown",
      ...(reason !== undefined && { reason: redactor.text(reason) }),
      request: {
        method: this.method.length > longestMethod ? redactor.text(this.method) : this.method,
        target: redactor.target(this.target),
        ...this.#message(this.headers, this.requestBody, this.requestTrailers),
      },
      ...this.#answer(),
      outcome,
      ...(problem !== undefined && { problem: redactor.text(problem) }),
      ...(this.fault !== undefined && { fault: this.fault.label }),
      ...(this.sentTo !== undefined && { sentTo: this.sentTo }),
    };
  }

  #answer(): Pick<Exchange, "response"> {
    if (this.response === undefined) return {};
    const { status, reason } = readStatusLine(this.response.startLine);
    const message = this.#message(this.response.headers, this.responseBody, this.responseTrailers);
    return { response: { status, reason: this.#settings.redactor.text(reason), ...message } };
  }

  #message(
    headers: readonly RawHeader[],
    capture: BodyCapture,
    trailers: readonly RawHeader[],
  ): CapturedMessage {
    const { redactor } = this.#settings;
    const body = capture.finish(redactor, {
      contentType: headerValue(headers, "content-type"),
      contentEncoding: headerValue(headers, "content-encoding"),
    });
    return {
      headers: redactor.headers(headers),
      ...(body !== undefined && { body }),
      ...(trailers.length > 0 && { trailers: redactor.headers(trailers) }),
    };
  }
}

/** Titles are anybody's words; the same ones stay the same. */
function redactedAttribution({ tier, ...words }: Attribution, redactor: Redactor): Attribution {
  const kept = Object.entries(words).map(([name, word]: [string, string]) => [name, redactor.text(word)]);
  return { tier, ...Object.fromEntries(kept) };
}

/** `GET /path HTTP/1.1`; a target may have blanks in it, where a client does not encode them. */
function readRequestLine(line: string): { method: string; target: string } {
  const start = line.indexOf(" ");
  const end = line.lastIndexOf(" HTTP/");
  const stop = end > start ? end : line.length;
  return start < 0
    ? { method: line, target: "" }
    : { method: line.slice(0, start), target: line.slice(start + 1, stop) };
}

/** `HTTP/1.1 404 Not Found`. */
export function readStatusLine(line: string): { status: number; reason: string } {
  const [, status = "0", reason = ""] = /^HTTP\/\d(?:\.\d)? (\d{3})(?: (.*))?$/s.exec(line) ?? [];
  return { status: Number(status), reason };
}

function joined(headers: readonly RawHeader[]): Record<string, string> {
  const record: Record<string, string> = Object.create(null);
  for (const [name, value] of headers) {
    const key = name.toLowerCase();
    const before = record[key];
    record[key] = before === undefined ? value : `${before}, ${value}`;
  }
  return record;
}
