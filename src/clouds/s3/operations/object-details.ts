import {
  array,
  body,
  bytes,
  field,
  header,
  int,
  type Operation,
  oneOf,
  operation,
  optional,
  ref,
  string,
} from "../../../model/index.ts";
import { objectFaults, ofEncryption, versionDocumentFaults, versionFaults } from "../faults.ts";
import { sseCustomerKey } from "../object-parameters.ts";
import {
  chargedHeaders,
  commonHeaders,
  deletionHeaders,
  paid,
  plain,
  versionHeaders,
} from "../output-headers.ts";
import { onKey, onObject, onVersion, sdkChecksumAlgorithm, versionId } from "../parameters.ts";
import { httpDate } from "../scalars.ts";
import { expression, expressionType } from "../types/select.ts";
import { bringingForVersion, ofKey, ofVersion } from "./rows.ts";

const tags = { outputHeaders: versionHeaders, consumes: ofVersion } as const;

/** What can be asked of an object besides its content, and done with it where it lies. */
export const objectDetailOperations: readonly Operation[] = [
  operation("GetObjectAttributes", "GET /{Bucket}/{Key+}?attributes", {
    input: [
      ...onVersion,
      header(
        "x-amz-object-attributes",
        array(oneOf("ETag", "Checksum", "ObjectParts", "StorageClass", "ObjectSize"), { min: 1, max: 5 }),
        "ObjectAttributes",
      ),
      header("x-amz-max-parts?", int({ min: 0 }), "MaxParts"),
      header("x-amz-part-number-marker?", int({ min: 0 }), "PartNumberMarker"),
      ...sseCustomerKey,
    ],
    outputHeaders: { ...deletionHeaders, "Last-Modified": httpDate },
    output: ref("GetObjectAttributesOutput"),
    faults: versionFaults("InvalidObjectState", ...ofEncryption),
    consumes: ofVersion,
    rights: ["s3:GetObject", "s3:GetObjectAttributes"],
    anonymous: true,
    price: "read",
  }),

  operation("GetObjectTagging", "GET /{Bucket}/{Key+}?tagging", {
    ...tags,
    input: onVersion,
    output: ref("ObjectTagging"),
    faults: versionFaults(),
    rights: ["s3:GetObjectTagging"],
    anonymous: true,
    price: "read",
  }),
  operation("PutObjectTagging", "PUT /{Bucket}/{Key+}?tagging", {
    ...tags,
    input: bringingForVersion("Tagging", "ObjectTagging"),
    faults: versionDocumentFaults("InvalidTag", "OperationAborted"),
    produces: { objectTagging: "request Key" },
    rights: ["s3:PutObjectTagging"],
    price: "write",
  }),
  operation("DeleteObjectTagging", "DELETE /{Bucket}/{Key+}?tagging", {
    ...tags,
    input: [...onKey, versionId],
    status: 204,
    faults: versionFaults(),
    rights: ["s3:DeleteObjectTagging"],
    price: "delete",
  }),

  operation("GetObjectTorrent", "GET /{Bucket}/{Key+}?torrent", {
    ...paid,
    input: onObject,
    output: bytes(),
    faults: versionFaults(),
    consumes: ofKey,
    rights: ["s3:GetObjectTorrent"],
    anonymous: true,
    price: "read",
  }),
  operation("RestoreObject", "POST /{Bucket}/{Key+}?restore", {
    input: [...onVersion, body("RestoreRequest", ref("RestoreRequest")), sdkChecksumAlgorithm],
    status: 202,
    alsoStatus: [200],
    outputHeaders: { ...chargedHeaders, "x-amz-restore-output-path": optional(string()) },
    faults: versionDocumentFaults(
      "ObjectAlreadyInActiveTierError",
      "InvalidObjectState",
      "RestoreAlreadyInProgress",
      "GlacierExpeditedRetrievalNotAvailable",
    ),
    asynchronous: true,
    consumes: ofVersion,
    rights: ["s3:RestoreObject"],
    price: "write",
  }),
  operation("SelectObjectContent", "POST /{Bucket}/{Key+}?select&select-type=2", {
    ...plain,
    input: [
      ...onKey,
      field("Expression", expression),
      field("ExpressionType", expressionType),
      field("RequestProgress?", ref("RequestProgress")),
      field("InputSerialization", ref("InputSerialization")),
      field("OutputSerialization", ref("OutputSerialization")),
      field("ScanRange?", ref("ScanRange")),
      ...sseCustomerKey,
    ],
    bodyFormat: "xml",
    outputHeaders: commonHeaders,
    output: ref("SelectObjectContentEventStream"),
    faults: objectFaults(
      "NoSuchKey",
      "InvalidObjectState",
      "InvalidExpressionType",
      "ParseUnexpectedToken",
      "OverMaxRecordSize",
      "MalformedXML",
      "MissingRequestBodyError",
      ...ofEncryption,
    ),
    readOnly: true,
    consumes: ofKey,
    rights: ["s3:GetObject"],
    price: "read",
  }),
];
