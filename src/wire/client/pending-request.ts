import { IncomingAnswer } from "./incoming-answer.ts";
import type { ClientAnswer } from "./request.ts";
import type { WrittenRequest } from "./written-request.ts";

/** One request on a connection, from its writing to its answer. */
export class PendingRequest {
  readonly request: WrittenRequest;
  readonly answer: IncomingAnswer;
  readonly began: number = performance.now();
  /** All that are given up by the same signal. */
  sharing: Set<PendingRequest> | undefined;
  readonly promise: Promise<ClientAnswer>;
  readonly resolve: (answer: ClientAnswer) => void;
  readonly reject: (error: Error) => void;

  constructor(request: WrittenRequest, most: number) {
    this.request = request;
    this.answer = new IncomingAnswer(request.method, most);
    const { promise, resolve, reject } = Promise.withResolvers<ClientAnswer>();
    this.promise = promise;
    this.resolve = resolve;
    this.reject = reject;
  }
}
