import { type Operation, present, resolve, type Types } from "../../model/index.ts";
import { errorCodeOf } from "./error-code.ts";
import { rootOf } from "./xml-elements.ts";

/** As far as a root element is looked for. */
const longestProlog = 1_024;

/** The element in which S3 says what has gone wrong. */
const failed = "Error";

/**
 * The code of a refusal in the body of a success; nothing if it is a success. S3 begins its answer to long work before it has done it,
 * and says in the body what has gone wrong; if it does not name that, it is called `Error`. What is read as bytes is the user's, and
 * may begin with anything.
 *
 * @example
 * refusalInBody(operationOf("s3", "CopyObject"), Buffer.from("<Error><Code>InternalError</Code></Error>"), types); // "InternalError"
 */
export function refusalInBody({ output }: Operation, body: Uint8Array, types: Types): string | undefined {
  if (resolve(present(output.body), types).kind === "bytes") return undefined;
  if (rootOf(Buffer.from(body.subarray(0, longestProlog)).toString()) !== failed) return undefined;
  return errorCodeOf(Buffer.from(body).toString()) ?? failed;
}
