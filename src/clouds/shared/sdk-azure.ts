import { AsyncLocalStorage } from "node:async_hooks";
import { type Input, isFixed, type Operation, type Parameter, scalarText } from "../../model/index.ts";
import type { Caller } from "./sdk-clients.ts";

/** What the SDKs' pipelines hand to a policy, as far as it is needed here. */
export interface PipelineRequest {
  readonly method: string;
  url: string;
  abortSignal?: Pick<AbortSignal, "aborted" | "addEventListener" | "removeEventListener">;
  readonly headers: {
    get(name: string): string | undefined;
    has(name: string): boolean;
    set(name: string, value: string): void;
    toJSON(options?: { readonly preserveCase?: boolean }): Record<string, string>;
  };
  readonly body?: unknown;
  readonly allowInsecureConnection?: boolean;
  /** What `node:http` connects by, where it is not the usual way: behind a proxy. */
  readonly agent?: unknown;
  /** The answers whose bodies the SDK hands on as streams; all of them where infinity is among them. */
  readonly streamResponseStatusCodes?: ReadonlySet<number>;
}

export interface PipelineResponse {
  readonly status: number;
  readonly headers: PipelineRequest["headers"];
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

/** What an SDK's call would send, as far as it is not the SDK's own affair. */
export interface UnsentRequest {
  /** Headers and query parameters that are given, and that the SDK's method has no option for. */
  readonly added: Added;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** Headers and query parameters by their names on the wire. */
export interface Added {
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
}

const completing = new AsyncLocalStorage<Completed>();
/** Where a request is kept instead of being sent. */
const keeping = new AsyncLocalStorage<{ request?: UnsentRequest }>();

/** Makes a call whose requests carry every given header and query parameter, also those that the SDK has no option for. */
export function completed(
  operation: Operation,
  input: Input,
  completion: Completion,
  call: () => Promise<unknown>,
): Promise<unknown> {
  return completing.run({ operation, input, ...completion }, call);
}

/** What a call would send, with nothing sent; `undefined` where the SDK refuses it before that. */
export async function unsent(call: () => Promise<unknown>): Promise<UnsentRequest | undefined> {
  const kept: { request?: UnsentRequest } = {};
  // What is thrown is our own stop, or the SDK's refusal.
  await keeping.run(kept, call).catch(() => {});
  return kept.request;
}

/** Goes between what tries again, which has parameters of its own, and what signs. */
export const completingPolicy: Policy = {
  name: "touchstoneCompleting",
  sendRequest(request, next) {
    const call = completing.getStore();
    const added = call === undefined ? undefined : complete(request, call);
    const kept = keeping.getStore();
    if (kept === undefined || added === undefined) return next(request);
    const { method, url, headers, body } = request;
    kept.request = { added, method, url, headers: headers.toJSON(), body };
    throw new Error("this request is not sent");
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

/** Whether the call that is under way is a batch, whose answer the SDK reads itself. */
export function isBatch(): boolean {
  return completing.getStore()?.operation.bodyFormat === "multipart";
}

function complete(request: PipelineRequest, { operation, input, left, replaced }: Completed): Added {
  const added = { headers: {}, query: {} };
  for (const parameter of operation.parameters) {
    const value = input[parameter.name];
    if (
      value === undefined ||
      isEmpty(value) ||
      left.has(parameter.name) ||
      isFixed(operation.http, parameter)
    )
      continue;
    addTo(request, parameter, value, replaced.has(parameter.name), added);
  }
  return added;
}

/** Of an empty list nothing is written. */
function isEmpty(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

interface GrowingAdded {
  readonly headers: Record<string, string>;
  readonly query: Record<string, string>;
}

function addTo(
  request: PipelineRequest,
  { in: place, wire }: Parameter,
  value: unknown,
  replaces: boolean,
  added: GrowingAdded,
): void {
  if (place === "header") addHeader(request, wire, scalarText(value), replaces, added);
  else if (place === "headers") {
    for (const [name, text] of Object.entries(value ?? {})) {
      addHeader(request, wire + name, scalarText(text), false, added);
    }
  } else if (place === "query") addQuery(request, wire, scalarText(value), replaces, added);
}

function addHeader(
  { headers }: PipelineRequest,
  name: string,
  value: string,
  replaces: boolean,
  added: GrowingAdded,
): void {
  const before = headers.get(name);
  if (before !== undefined && !replaces) return;
  headers.set(name, value);
  if (before !== value) added.headers[name] = value;
}

function addQuery(
  request: PipelineRequest,
  name: string,
  value: string,
  replaces: boolean,
  added: GrowingAdded,
): void {
  const before = queryIn(request.url).get(name);
  if (before !== null && !replaces) return;
  request.url = withQuery(request.url, name, value);
  if (before !== value) added.query[name] = value;
}

function withQuery(url: string, name: string, value: string): string {
  const [path = "", query = ""] = url.split("?");
  const others = query.split("&").filter((pair) => pair !== "" && !hasQuery(`?${pair}`, name));
  return `${path}?${[...others, `${encodeURIComponent(name)}=${encodeURIComponent(value)}`].join("&")}`;
}

function hasQuery(url: string, name: string): boolean {
  return queryIn(url).has(name);
}

function queryIn(url: string): URLSearchParams {
  return new URLSearchParams(url.split("?")[1] ?? "");
}
