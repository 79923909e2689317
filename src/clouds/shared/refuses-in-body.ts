import { type Operation, present, resolve, type Types } from "../../model/index.ts";
import { rootOf } from "./xml-elements.ts";

/** As far as a root element is looked for. */
const longestProlog = 1_024;

/**
 * Whether a success is none: S3 begins its answer to long work before it has done it, and says in the body what has gone wrong. What
 * is read as bytes is the user's, and may begin with anything.
 *
 * @example
 * refusesInBody(operationOf("s3", "CopyObject"), Buffer.from("<Error><Code>InternalError</Code></Error>"), types); // true
 */
export function refusesInBody({ output }: Operation, body: Uint8Array, types: Types): boolean {
  if (resolve(present(output.body), types).kind === "bytes") return false;
  return rootOf(Buffer.from(body.subarray(0, longestProlog)).toString()) === "Error";
}
