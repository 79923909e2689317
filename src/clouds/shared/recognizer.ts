import type { Operation } from "../../model/index.ts";
import type { WireRequest } from "./wire-request.ts";

/** How one service knows its own requests. */
export interface Recognizer {
  /** The operation that the request performs if it is this service's, or why it performs none. */
  readonly recognize: (request: WireRequest) => Operation | string;
}
