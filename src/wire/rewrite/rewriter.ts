import { TouchstoneError } from "../../model/index.ts";
import type { RawHeader } from "../http/head.ts";
import type { OwnAnswer } from "../proxy/settings.ts";
import type { Attribution } from "../trace/exchange.ts";

/** A request's first line and headers, and whose it is. */
export interface RequestHead {
  readonly method: string;
  /** Path and query as on the wire: `/devstoreaccount1/photos/a.png?comp=metadata`. */
  readonly target: string;
  readonly headers: readonly RawHeader[];
  /** How the client reached the proxy, for addresses in answers: `http://127.0.0.1:40001`. */
  readonly origin: string;
  readonly by: Attribution;
}

export interface ResponseHead {
  readonly status: number;
  readonly reason: string;
  readonly headers: readonly RawHeader[];
}

/** A request as it leaves for another account. */
export interface SentRequest {
  /** Where to: `https://acme.blob.core.windows.net`. */
  readonly origin: string;
  readonly method: string;
  readonly target: string;
  readonly headers: readonly RawHeader[];
  /** The body to send, or `undefined` to pass on the client's as it comes. */
  readonly body?: Buffer;
  /** The `Host` to name, where it is not that of the origin. */
  readonly host?: string;
}

/** An answer as the client gets it: as it would be from its own account. */
export interface ReturnedResponse {
  /** Where it is another than the one that came. */
  readonly status?: number;
  readonly reason?: string;
  readonly headers: readonly RawHeader[];
  readonly body?: Buffer;
}

/**
 * Turns requests for an emulator's account into requests for another one, and its answers back. One is made for
 * each service of a proxy. Headers that frame a message (Content-Length, Transfer-Encoding, Connection) are the
 * proxy's business wherever a rewriter gives a body.
 */
export interface Rewriter {
  /** Where requests go that are not for another account: they are not marked as sent elsewhere. */
  readonly isTarget?: true;
  /** Whether the body has to be there whole for {@link request}; otherwise it streams past. */
  readonly needsBody: (head: RequestHead) => boolean;
  /** The answer to a request that need not go anywhere; `undefined` if it has to. */
  readonly answer?: (head: RequestHead, body: Buffer | undefined) => OwnAnswer | undefined;
  /** Throws {@link cannotSend} for what cannot be sent to another account. */
  readonly request: (head: RequestHead, body: Buffer | undefined) => Promise<SentRequest>;
  /** Whether the answer's body has to be there whole for {@link response}; otherwise it streams past. */
  readonly needsResponseBody: (head: RequestHead, response: ResponseHead) => boolean;
  /** A body that is longer streams past nevertheless; there is no limit unless given. */
  readonly responseLimit?: number;
  readonly response: (
    head: RequestHead,
    response: ResponseHead,
    body: Buffer | undefined,
  ) => Promise<ReturnedResponse>;
}

/** An error that names the request which cannot be sent to another account, and why. */
export function cannotSend(
  { method, target }: Pick<RequestHead, "method" | "target">,
  why: string,
): TouchstoneError {
  const [path = ""] = target.split("?");
  return new TouchstoneError("TS_CANNOT_SEND", `${method} ${path} cannot be sent to another account: ${why}`);
}
