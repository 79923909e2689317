import type { RawHeader } from "../http/head.ts";

/** A request that is to be sent as it is, but for what every request needs to be understood. */
export interface ClientRequest {
  readonly method: string;
  /** Path and query, from the server's root. */
  readonly target: string;
  /** `Host`, `Connection` and the body's length are added where they are not among them. */
  readonly headers: readonly RawHeader[];
  readonly body?: string | Uint8Array | undefined;
}

/** What goes along with one request. */
export interface SendOptions {
  /** Gives the request up. */
  readonly signal?: AbortSignal | undefined;
  /** Called once the request is handed to a connection: one that nobody could send has not left. */
  readonly onLeaving?: () => void;
  /** Holds the body back until the server has said that it wants it, or has said nothing for a while. */
  readonly asksFirst?: boolean;
}

/** An answer that has come whole. */
export interface ClientAnswer {
  readonly status: number;
  readonly reason: string;
  readonly headers: readonly RawHeader[];
  /** Up to the most that is kept of it; what comes after is not waited for. */
  readonly body: Buffer;
}
