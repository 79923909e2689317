import type { RawHeader } from "../http/head.ts";

/** The version of the trace format, written into a trace's first line; see docs/reference/trace.md. */
export const traceVersion = 1;

/**
 * How a request came to its test:
 * 1. marked by a preload in the process that sent it, exact for concurrent tests;
 * 2. by the port of the process that sent it;
 * 3. by running one test at a time, each with a port of its own;
 * 4. not at all: the command is one unit.
 */
export type AttributionTier = 1 | 2 | 3 | 4;

/** Whose request it was. */
export interface Attribution {
  readonly tier: AttributionTier;
  /** The test's id; absent for a file's set-up and for what no test sent. */
  readonly test?: string;
  /** The file whose test or set-up sent it, where it is known. */
  readonly file?: string;
  /** The process that sent it, where that is all that is known. */
  readonly process?: string;
}

/** A body as it was captured: whole up to a limit, its size and hash always of the whole. */
export interface CapturedBody {
  readonly size: number;
  readonly sha256: string;
  /** The content, without framing; as `base64` where it is not UTF-8 text. */
  readonly text?: string;
  readonly base64?: string;
  /** What is here is only the beginning. */
  readonly cut?: true;
}

/** A message without its start line. Names, order and repeats of headers are those of the wire. */
export interface CapturedMessage {
  readonly headers: readonly RawHeader[];
  readonly body?: CapturedBody;
  readonly trailers?: readonly RawHeader[];
}

export interface CapturedRequest extends CapturedMessage {
  readonly method: string;
  /** As it stood in the request's first line. */
  readonly target: string;
}

export interface CapturedResponse extends CapturedMessage {
  readonly status: number;
  readonly reason: string;
}

/**
 * How it ended:
 * - `complete`: request and answer are whole;
 * - `client-gone`: the client left before the answer was over;
 * - `upstream-failed`: the target could not be reached, or broke off;
 * - `refused`: the proxy did not pass it on, since it could be read in two ways, asked for another protocol, or had a head
 *   without an end.
 */
export type Outcome = "complete" | "client-gone" | "upstream-failed" | "refused";

/** One request and its answer as seen on the wire, with its operation: a line of a trace. */
export interface Exchange {
  /** Its place in the trace, from 1, in the order in which exchanges ended. */
  readonly id: number;
  /** When the request's head was there, as an ISO date. */
  readonly at: string;
  /** From then to the end of the answer. */
  readonly ms: number;
  /** The connection that it came on; exchanges of one connection follow each other. */
  readonly connection: number;
  readonly scheme: "http" | "https";
  readonly by: Attribution;
  readonly service: string | null;
  /** `unknown` where it could not be named; then `reason` says why. */
  readonly operation: string;
  readonly reason?: string;
  readonly request: CapturedRequest;
  /** Absent where none came. */
  readonly response?: CapturedResponse;
  readonly outcome: Outcome;
  /** What went wrong, where it did not complete, or that it was answered before the request was whole. */
  readonly problem?: string;
  /** The fault that was put in on request; such an exchange is never learned from. */
  readonly fault?: string;
  /** Where it was sent instead, if it was sent to another account. */
  readonly sentTo?: string;
}

/** The first line of a trace. */
export interface TraceHeader {
  readonly touchstone: "trace";
  readonly version: typeof traceVersion;
  readonly started: string;
  readonly command?: readonly string[];
  readonly targets: readonly { readonly name: string; readonly endpoint: string }[];
}
