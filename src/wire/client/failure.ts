/** No whole answer came; codes and messages are those that `node:http` has, since SDKs decide by them what they try again. */
class Failure extends Error {
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** The head of an answer came, and the connection ended in its body. */
export class BrokenOff extends Failure {
  readonly status: number;

  constructor(status: number) {
    super("ECONNRESET", "aborted");
    this.status = status;
  }
}

/** The connection ended before an answer had begun. */
export function hangUp(): Error {
  return new Failure("ECONNRESET", "socket hang up");
}

/** The answer was not whole in time. */
class TooLate extends Failure {}

export function tooLate(patience: number): Error {
  return new TooLate("ETIMEDOUT", `no answer in ${patience} ms`);
}

/** Whether a request has failed because nobody waits any longer: trying again would be waiting again. */
export function isFinal(error: unknown): boolean {
  return error instanceof TooLate || (error instanceof Error && error.name === "AbortError");
}

/** What came is no answer, or one whose end can be read in two ways. */
export function unreadable(cause: unknown): Error {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new Failure("EBADMSG", `the answer cannot be read: ${why}`, { cause });
}

export function givenUp(): Error {
  const error = new Failure("ABORT_ERR", "The operation was aborted");
  error.name = "AbortError";
  return error;
}

/** The client is closed, and so are its connections. */
export function closed(): Error {
  return new Failure("ECONNRESET", "the client is closed");
}
