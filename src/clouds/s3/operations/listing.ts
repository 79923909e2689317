import { bool, type Operation, operation, query, ref } from "../../../model/index.ts";
import { bucketFaults } from "../faults.ts";
import { paid } from "../output-headers.ts";
import {
  fromToken,
  grouping,
  keyMarker,
  maxKeys,
  onBucket,
  optionalAttributes,
  requestPayer,
} from "../parameters.ts";
import { keyPrefix, versionIdText } from "../scalars.ts";
import { ofBucket } from "./rows.ts";

const listing = [...onBucket, requestPayer, ...grouping, maxKeys, optionalAttributes];
const lists = { ...paid, faults: bucketFaults(), anonymous: true, price: "list" } as const;

export const listingOperations: readonly Operation[] = [
  operation("ListObjects", "GET /{Bucket}", {
    ...lists,
    input: [...listing, query("marker?", keyPrefix, "Marker")],
    output: ref("ListObjectsOutput"),
    produces: { key: "body Contents[].Key", etag: "body Contents[].ETag", marker: "body NextMarker" },
    consumes: { ...ofBucket, marker: "Marker" },
    rights: ["s3:ListBucket"],
  }),
  operation("ListObjectsV2", "GET /{Bucket}?list-type=2", {
    ...lists,
    input: [
      ...listing,
      fromToken,
      query("fetch-owner?", bool(), "FetchOwner"),
      query("start-after?", keyPrefix, "StartAfter"),
    ],
    output: ref("ListObjectsV2Output"),
    produces: {
      key: "body Contents[].Key",
      etag: "body Contents[].ETag",
      continuationToken: "body NextContinuationToken",
    },
    consumes: { ...ofBucket, continuationToken: "ContinuationToken" },
    rights: ["s3:ListBucket"],
  }),
  operation("ListObjectVersions", "GET /{Bucket}?versions", {
    ...lists,
    input: [...listing, keyMarker, query("version-id-marker?", versionIdText, "VersionIdMarker")],
    output: ref("ListObjectVersionsOutput"),
    produces: {
      key: "body Versions[].Key",
      versionId: "body Versions[].VersionId",
      keyMarker: "body NextKeyMarker",
      versionIdMarker: "body NextVersionIdMarker",
    },
    consumes: { ...ofBucket, keyMarker: "KeyMarker", versionIdMarker: "VersionIdMarker" },
    rights: ["s3:ListBucketVersions"],
  }),
];
