import {
  type BytesType,
  bytes,
  int,
  long,
  type NumberType,
  oneOf,
  type StringType,
  string,
} from "../../model/index.ts";
import { xmlCharset, xmlText } from "../shared/xml-text.ts";

const kib = 1024;
const gib = 1024 ** 3;

export const httpDate: StringType = string({ format: "http-date" });
export const dateTime: StringType = string({ format: "date-time" });
const dayOfYear = [
  "(0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])",
  "(0[469]|11)-(0[1-9]|[12][0-9]|30)",
  "02-(0[1-9]|[12][0-9])",
].join("|");
/** Lifecycle acts on whole days: a date has to be at midnight. */
export const midnight: StringType = string({
  format: "date-time",
  pattern: `2[0-9]{3}-(${dayOfYear})T00:00:00(\\.000)?Z`,
  example: "2030-01-01T00:00:00Z",
});

/** What may stand in a header that S3 stores or gives back as it is. */
export const headerText: StringType = string({ format: "header-value", maxLength: 8 * kib });
export const etag: StringType = string({ format: "etag", example: '"d41d8cd98f00b204e9800998ecf8427e"' });
/** Conditional writes know no other condition than that nothing is there. */
export const anyEtag: StringType = oneOf("*");

/** Labels of lower-case letters, digits and hyphens, joined by single dots. */
export const bucketName: StringType = string({
  minLength: 3,
  maxLength: 63,
  charset: "a-z0-9.-",
  pattern: "[a-z0-9](-*[a-z0-9]|\\.[a-z0-9]){2,62}",
  example: "touchstone-bucket",
});
export const objectKey: StringType = string({
  minLength: 1,
  maxLength: kib,
  countsBytes: true,
  example: "touchstone/object.txt",
});
export const keyPrefix: StringType = string({ maxLength: kib, countsBytes: true });

export const keyInXml: StringType = { ...objectKey, charset: xmlCharset };
export const prefixInXml: StringType = { ...keyPrefix, charset: xmlCharset };

export const versionIdText: StringType = string({
  minLength: 1,
  maxLength: kib,
  charset: "A-Za-z0-9._-",
  example: "null",
});
export const uploadIdText: StringType = string({
  minLength: 1,
  maxLength: kib,
  charset: "!-~",
  example: "dG91Y2hzdG9uZS11cGxvYWQtMDAwMDAwMDAwMDAwMDAx",
});
export const partNumber: NumberType = int({ min: 1, max: 10_000 });
export const continuationToken: StringType = string({ minLength: 1, charset: "!-~" });
/** Listings of buckets have shorter tokens than those of keys. */
export const bucketToken: StringType = string({ maxLength: kib, charset: "!-~" });

/** 5 GiB go into one request; an object of many parts may have far more. */
export const requestSize: NumberType = long({ min: 0, max: 5 * gib });
export const requestData: BytesType = bytes({ maxLength: 5 * gib });
export const objectSize: NumberType = long({ min: 0 });
/** S3 takes any count, and returns at most a thousand. */
export const pageSize: NumberType = int({ min: 0 });
export const atLeastOne: NumberType = int({ min: 1 });

export const accountId: StringType = string({ pattern: "[0-9]{12}", example: "111122223333" });
const canonicalUserPattern = "[0-9a-f]{64}";
export const canonicalUser: StringType = string({
  pattern: canonicalUserPattern,
  example: "79a59df900b949e55d96a1e698fbacedfd6e09d98eacf8f8d5218e7cd47ef2be",
});
const groups = "http://acs.amazonaws.com/groups";
/** Groups that rights can be granted to. */
export const granteeGroups: readonly string[] = [
  `${groups}/global/AllUsers`,
  `${groups}/global/AuthenticatedUsers`,
  `${groups}/s3/LogDelivery`,
];
const emailPattern = "[A-Za-z0-9._+-]+@[A-Za-z0-9.-]+";
export const emailAddress: StringType = string({ pattern: emailPattern, example: "owner@example.com" });

const grantee = [
  `id="?${canonicalUserPattern}"?`,
  `uri="?(${granteeGroups.join("|").replaceAll(".", "\\.")})"?`,
  `emailAddress="?${emailPattern}"?`,
].join("|");
/** `id="…", uri="…"`: at most a hundred grantees. */
export const grantees: StringType = string({
  maxLength: 8 * kib,
  pattern: `(${grantee})(, ?(${grantee})){0,99}`,
  example: `uri="${granteeGroups.at(-1)}"`,
});

/** Names of rules, filters and notifications. */
export const ruleId: StringType = xmlText({ maxLength: 255 });
/** Names of analytics, inventory, metrics and tiering configurations. */
export const configurationId: StringType = string({
  minLength: 1,
  maxLength: 64,
  charset: "A-Za-z0-9_.-",
  example: "touchstone-configuration",
});

const account = "[0-9]{12}";
const region = "[a-z]{2}(-[a-z]+)+-[0-9]";

