import { type Contract, contract, fault } from "../../../model/index.ts";
import { awsSnapshot } from "../../shared/amazon-sources.ts";
import { textOf } from "../../shared/contract-conditions.ts";
import { madeBucket, photos } from "./tracked.ts";

function encodingContract(operation: string, snakeCase: string): Contract {
  return contract({
    id: `s3/${snakeCase.replaceAll("_", "-")}-encodes-as-url`,
    says: "listings are encoded as url, or not at all",
    on: [operation],
    when: ({ input }) => input["EncodingType"] !== undefined && input["EncodingType"] !== "url",
    answer: ({ input }) =>
      fault(400, "InvalidArgument", "Invalid Encoding Method specified in Request", {
        ArgumentName: "encoding-type",
        ArgumentValue: textOf(input, "EncodingType"),
      }),
    evidence: awsSnapshot(
      "s3_list_operations",
      `test_list_ops_encoding_type_validation[${snakeCase}]`,
      `${snakeCase}-error-wrong-value`,
    ),
    breaks: { input: { ...photos, EncodingType: "foo" }, after: [madeBucket] },
    keeps: { input: { ...photos, EncodingType: "url" }, after: [madeBucket] },
  });
}

export const listingContracts: readonly Contract[] = [
  encodingContract("ListObjects", "list_objects"),
  encodingContract("ListObjectsV2", "list_objects_v2"),
  encodingContract("ListObjectVersions", "list_object_versions"),
  encodingContract("ListMultipartUploads", "list_multipart_uploads"),
  contract({
    id: "s3/continuation-token-is-not-empty",
    says: "a continuation token is one that the service has given",
    on: ["ListObjectsV2"],
    when: ({ call }) => call.query.get("continuation-token") === "",
    answer: fault(400, "InvalidArgument", "The continuation token provided is incorrect", {
      ArgumentName: "continuation-token",
    }),
    evidence: awsSnapshot(
      "s3_list_operations",
      "test_list_objects_v2_continuation_start_after",
      "exc-continuation-token",
    ),
    breaks: { input: { ...photos, ContinuationToken: "" } },
    keeps: { input: photos },
  }),
  contract({
    id: "s3/version-marker-needs-a-key-marker",
    says: "a listing goes on from a version only together with its key",
    on: ["ListObjectVersions"],
    when: ({ input }) => input["VersionIdMarker"] !== undefined && input["KeyMarker"] === undefined,
    answer: ({ input }) =>
      fault(400, "InvalidArgument", "A version-id marker cannot be specified without a key marker.", {
        ArgumentName: "version-id-marker",
        ArgumentValue: textOf(input, "VersionIdMarker"),
      }),
    evidence: awsSnapshot(
      "s3_list_operations",
      "test_list_objects_versions_markers",
      "list-objects-next-version-only",
    ),
    breaks: { input: { ...photos, VersionIdMarker: "v".repeat(32) } },
    keeps: { input: { ...photos, VersionIdMarker: "v".repeat(32), KeyMarker: "a" } },
  }),
];
