import { Agent, type ClientRequest, type RequestOptions, request as sendHttp } from "node:http";
import { Agent as SecureAgent, request as sendHttps } from "node:https";
import type { Socket } from "node:net";

const pool = new Agent({ keepAlive: true });
const securePool = new SecureAgent({ keepAlive: true });
/**
 * On what a client's rewritten requests go on: to a target on a connection of the client's own, so that both end as they
 * would without us; to other accounts on one of a pool.
 */
export class Onward {
  readonly #left: () => void;
  readonly #own = new Agent({ keepAlive: true });
  readonly #secureOwn = new SecureAgent({ keepAlive: true });
  #socket: Socket | undefined;

  /** Tells when the connection to the target has ended. */
  constructor(left: () => void) {
    this.#left = left;
  }

  get isOpen(): boolean {
    return this.#socket !== undefined;
  }

  send(url: URL, isTarget: boolean, options: RequestOptions): ClientRequest {
    const isSecure = url.protocol === "https:";
    const [own, shared] = isSecure ? [this.#secureOwn, securePool] : [this.#own, pool];
    const send = isSecure ? sendHttps : sendHttp;
    const request = send(url, { ...options, agent: isTarget ? own : shared });
    // What becomes of a connection of the pool is nothing to the client.
    if (isTarget) request.once("socket", (socket) => this.#follow(socket));
    return request;
  }

  /** The client has left. */
  close(): void {
    this.#socket?.off("close", this.#ended);
    this.#socket = undefined;
    this.#own.destroy();
    this.#secureOwn.destroy();
  }

  #follow(socket: Socket): void {
    if (socket === this.#socket || socket.destroyed) return;
    this.#socket?.off("close", this.#ended);
    this.#socket = socket.once("close", this.#ended);
  }

  readonly #ended = (): void => {
    this.#socket = undefined;
    this.#left();
  };
}