export const bucketArn: StringType = string({
  format: "arn",
  minLength: 1,
  maxLength: 128,
  pattern: "arn:aws[a-z-]*:(s3|s3express):[a-z0-9-]*:[0-9]*:[a-z0-9][a-z0-9./-]{1,61}[a-z0-9]",
  example: "arn:aws:s3:::touchstone-target",
});
export const accessPointArn: StringType = string({
  format: "arn",
  pattern: `arn:aws[a-z-]*:s3:${region}:${account}:accesspoint/[a-z0-9][a-z0-9-]{1,48}[a-z0-9]`,
  example: "arn:aws:s3:us-east-1:111122223333:accesspoint/touchstone",
});
export const roleArn: StringType = string({
  format: "arn",
  maxLength: 2048,
  pattern: `arn:aws[a-z-]*:iam::${account}:role/[!-~]+`,
  example: "arn:aws:iam::111122223333:role/touchstone",
});
export const topicArn: StringType = string({
  format: "arn",
  pattern: `arn:aws[a-z-]*:sns:${region}:${account}:[A-Za-z0-9_.-]{1,256}`,
  example: "arn:aws:sns:us-east-1:111122223333:touchstone",
});
export const queueArn: StringType = string({
  format: "arn",
  pattern: `arn:aws[a-z-]*:sqs:${region}:${account}:[A-Za-z0-9_-]{1,75}(\\.fifo)?`,
  example: "arn:aws:sqs:us-east-1:111122223333:touchstone",
});
export const functionArn: StringType = string({
  format: "arn",
  pattern: `arn:aws[a-z-]*:lambda:${region}:${account}:function:[A-Za-z0-9_-]{1,64}(:[A-Za-z0-9_-]{1,128})?`,
  example: "arn:aws:lambda:us-east-1:111122223333:function:touchstone",
});
export const tableBucketArn: StringType = string({
  format: "arn",
  pattern: `arn:aws[a-z-]*:s3tables:${region}:${account}:bucket/[a-z0-9][a-z0-9-]{1,61}[a-z0-9]`,
  example: "arn:aws:s3tables:us-east-1:111122223333:bucket/touchstone",
});
export const kmsKeyArn: StringType = string({
  format: "arn",
  minLength: 20,
  maxLength: 2048,
  pattern: `arn:aws[a-zA-Z0-9-]*:kms:[a-z0-9-]+:${account}:key/[a-zA-Z0-9-]+`,
  example: "arn:aws:kms:us-east-1:111122223333:key/1f812371-a41d-49e6-b123-f4b542e851c5",
});
/** An id, an alias or an ARN. */
export const kmsKey: StringType = string({
  minLength: 1,
  maxLength: 2048,
  charset: "A-Za-z0-9:/_-",
  example: "alias/aws/s3",
});

export const enabledOrDisabled: StringType = oneOf("Enabled", "Disabled");
export const enabledOrSuspended: StringType = oneOf("Enabled", "Suspended");
export const encryptionMethod: StringType = oneOf(
  "AES256",
  "aws:kms",
  "aws:kms:dsse",
  "aws:fsx",
  "aws:backup",
);
export const ownership: StringType = oneOf("BucketOwnerPreferred", "ObjectWriter", "BucketOwnerEnforced");
export const lockMode: StringType = oneOf("GOVERNANCE", "COMPLIANCE");
export const onOrOff: StringType = oneOf("ON", "OFF");
export const replicationStatus: StringType = oneOf("COMPLETE", "PENDING", "FAILED", "REPLICA", "COMPLETED");
export const archiveTier: StringType = oneOf("ARCHIVE_ACCESS", "DEEP_ARCHIVE_ACCESS");
export const minimumTransitionSize: StringType = oneOf("varies_by_storage_class", "all_storage_classes_128K");

const bucketCannedAcls = ["private", "public-read", "public-read-write", "authenticated-read"];
export const bucketCannedAcl: StringType = oneOf(...bucketCannedAcls);
export const objectCannedAcl: StringType = oneOf(
  ...bucketCannedAcls,
  "aws-exec-read",
  "bucket-owner-read",
  "bucket-owner-full-control",
);

/** What lifecycle rules can move objects to. */
const archives = [
  "GLACIER",
  "STANDARD_IA",
  "ONEZONE_IA",
  "INTELLIGENT_TIERING",
  "DEEP_ARCHIVE",
  "GLACIER_IR",
];
export const transitionStorageClass: StringType = oneOf(...archives);
export const storageClass: StringType = oneOf(
  "STANDARD",
  "REDUCED_REDUNDANCY",
  ...archives,
  "OUTPOSTS",
  "SNOW",
  "EXPRESS_ONEZONE",
  "FSX_OPENZFS",
  "FSX_ONTAP",
  "AWS_BACKUP_WARM",
  "AWS_BACKUP_LOW_COST_WARM",
);

export const tagKey: StringType = string({
  minLength: 1,
  maxLength: 128,
  charset: "\\p{L}\\p{Z}\\p{N}_.:/=+\\-@",
  example: "project",
});
export const tagValue: StringType = string({
  maxLength: 256,
  charset: "\\p{L}\\p{Z}\\p{N}_.:/=+\\-@",
  example: "touchstone",
});

/** `us-east-1` is named by leaving the constraint out. */
export const locationConstraint: StringType = oneOf(
  ...["us-east-2", "us-west-1", "us-west-2", "us-gov-east-1", "us-gov-west-1"],
  ...["ca-central-1", "ca-west-1", "mx-central-1", "sa-east-1"],
  ...["EU", "eu-central-1", "eu-central-2", "eu-north-1", "eu-south-1", "eu-south-2"],
  ...["eu-west-1", "eu-west-2", "eu-west-3", "il-central-1", "me-central-1", "me-south-1", "af-south-1"],
  ...["ap-east-1", "ap-east-2", "ap-northeast-1", "ap-northeast-2", "ap-northeast-3"],
  ...["ap-south-1", "ap-south-2", "ap-southeast-1", "ap-southeast-2", "ap-southeast-3"],
  ...["ap-southeast-4", "ap-southeast-5", "ap-southeast-6", "ap-southeast-7"],
  ...["cn-north-1", "cn-northwest-1"],
);
export const regionName: StringType = string({ maxLength: 20, pattern: region, example: "us-east-1" });
