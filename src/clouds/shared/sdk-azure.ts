import { AsyncLocalStorage } from "node:async_hooks";
import { Readable } from "node:stream";
import { type Input, isFixed, type Operation, type Parameter, scalarText } from "../../model/index.ts";
import { collected } from "./sdk-body.ts";
import type { Caller } from "./sdk-clients.ts";
import { noteAnswer } from "./sdk-watch.ts";

/** What the SDKs' pipelines hand to a policy, as far as it is needed here. */
interface PipelineRequest {
  url: string;
  timeout: number;
  readonly headers: { has(name: string): boolean; set(name: string, value: string): void };
}

interface PipelineResponse {
  readonly status: number;
  readonly headers: { toJSON(): Record<string, string> } & PipelineRequest["headers"];
  readonly bodyAsText?: string | null | undefined;
  readableStreamBody?: NodeJS.ReadableStream;
}

/** A policy of an SDK's pipeline. */
export interface Policy {
  readonly name: string;
  sendRequest<Request extends PipelineRequest, Response extends PipelineResponse>(
    request: Request,
    next: (request: Request) => Promise<Response>,
  ): Promise<Response>;
}

/** What stands on the wire beside what an SDK's method has options for. */
export interface Completion {
  /** Parameters that are the SDK's own affair, whatever is given. */
  readonly left: ReadonlySet<string>;
  /** Parameters that replace what the SDK has written. */
  readonly replaced: ReadonlySet<string>;
}

interface Completed extends Completion {
  readonly operation: Operation;
  readonly input: Input;
}

const completing = new AsyncLocalStorage<Completed>();

/** Makes a call whose requests carry every given header and query parameter, also those that the SDK has no option for. */
export function completed(
  operation: Operation,
  input: Input,
  completion: Completion,
  call: () => Promise<unknown>,
): Promise<unknown> {
  return completing.run({ operation, input, ...completion }, call);
}

/** Goes between what tries again, which has parameters of its own, and what signs. */
export const completingPolicy: Policy = {
  name: "touchstoneCompleting",
  sendRequest(request, next) {
    const call = completing.getStore();
    if (call !== undefined) complete(request, call);
    return next(request);
  },
};

/** What lets the holder of tokens in, also on this machine over plain HTTP, which the SDKs' own policy would refuse. */
export function letInByToken(caller: Caller): readonly Policy[] {
  if (caller.as !== "token") return [];
  return [
    {
      name: "touchstoneToken",
      async sendRequest(request, next) {
        request.headers.set("authorization", `Bearer ${await caller.token()}`);
        return next(request);
      },
    },
  ];
}

function complete(request: PipelineRequest, { operation, input, left, replaced }: Completed): void {
  for (const parameter of operation.parameters) {
    const value = input[parameter.name];
    if (
      value === undefined ||
      isEmpty(value) ||
      left.has(parameter.name) ||
      isFixed(operation.http, parameter)
    )
      continue;
    addTo(request, parameter, value, replaced.has(parameter.name));
  }
}

/** Of an empty list nothing is written. */
function isEmpty(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

function addTo(request: PipelineRequest, parameter: Parameter, value: unknown, replaces: boolean): void {
  const { in: place, wire } = parameter;
  if (place === "header") {
    if (replaces || !request.headers.has(wire)) request.headers.set(wire, scalarText(value));
  } else if (place === "headers") {
    for (const [name, text] of Object.entries(value ?? {})) {
      if (!request.headers.has(wire + name)) request.headers.set(wire + name, scalarText(text));
    }
  } else if (place === "query" && (replaces || !hasQuery(request.url, wire))) {
    request.url = withQuery(request.url, wire, scalarText(value));
  }
}

function withQuery(url: string, name: string, value: string): string {
  const [path = "", query = ""] = url.split("?");
  const others = query.split("&").filter((pair) => pair !== "" && !hasQuery(`?${pair}`, name));
  return `${path}?${[...others, `${encodeURIComponent(name)}=${encodeURIComponent(value)}`].join("&")}`;
}

function hasQuery(url: string, name: string): boolean {
  return new URLSearchParams(url.split("?")[1] ?? "").has(name);
}

/** Goes last, inside of all that tries again: sees every answer as it came, and lets nobody wait for the next. */
export function observingPolicy(patience: number): Policy {
  return {
    name: "touchstoneObserving",
    async sendRequest(request, next) {
      request.timeout = patience;
      const response = await next(request);
      const body = await bodyOf(response);
      noteAnswer({ status: response.status, headers: { ...response.headers.toJSON() }, body });
      if (response.headers.has("retry-after")) response.headers.set("retry-after", "0");
      return response;
    },
  };
}

/**
 * The body, which a stream gives but once. What the SDK would hand on to its caller becomes a stream in which nothing
 * happens: from another it would read on by itself, and where the length is not as promised it would send requests that
 * nobody waits for, or fail where nobody listens. The answer to a batch it reads itself.
 */
async function bodyOf(response: PipelineResponse): Promise<Buffer> {
  const stream = response.readableStreamBody;
  if (stream === undefined) return Buffer.from(response.bodyAsText ?? "");
  const body = await collected(stream as AsyncIterable<Uint8Array | string>);
  const isBatch = completing.getStore()?.operation.bodyFormat === "multipart";
  response.readableStreamBody = isBatch ? Readable.from([body]) : new Readable({ read() {} });
  return body;
}
