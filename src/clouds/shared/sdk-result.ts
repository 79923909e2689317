/** How a call went out: through the vendor's SDK, or as a request that we have written and signed. */
export type Route = "sdk" | "raw";

/** The service answered, with a success or a refusal. */
export interface Answered {
  readonly kind: "answered";
  readonly via: Route;
  readonly status: number;
  /** By which a refusal names itself. */
  readonly code?: string;
  readonly message?: string;
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** What the SDK made of a success; nothing of a refusal, and nothing for a raw request. */
  readonly value?: unknown;
  /** What the SDK could not make of the answer, such as a success that is no XML. */
  readonly complaint?: string;
  /** Requests that left: the first, and those that an answer has caused. */
  readonly attempts: number;
}

/** The SDK refused the call before anything was sent. */
export interface Masked {
  readonly kind: "masked";
  readonly via: Route;
  readonly message: string;
}

/** A request left, and no whole answer came. */
export interface Failed {
  readonly kind: "failed";
  readonly via: Route;
  readonly code?: string;
  readonly message: string;
  readonly attempts: number;
  /** It was given up since nobody was answered any more. */
  readonly isHung?: true;
}

/** What became of a call. */
export type CallResult = Answered | Masked | Failed;
