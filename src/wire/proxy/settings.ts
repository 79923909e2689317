import type { CertificateFor } from "../certificates/host-certificates.ts";
import type { RawHeader } from "../http/head.ts";
import type { Rewriter } from "../rewrite/rewriter.ts";
import type { Attribution, Exchange } from "../trace/exchange.ts";
import type { Redactor } from "../trace/redact.ts";

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

/** An answer that the proxy gives itself, its length among the headers. */
export interface OwnAnswer {
  readonly status: number;
  readonly reason: string;
  readonly headers: readonly RawHeader[];
  readonly body: Buffer;
}

/** A fault that was asked for: what goes into the trace, how long the request waits first, and what happens then. */
export type PlannedFault = { readonly label: string; readonly delayMs?: number } & (
  | { readonly kind: "answer"; readonly answer: OwnAnswer }
  | { readonly kind: "delay" | "lost-answer" | "reset" }
);

/** A request's head as `identify` takes it. */
interface IdentifiableRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A request as far as it is there when it is decided what becomes of it. */
export interface ReadRequest {
  readonly method: string;
  readonly headers: readonly RawHeader[];
}

/** What all connections of a proxy share. */
export interface ProxySettings {
  readonly upstream: Upstream;
  readonly identify: (request: IdentifiableRequest) => Identified;
  /**
   * Stores an exchange before it returns, or by {@link beforeSending}; if either throws, the answer is not passed on.
   * Titles are redacted in it, and may then be no test's any more: `by` says whose it was, for those who keep it in
   * memory.
   */
  readonly record: (exchange: Omit<Exchange, "id">, by: Attribution) => void;
  readonly redactor: Redactor;
  /** How much of a body is kept; 64 KiB unless given. */
  readonly bodyLimit?: number;
  /** How long a request's head may take from its first byte, in milliseconds; a minute unless given. */
  readonly headMs?: number;
  /** How long a client may be silent after an answer that was not the upstream's, in milliseconds; 6 seconds unless given. */
  readonly idleMs?: number;
  /** The fault that a request is to meet, if any; asked once for each. */
  readonly fault?: (found: Identified, request: ReadRequest) => PlannedFault | undefined;
  /** What sends a request to another account instead of the upstream, if anything does. */
  readonly rewriterOf?: (found: Identified, request: ReadRequest) => Rewriter | undefined;
  /** The answer to a request whose upstream is not there, in words that its client can read; a plain 502 unless given. */
  readonly away?: (found: Identified, request: ReadRequest, problem: string) => OwnAnswer | undefined;
  /** Without it the proxy speaks HTTP alone. */
  readonly certificateFor?: CertificateFor;
  /** Told when an exchange could not be stored. */
  readonly onFailure?: (error: unknown) => void;
  /** Told, once, of something that people should know of: a client that does not trust the certificate. */
  readonly onNote?: (note: string) => void;
}

export const defaultBodyLimit: number = 64 * 1024;
export const defaultHeadMs = 60_000;
/** What is said, and a second for those who ask in the last moment. */
export const defaultIdleMs = 6_000;
