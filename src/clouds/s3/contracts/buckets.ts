import { type Contract, contract, documented, fault, type Situation, success } from "../../../model/index.ts";
import { awsSnapshot, s3Model } from "../../shared/amazon-sources.ts";
import { at, textOf } from "../../shared/contract-conditions.ts";
import { settings } from "./setting-rows.ts";
import { bucket, isMissing, madeBucket, ownBucket, photos, regionOf } from "./tracked.ts";

const notOne = "The specified location-constraint is not valid";
const constrained = (region: string) => ({
  ...photos,
  CreateBucketConfiguration: { LocationConstraint: region },
});

/** Operations on a bucket's settings: where there is no bucket, there are none. */
const onSettings = [
  "GetBucketPolicy",
  "PutBucketPolicy",
  "DeleteBucketPolicy",
  "GetBucketTagging",
  "PutBucketTagging",
  "DeleteBucketTagging",
  "GetBucketLifecycleConfiguration",
  "PutBucketLifecycleConfiguration",
  "GetBucketReplication",
  "PutBucketReplication",
  "GetBucketEncryption",
  "PutBucketEncryption",
  "GetBucketLogging",
  "PutBucketLogging",
  "PutBucketVersioning",
  "GetBucketRequestPayment",
  "PutBucketRequestPayment",
  "GetBucketNotificationConfiguration",
  "PutBucketAnalyticsConfiguration",
  "PutBucketInventoryConfiguration",
  "PutBucketMetricsConfiguration",
  "PutBucketIntelligentTieringConfiguration",
  "DeleteBucketIntelligentTieringConfiguration",
];

const noSuchBucket = ({ input }: Situation) =>
  fault(404, "NoSuchBucket", undefined, { BucketName: textOf(input, "Bucket") });

/** All else that sets, reads or removes a setting. */
const onOtherSettings = settings
  .flatMap(({ put, get, remove }) => [put, get, remove])
  .filter((operation) => operation !== undefined)
  .concat(
    "PutObjectLockConfiguration",
    "GetObjectLockConfiguration",
    "PutBucketOwnershipControls",
    "GetBucketOwnershipControls",
    "DeleteBucketOwnershipControls",
  )
  .filter((operation) => !onSettings.includes(operation));

