import type { RawHeader } from "../../wire/index.ts";

/** What a target answered when it was recorded. */
export interface RecordedAnswer {
  readonly status: number;
  readonly headers: readonly RawHeader[];
  readonly body: Buffer;
}

/**
 * Who asked. What is `shown` are the signatures of clients, of which the secrets may be missing; what was `taken out` was sent by
 * somebody whom the service knew, mostly; who shows `none` had none.
 */
export type Credentials = "shown" | "taken out" | "none";

/** A request and its answer as somebody recorded them, whatever the format was. */
export interface RecordedExchange {
  readonly method: string;
  /** Absolute. */
  readonly url: string;
  readonly headers: readonly RawHeader[];
  readonly body: Buffer;
  readonly credentials: Credentials;
  /** When it was sent, as far as it is known. */
  readonly at: Date | undefined;
  /** Absent where none came. */
  readonly answer?: RecordedAnswer;
  /** Why it cannot be performed anew, where the recording itself says so. */
  readonly flaw?: string;
  /** Where it was sent instead, if it was sent to another account. */
  readonly sentTo?: string;
  /** Whose it is, where that is finer than the recording: a test. */
  readonly test?: string;
}

/** Exchanges that began on an empty account, in order. */
export interface Recording {
  readonly name: string;
  readonly exchanges: readonly RecordedExchange[];
}
