import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { ClientRequest } from "node:http";
import type { HttpRequest } from "../../model/index.ts";

const channel = "http.client.request.start";

/** Tells of every request that this process sends by `node:http` and `node:https`, as the SDKs do, until it is disposed. */
export class RequestWatch implements Disposable {
  readonly #listener: (message: unknown) => void;

  constructor(onRequest: (request: HttpRequest) => void) {
    this.#listener = (message) => onRequest(describe((message as { request: ClientRequest }).request));
    subscribe(channel, this.#listener);
  }

  [Symbol.dispose](): void {
    unsubscribe(channel, this.#listener);
  }
}

function describe(request: ClientRequest): HttpRequest {
  const headers = Object.entries(request.getHeaders()).map(([name, value]) => [name, String(value)]);
  return { method: request.method, url: request.path, headers: Object.fromEntries(headers) };
}
