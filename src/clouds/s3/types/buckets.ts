import { array, object, oneOf, ref, string, type Types } from "../../../model/index.ts";
import {
  bucketArn,
  bucketName,
  bucketToken,
  dateTime,
  keyPrefix,
  locationConstraint,
  regionName,
} from "../scalars.ts";

const buckets = array(ref("Bucket"), { max: 10_000, element: "Bucket" });

export const bucketTypes: Types = {
  LocationInfo: object({
    "Type?": oneOf("AvailabilityZone", "LocalZone"),
    "Name?": string({ pattern: "[a-z0-9]+(-[a-z0-9]+)*-az[0-9]", example: "use1-az4" }),
  }),
  BucketInfo: object({
    "DataRedundancy?": oneOf("SingleAvailabilityZone", "SingleLocalZone"),
    "Type?": oneOf("Directory"),
  }),
  CreateBucketConfiguration: object({
    "LocationConstraint?": locationConstraint,
    "Location?": ref("LocationInfo"),
    "Bucket?": ref("BucketInfo"),
    "Tags?": array(ref("Tag"), { max: 50, element: "Tag" }),
  }),
  GetBucketLocationOutput: object({ "LocationConstraint?": locationConstraint }),
  Bucket: object({
    Name: bucketName,
    CreationDate: dateTime,
    "BucketRegion?": regionName,
    "BucketArn?": bucketArn,
  }),
  ListBucketsOutput: object({
    Buckets: buckets,
    "Owner?": ref("Owner"),
    "ContinuationToken?": bucketToken,
    "Prefix?": keyPrefix,
  }),
  ListDirectoryBucketsOutput: object({ Buckets: buckets, "ContinuationToken?": bucketToken }),
};
