import {
  body,
  bool,
  header,
  int,
  type Operation,
  oneOf,
  operation,
  optional,
  query,
  ref,
  string,
} from "../../../model/index.ts";
import { bucketDocumentFaults, bucketFaults, faults, ofAcl } from "../faults.ts";
import { commonHeaders, plain } from "../output-headers.ts";
import { bucket, grants, onBucket, prefix } from "../parameters.ts";
import { bucketArn, bucketCannedAcl, bucketToken, ownership, regionName } from "../scalars.ts";
import { ofBucket, readsBucket } from "./rows.ts";

const zone = oneOf("AvailabilityZone", "LocalZone");
const fromBucketToken = query("continuation-token?", bucketToken, "ContinuationToken");

/** One page of buckets and the token of the next. */
const listsBuckets = {
  ...plain,
  produces: { bucket: "body Buckets[].Name", bucketToken: "body ContinuationToken" },
  consumes: { bucketToken: "ContinuationToken" },
  price: "list",
} as const;

export const bucketOperations: readonly Operation[] = [
  operation("ListBuckets", "GET /", {
    ...listsBuckets,
    input: [
      query("max-buckets?", int({ min: 1, max: 10_000 }), "MaxBuckets"),
      fromBucketToken,
      prefix,
      query("bucket-region?", regionName, "BucketRegion"),
    ],
    output: ref("ListBucketsOutput"),
    faults: faults(),
    rights: ["s3:ListAllMyBuckets"],
  }),
  operation("ListDirectoryBuckets", "GET /", {
    ...listsBuckets,
    has: ["query max-directory-buckets"],
    input: [
      query("max-directory-buckets?", int({ min: 0, max: 1000 }), "MaxDirectoryBuckets"),
      fromBucketToken,
    ],
    output: ref("ListDirectoryBucketsOutput"),
    faults: faults(),
    rights: ["s3express:ListAllMyDirectoryBuckets"],
  }),
  operation("CreateBucket", "PUT /{Bucket}", {
    input: [
      bucket,
      body("CreateBucketConfiguration?", ref("CreateBucketConfiguration")),
      header("x-amz-acl?", bucketCannedAcl, "ACL"),
      ...grants,
      header("x-amz-bucket-object-lock-enabled?", bool(), "ObjectLockEnabledForBucket"),
      header("x-amz-object-ownership?", ownership, "ObjectOwnership"),
      header("x-amz-bucket-namespace?", oneOf("account-regional", "global"), "BucketNamespace"),
    ],
    outputHeaders: { ...commonHeaders, Location: string(), "x-amz-bucket-arn": optional(bucketArn) },
    faults: bucketDocumentFaults(
      "BucketAlreadyExists",
      "BucketAlreadyOwnedByYou",
      "TooManyBuckets",
      "IllegalLocationConstraintException",
      "InvalidLocationConstraint",
      "InvalidBucketAclWithObjectOwnership",
      "InvalidTag",
      ...ofAcl,
    ),
    produces: { bucket: "request Bucket" },
    rights: ["s3:CreateBucket"],
    price: "write",
  }),
  operation("DeleteBucket", "DELETE /{Bucket}", {
    ...plain,
    input: onBucket,
    status: 204,
    faults: bucketFaults("BucketNotEmpty", "OperationAborted"),
    asynchronous: true,
    consumes: ofBucket,
    rights: ["s3:DeleteBucket"],
    price: "delete",
  }),
  operation("HeadBucket", "HEAD /{Bucket}", {
    ...readsBucket,
    outputHeaders: {
      ...commonHeaders,
      "x-amz-bucket-arn": optional(bucketArn),
      "x-amz-bucket-location-type": optional(zone),
      "x-amz-bucket-location-name": optional(string()),
      "x-amz-bucket-region": optional(regionName),
      "x-amz-access-point-alias": optional(bool()),
    },
    faults: bucketFaults(),
    rights: ["s3:ListBucket"],
    anonymous: true,
  }),
  operation("GetBucketLocation", "GET /{Bucket}?location", {
    ...readsBucket,
    output: ref("GetBucketLocationOutput"),
    faults: bucketFaults("InvalidAccessPointAliasError"),
    rights: ["s3:GetBucketLocation"],
    anonymous: true,
  }),
];
