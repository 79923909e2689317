import { channel } from "node:diagnostics_channel";
import { Connection, type ConnectionListener } from "./connection.ts";
import { closed, givenUp, tooLate } from "./failure.ts";
import { GivingUp } from "./giving-up.ts";
import type { Origin } from "./origin.ts";
import { PendingRequest } from "./pending-request.ts";
import type { ClientAnswer, ClientRequest, SendOptions } from "./request.ts";
import { writtenRequest } from "./written-request.ts";

/** Tells of every answer that has come whole: `{ origin: "http://127.0.0.1:10000" }`. */
export const clientAnswers = channel("touchstone.client.answer");

/** What is kept of an answer's body, in bytes: a blob of pages may claim terabytes. */
const mostOfBody = 64 * 1024 * 1024;

/** How a client sends. */
export interface ClientOptions {
  /** Milliseconds from the sending of a request until its answer must be whole. */
  readonly patience: number;
  /** Bytes that are kept of a body. */
  readonly most?: number;
}

/**
 * Sends requests on connections that are kept for the next, and gives their answers whole. It follows, repeats and unpacks
 * nothing.
 */
export class HttpClient implements Disposable {
  readonly #patience: number;
  readonly #most: number;
  /** Connections that wait for a request, by origin; the one that was used last is taken first. */
  readonly #idle = new Map<string, Connection[]>();
  /** The requests under way and where, in the order in which their time is over. */
  readonly #underWay = new Map<PendingRequest, Connection>();
  readonly #connections = new Set<Connection>();
  readonly #givingUp = new GivingUp((pending) => this.#underWay.get(pending)?.giveUp(givenUp()));
  readonly #listener: ConnectionListener;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor({ patience, most = mostOfBody }: ClientOptions) {
    this.#patience = patience;
    this.#most = most;
    this.#listener = {
      onFree: (connection) => this.#idleAt(connection.origin).push(connection),
      onClosed: (connection) => this.#forget(connection),
      onSettled: (pending) => {
        this.#underWay.delete(pending);
        pending.sharing?.delete(pending);
      },
    };
  }

  /** Sends a request to a server. */
  async send(origin: Origin, request: ClientRequest, options: SendOptions = {}): Promise<ClientAnswer> {
    const { signal, onLeaving, asksFirst = false } = options;
    const pending = new PendingRequest(writtenRequest(request, origin.host), this.#most);
    if (signal?.aborted === true) throw givenUp();
    if (this.#isClosed) throw closed();
    const connection = this.#taken(origin);
    this.#underWay.set(pending, connection);
    if (signal !== undefined) pending.sharing = this.#givingUp.by(signal).add(pending);
    this.#timer ??= setInterval(() => this.#lookAtTime(), Math.min(this.#patience / 8, 1_000)).unref();
    onLeaving?.();
    connection.begin(pending, asksFirst);
    const answer = await pending.promise;
    if (clientAnswers.hasSubscribers) clientAnswers.publish({ origin: origin.name });
    return answer;
  }

  /** Closes all connections; requests under way fail. */
  [Symbol.dispose](): void {
    this.#isClosed = true;
    clearInterval(this.#timer);
    this.#givingUp[Symbol.dispose]();
    for (const connection of this.#connections) connection.giveUp(closed());
  }

  #taken(origin: Origin): Connection {
    const idle = this.#idleAt(origin);
    for (let last = idle.pop(); last !== undefined; last = idle.pop()) {
      if (last.isFresh) return last;
      last.close();
    }
    const connection = new Connection(origin, this.#listener);
    this.#connections.add(connection);
    return connection;
  }

  #idleAt({ name }: Origin): Connection[] {
    const idle = this.#idle.get(name) ?? [];
    this.#idle.set(name, idle);
    return idle;
  }

  #forget(connection: Connection): void {
    this.#connections.delete(connection);
    const idle = this.#idleAt(connection.origin);
    const at = idle.indexOf(connection);
    if (at >= 0) idle.splice(at, 1);
  }

  /** One timer for all requests: each would need one of its own only to be told of its end in time to the millisecond. */
  #lookAtTime(): void {
    const limit = performance.now() - this.#patience;
    for (const [pending, connection] of this.#underWay) {
      if (pending.began > limit) break;
      connection.giveUp(tooLate(this.#patience));
    }
    if (this.#underWay.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
