import {
  body,
  bool,
  bytes,
  header,
  int,
  type Operation,
  oneOf,
  operation,
  type Parameter,
  string,
} from "../../../model/index.ts";
import { checksums } from "../checksums.ts";
import { faults } from "../faults.ts";
import {
  bucketKeyEnabled,
  contentHeaders,
  kmsKeyId,
  metadata,
  objectLock,
  serverSideEncryption,
  sseCustomerKey,
  storageClassHeader,
} from "../object-parameters.ts";
import { plain } from "../output-headers.ts";
import { contentLength } from "../parameters.ts";
import { etag, headerText, httpDate, replicationStatus, versionIdText } from "../scalars.ts";

/** A header that S3 gives on to the reader who waits for the object. */
function forwarded(parameter: Parameter): Parameter {
  return { ...parameter, wire: `x-amz-fwd-header-${parameter.wire}` };
}

const forReader: readonly Parameter[] = [
  ...contentHeaders,
  ...checksums,
  ...objectLock,
  ...sseCustomerKey.filter(({ name }) => name !== "SSECustomerKey"),
  serverSideEncryption,
  kmsKeyId,
  bucketKeyEnabled,
  storageClassHeader,
  header("accept-ranges?", headerText, "AcceptRanges"),
  header(
    "Content-Range?",
    string({ pattern: "bytes [0-9]{1,13}-[0-9]{1,13}/([0-9]{1,13}|\\*)", example: "bytes 0-511/1024" }),
    "ContentRange",
  ),
  header("ETag?", etag, "ETag"),
  header("Last-Modified?", httpDate, "LastModified"),
  header("x-amz-delete-marker?", bool(), "DeleteMarker"),
  header("x-amz-expiration?", headerText, "Expiration"),
  header("x-amz-missing-meta?", int({ min: 0 }), "MissingMeta"),
  header("x-amz-mp-parts-count?", int({ min: 1, max: 10_000 }), "PartsCount"),
  header("x-amz-replication-status?", replicationStatus, "ReplicationStatus"),
  header("x-amz-request-charged?", oneOf("requester"), "RequestCharged"),
  header("x-amz-restore?", headerText, "Restore"),
  header("x-amz-tagging-count?", int({ min: 0, max: 10 }), "TagCount"),
  header("x-amz-version-id?", versionIdText, "VersionId"),
];

/** The answer of a function that stands between an object and its readers. */
export const objectLambdaOperations: readonly Operation[] = [
  operation("WriteGetObjectResponse", "POST /WriteGetObjectResponse", {
    ...plain,
    input: [
      header(
        "x-amz-request-route",
        string({ pattern: "[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?", example: "io-touchstone" }),
        "RequestRoute",
      ),
      header(
        "x-amz-request-token",
        string({ pattern: "[!-~]{1,2048}", example: "touchstone-token" }),
        "RequestToken",
      ),
      body("Body?", bytes()),
      contentLength,
      header("x-amz-fwd-status?", int({ min: 200, max: 503 }), "StatusCode"),
      header(
        "x-amz-fwd-error-code?",
        string({ pattern: "[A-Za-z0-9._-]{1,128}", example: "NoSuchKey" }),
        "ErrorCode",
      ),
      header("x-amz-fwd-error-message?", headerText, "ErrorMessage"),
      metadata,
      ...forReader.map(forwarded),
    ],
    faults: faults("EntityTooLarge", "MissingContentLength"),
    consumes: { versionId: "VersionId" },
    rights: ["s3-object-lambda:WriteGetObjectResponse"],
    price: "write",
  }),
];
