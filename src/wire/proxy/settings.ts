import type { SecureContext } from "node:tls";
import type { RawHeader } from "../http/head.ts";
import type { Rewriter } from "../rewrite/rewriter.ts";
import type { Exchange } from "../trace/exchange.ts";

/** Where a proxy sends what it gets. */
export interface Upstream {
  /** As people know it, for messages: `azurite`. */
  readonly name: string;
  readonly host: string;
  readonly port: number;
  /** Present if it speaks TLS: the authority to trust, and the name to ask for. */
  readonly tls?: { readonly ca?: Buffer | string; readonly servername?: string };
}

/** Whose request it is and what it does, as far as that can be told. */
export interface Identified {
  readonly service: string | null;
  readonly operation: string | null;
  readonly reason?: string;
}

/** An answer that the proxy gives itself. */
export interface OwnAnswer {
  readonly status: number;
  readonly reason: string;
  readonly headers: readonly RawHeader[];
  readonly body: string;
}

/** A fault that was asked for; `name` goes into the trace. */
export type PlannedFault = { readonly name: string } & (
  | { readonly kind: "answer"; readonly answer: OwnAnswer }
  | { readonly kind: "delay"; readonly ms: number }
  | { readonly kind: "lost-answer" }
  | { readonly kind: "reset" }
);

/** How texts are freed of secrets before they are stored. */
export interface Redaction {
  headers(headers: readonly RawHeader[]): readonly RawHeader[];
  target(target: string): string;
  text(text: string): string;
}

/** A request's head as `identify` takes it. */
export interface IdentifiableRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** What all connections of a proxy share. */
export interface ProxySettings {
  readonly upstream: Upstream;
  readonly identify: (request: IdentifiableRequest) => Identified;
  /** Stores an exchange before it returns; if it throws, the answer is not passed on. */
  readonly record: (exchange: Omit<Exchange, "id">) => void;
  readonly redaction: Redaction;
  /** How much of a body is kept; 64 KiB unless given. */
  readonly bodyLimit?: number;
  /** The fault that a request is to meet, if any. */
  readonly fault?: (found: Identified) => PlannedFault | undefined;
  /** Sends requests to another account instead of the upstream. */
  readonly rewriter?: Rewriter;
  /** A certificate for a name that a client asks for over TLS; without it the proxy speaks HTTP alone. */
  readonly certificateFor?: (host: string) => SecureContext;
  /** Told when an exchange could not be stored. */
  readonly onFailure?: (error: unknown) => void;
}

export const defaultBodyLimit: number = 64 * 1024;