export const bucketContracts: readonly Contract[] = [
  contract({
    id: "s3/expected-owner-is-an-account",
    says: "an expected owner is an account of twelve digits",
    on: ["GetBucketPolicy", "PutBucketPolicy", "DeleteBucketPolicy"],
    when: ({ input }) =>
      input["ExpectedBucketOwner"] !== undefined && !/^\d{12}$/.test(textOf(input, "ExpectedBucketOwner")),
    answer: ({ input }) =>
      fault(
        400,
        "InvalidBucketOwnerAWSAccountID",
        `The value of the expected bucket owner parameter must be an AWS Account ID... [${textOf(input, "ExpectedBucketOwner")}]`,
      ),
    evidence: awsSnapshot(
      "s3",
      "test_get_bucket_policy_invalid_account_id[abcd]",
      "get-bucket-policy-invalid-bucket-owner",
    ),
    breaks: { input: { ...photos, ExpectedBucketOwner: "abcd" } },
    keeps: { input: { ...photos, ExpectedBucketOwner: "111122223333" }, after: [madeBucket] },
  }),
  contract({
    id: "s3/settings-need-a-bucket",
    says: "a bucket that is not there has no settings",
    on: onSettings,
    track: { bucket },
    when: (situation) => isMissing(situation.bucket, situation),
    answer: noSuchBucket,
    evidence: awsSnapshot("s3", "test_bucket_availability", "bucket-lifecycle"),
    breaks: { input: photos },
    keeps: { input: photos, after: [madeBucket] },
  }),
  contract({
    id: "s3/every-setting-needs-a-bucket",
    says: "whatever is set of a bucket, it must be there",
    on: onOtherSettings,
    track: { bucket },
    when: (situation) => isMissing(situation.bucket, situation),
    answer: noSuchBucket,
    evidence: documented(
      "Error responses, in the Amazon S3 API Reference",
      "https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html",
    ),
    breaks: { input: photos },
    keeps: { input: photos, after: [madeBucket] },
  }),
  contract({
    id: "s3/bucket-name-has-no-capitals",
    says: "a bucket's name has no capitals",
    on: ["CreateBucket"],
    when: ({ input }) => /[A-Z]/.test(textOf(input, "Bucket")),
    answer: ({ input }) =>
      fault(400, "InvalidBucketName", "The specified bucket is not valid.", {
        BucketName: textOf(input, "Bucket"),
      }),
    evidence: awsSnapshot("s3", "test_s3_uppercase_bucket_name", "uppercase-bucket"),
    breaks: { input: { Bucket: "Photos" } },
    keeps: { input: photos },
  }),
  contract({
    id: "s3/own-bucket-is-made-again-in-the-first-region",
    says: "in us-east-1, making a bucket that one has succeeds again",
    on: ["CreateBucket"],
    asksFirst: true,
    track: { ownBucket },
    when: (situation) =>
      situation.ownBucket === "there" &&
      situation.answered.status === 409 &&
      at(situation.input, "CreateBucketConfiguration.LocationConstraint") === undefined &&
      regionOf(situation) === "us-east-1",
    answer: ({ input }) => success(200, { headers: { Location: `/${textOf(input, "Bucket")}` } }),
    evidence: s3Model("BucketAlreadyOwnedByYou"),
    breaks: {
      input: photos,
      after: [madeBucket],
      answered: { status: 409, code: "BucketAlreadyExists" },
    },
    keeps: { input: photos, answered: { status: 409, code: "BucketAlreadyExists" } },
  }),
  contract({
    id: "s3/own-bucket-is-not-made-again-elsewhere",
    says: "outside of us-east-1, a bucket that one has is not made again",
    on: ["CreateBucket"],
    asksFirst: true,
    track: { ownBucket },
    when: (situation) =>
      situation.ownBucket === "there" &&
      situation.answered.status === 409 &&
      situation.answered.code !== "BucketAlreadyOwnedByYou" &&
      at(situation.input, "CreateBucketConfiguration.LocationConstraint") !== undefined,
    answer: ({ input }) =>
      fault(
        409,
        "BucketAlreadyOwnedByYou",
        "Your previous request to create the named bucket succeeded and you already own it.",
        { BucketName: textOf(input, "Bucket") },
      ),
    evidence: awsSnapshot("s3", "test_create_bucket_with_existing_name", "create-bucket-us-west-1"),
    breaks: {
      input: constrained("us-west-1"),
      after: [madeBucket],
      answered: { status: 409, code: "BucketAlreadyExists" },
    },
    keeps: { input: constrained("us-west-1"), answered: { status: 200 } },
  }),
  contract({
    id: "s3/constraint-is-a-region",
    says: "a bucket is constrained to a region",
    on: ["CreateBucket"],
    when: (situation) => {
      const region = at(situation.input, "CreateBucketConfiguration.LocationConstraint");
      const isRegion = /^(?:EU|[a-z]{2}(?:-[a-z]+)+-\d+)$/.test(String(region));
      return region !== undefined && region !== "" && !isRegion && regionOf(situation) === "us-east-1";
    },
    answer: ({ input }) =>
      fault(400, "InvalidLocationConstraint", notOne, {
        LocationConstraint: String(at(input, "CreateBucketConfiguration.LocationConstraint")),
      }),
    evidence: awsSnapshot(
      "s3",
      "test_create_bucket_with_invalid_location_constraint[us-east-1-foo]",
      "us-east-1-location-constraint-foo-error",
    ),
    breaks: { input: constrained("foo") },
    keeps: { input: constrained("eu-west-1") },
  }),
  contract({
    id: "s3/first-region-is-no-constraint",
    says: "us-east-1 is where buckets are without a constraint, and is none itself",
    on: ["CreateBucket"],
    when: ({ input }) => at(input, "CreateBucketConfiguration.LocationConstraint") === "us-east-1",
    answer: fault(400, "InvalidLocationConstraint", notOne, { LocationConstraint: "us-east-1" }),
    evidence: awsSnapshot(
      "s3",
      "test_create_bucket_with_invalid_location_constraint[us-east-1-us-east-1]",
      "us-east-1-location-constraint-us-east-1-error",
    ),
    breaks: { input: constrained("us-east-1") },
    keeps: { input: constrained("us-west-1") },
  }),
];
