import { Readable } from "node:stream";
import { isBatch } from "./sdk-azure.ts";

/**
 * A body that was read, for the SDK. What it would hand on to its caller becomes a stream in which nothing happens: from another
 * it would read on by itself, and where the length is not as promised it would send requests that nobody waits for, or fail
 * where nobody listens. The answer to a batch it reads itself.
 */
export function handedOn(body: Buffer): Readable {
  return isBatch() ? Readable.from([body]) : new Readable({ read() {} });
}
