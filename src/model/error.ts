/** What a {@link TouchstoneError} carries besides its message. */
export interface ErrorDetails {
  /** What the reader can do about it, in one or two sentences. */
  readonly hint?: string;
  readonly cause?: unknown;
}

/**
 * Every error that Touchstone raises on purpose.
 *
 * @example
 * throw new TouchstoneError("TS_UNKNOWN_SERVICE", "there is no service `blob`", {
 *   hint: "The services are azure-blob, azure-queue, azure-table, s3 and dynamodb.",
 * });
 */
export class TouchstoneError extends Error {
  override readonly name = "TouchstoneError";
  /** A stable code, `TS_` and capitals: what a program matches on. */
  readonly code: `TS_${string}`;
  readonly hint: string | undefined;

  constructor(code: `TS_${string}`, message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.hint = details.hint;
  }
}

/** All that is wrong with something that somebody wrote, a line each. */
export function mistakesIn(
  what: string,
  lines: readonly string[],
  code: TouchstoneError["code"],
): TouchstoneError {
  const mistakes = lines.length === 1 ? "a mistake" : `${lines.length} mistakes`;
  return new TouchstoneError(code, `${what} has ${mistakes}`, { hint: lines.join("\n") });
}
