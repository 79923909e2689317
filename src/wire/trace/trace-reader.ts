import type { Readable } from "node:stream";
import { TouchstoneError } from "../../model/index.ts";
import { CutGzip } from "../gunzip.ts";
import { openInput, readLines } from "../json-lines.ts";
import { type Exchange, type TraceHeader, traceVersion } from "./exchange.ts";

/**
 * A trace that is being read, an exchange at a time; read to its end or left early, it is closed.
 *
 * @example
 * await using trace = await openTrace("trace.jsonl");
 * for await (const { operation, response } of trace) console.log(operation, response?.status);
 * if (trace.torn !== undefined) console.warn(trace.torn);
 */
export interface Trace extends AsyncIterable<Exchange>, AsyncDisposable {
  readonly header: TraceHeader;
  /** What is missing at the end, as a sentence; known once everything has been read, absent if nothing is. */
  readonly torn: string | undefined;
}

/** Opens a trace, gzipped or not, and reads its first line; `-` is standard input. */
export async function openTrace(file: string, input: Readable = openInput(file)): Promise<Trace> {
  const name = file === "-" ? "the input" : file;
  const batches = readLines(input, name);
  const first = await firstLines(batches, name);
  try {
    return new TraceReader(readHeader(first[0] ?? "", name), first.slice(1), batches, name);
  } catch (error) {
    await batches.return(undefined);
    throw error;
  }
}

async function firstLines(
  batches: AsyncGenerator<readonly string[]>,
  name: string,
): Promise<readonly string[]> {
  const { value, done } = await batches.next();
  if (done) throw notATrace(name, "it is empty");
  return value;
}

function readHeader(line: string, name: string): TraceHeader {
  const header = parsed(line) as Partial<Omit<TraceHeader, "version">> & { version?: unknown };
  if (header?.touchstone !== "trace" || typeof header.version !== "number" || !Array.isArray(header.targets))
    throw notATrace(name, "its first line is not the header of one");
  if (header.version > traceVersion)
    throw new TouchstoneError(
      "TS_TRACE_TOO_NEW",
      `${name} is a trace of version ${header.version}, and this Touchstone reads version ${traceVersion}`,
      { hint: "Read it with the Touchstone that wrote it, or a newer one." },
    );
  return header as TraceHeader;
}

function notATrace(name: string, why: string): TouchstoneError {
  return new TouchstoneError("TS_NOT_A_TRACE", `${name} is not a trace: ${why}`, {
    hint: "touchstone record -- COMMAND writes one; docs/reference/trace.md describes it.",
  });
}

/** A line that could not be read, which is fine only at the very end. */
interface BadLine {
  readonly number: number;
  readonly length: number;
}

class TraceReader implements Trace {
  readonly header: TraceHeader;
  torn: string | undefined;
  readonly #first: readonly string[];
  readonly #rest: AsyncGenerator<readonly string[]>;
  readonly #name: string;
  #line = 1;
  #bad: BadLine | undefined;

  constructor(
    header: TraceHeader,
    first: readonly string[],
    rest: AsyncGenerator<readonly string[]>,
    name: string,
  ) {
    this.header = header;
    this.#first = first;
    this.#rest = rest;
    this.#name = name;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Exchange> {
    try {
      yield* this.#exchanges(this.#first);
      for await (const lines of this.#rest) yield* this.#exchanges(lines);
    } catch (error) {
      if (!isTornGzip(error)) throw error;
      this.torn = `${this.#name} ends in the middle of its gzip: what came after line ${this.#line} is lost`;
    } finally {
      await this.#rest.return(undefined);
    }
    if (this.#bad !== undefined)
      this.torn = `the last line of ${this.#name}, line ${this.#bad.number}, is torn: ${this.#bad.length} characters of an exchange that was being written`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#rest.return(undefined);
  }

  *#exchanges(lines: readonly string[]): Generator<Exchange> {
    for (const line of lines) {
      if (this.#bad !== undefined) throw this.#broken(this.#bad.number, "is not JSON, and is not the last");
      this.#line++;
      const value = parsed(line);
      if (value === undefined) this.#bad = { number: this.#line, length: line.length };
      else if (isExchange(value)) yield value;
      else throw this.#broken(this.#line, "is not an exchange");
    }
  }

  #broken(line: number, why: string): TouchstoneError {
    return new TouchstoneError("TS_TRACE_BROKEN", `line ${line} of ${this.#name} ${why}`, {
      hint: "Something other than Touchstone has written to it: record it anew, or take the line out.",
    });
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function isExchange(value: unknown): value is Exchange {
  const { id, operation, outcome, request } = (value ?? {}) as Partial<Exchange>;
  return (
    typeof id === "number" &&
    typeof operation === "string" &&
    typeof outcome === "string" &&
    typeof request?.method === "string" &&
    typeof request.target === "string" &&
    Array.isArray(request.headers)
  );
}

/** Whether the reading ended where the gzip was cut off. */
function isTornGzip(error: unknown): boolean {
  return error instanceof TouchstoneError && error.cause instanceof CutGzip;
}
