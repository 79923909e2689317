import { type Call, type Contract, contract, fault, type Input, recorded } from "../../../model/index.ts";
import { awsSnapshot } from "../../shared/amazon-sources.ts";
import { at, listOf, textOf } from "../../shared/contract-conditions.ts";
import { lockable, locked } from "./protection.ts";
import { invalidArgument, isEmpty, malformed, rule } from "./rules.ts";
import { madeBucket, photos, picture } from "./tracked.ts";

const states = ["Enabled", "Suspended"];
const owners = ["BucketOwnerPreferred", "ObjectWriter", "BucketOwnerEnforced"];

function malformedPolicy(message: string) {
  return fault(400, "MalformedPolicy", message);
}

/** A policy as it was written; `undefined` if it is no document. */
function policyOf({ body = new Uint8Array() }: Call): object | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(body).toString("utf8"));
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The resources that the statements of a policy name. */
function resourcesOf(policy: object | undefined): readonly string[] {
  const statement = at(policy, "Statement");
  return (Array.isArray(statement) ? statement : [statement])
    .flatMap((one: unknown) => [at(one, "Resource")].flat())
    .filter((resource) => typeof resource === "string");
}

/** Whether a resource is certainly another bucket's: wildcards and variables may stand for this one. */
function isOfOther(resource: string, bucket: string): boolean {
  const [, name] = /^arn:aws[a-z-]*:s3:::([^/*?$]+)(?:\/|$)/.exec(resource) ?? [];
  return resource === "*" || (name !== undefined && name !== bucket);
}

const about = (resource: string) =>
  JSON.stringify({
    Version: "2012-10-17",
    Statement: [{ Effect: "Allow", Principal: "*", Action: "s3:GetObject", Resource: resource }],
  });
const allowing = '{"Version":"2012-10-17","Statement":[]}';
const owned = (...values: readonly string[]) => ({
  ...photos,
  OwnershipControls: { Rules: values.map((ObjectOwnership) => ({ ObjectOwnership })) },
});
const encrypted = (...rules: readonly Readonly<Record<string, string>>[]) => ({
  ...photos,
  ServerSideEncryptionConfiguration: {
    Rules: rules.map((ApplyServerSideEncryptionByDefault) => ({ ApplyServerSideEncryptionByDefault })),
  },
});
const aes = { SSEAlgorithm: "AES256" };
function encryptionRules(input: Input): readonly unknown[] {
  return listOf(at(input, "ServerSideEncryptionConfiguration.Rules"));
}

const accelerated = (bucket: string, status: string) => ({
  Bucket: bucket,
  AccelerateConfiguration: { Status: status },
});

export const stateContracts: readonly Contract[] = [
  rule({
    id: "versioning-is-enabled-or-suspended",
    says: "versioning is Enabled or Suspended",
    on: ["PutBucketVersioning"],
    when: (input) => {
      const status = at(input, "VersioningConfiguration.Status");
      return status !== undefined && !states.includes(String(status));
    },
    answer: malformed,
    evidence: awsSnapshot("s3_api", "test_bucket_versioning_crud", "put-versioning-enabled-lowercase"),
    breaks: { ...photos, VersioningConfiguration: { Status: "enabled" } },
    keeps: { ...photos, VersioningConfiguration: { Status: "Enabled" } },
  }),
  rule({
    id: "versioning-says-something",
    says: "who sets versioning says whether it is on",
    on: ["PutBucketVersioning"],
    when: (input) => isEmpty(input["VersioningConfiguration"]),
    answer: fault(400, "IllegalVersioningConfigurationException", "The Versioning element must be specified"),
    evidence: awsSnapshot("s3_api", "test_bucket_versioning_crud", "put-versioning-empty"),
    breaks: { ...photos, VersioningConfiguration: {} },
    keeps: { ...photos, VersioningConfiguration: { Status: "Enabled" } },
  }),
  rule({
    id: "acceleration-is-enabled-or-suspended",
    says: "acceleration is Enabled or Suspended",
    on: ["PutBucketAccelerateConfiguration"],
    when: (input) => {
      const status = at(input, "AccelerateConfiguration.Status");
      return status !== undefined && !states.includes(String(status));
    },
    answer: malformed,
    evidence: awsSnapshot(
      "s3_api",
      "test_bucket_acceleration_configuration_exc",
      "put-bucket-accelerate-config-lowercase",
    ),
    breaks: accelerated("photos", "enabled"),
    keeps: accelerated("photos", "Enabled"),
  }),
  rule({
    id: "buckets-with-dots-are-not-accelerated",
    says: "a bucket with a dot in its name is not accelerated",
    on: ["PutBucketAccelerateConfiguration"],
    when: (input) => textOf(input, "Bucket").includes("."),
    answer: fault(
      400,
      "InvalidRequest",
      "S3 Transfer Acceleration is not supported for buckets with periods (.) in their names",
    ),
    evidence: awsSnapshot(
      "s3_api",
      "test_bucket_acceleration_configuration_exc",
      "put-bucket-accelerate-config-dot-bucket",
    ),
    breaks: accelerated("photos.old", "Enabled"),
    keeps: accelerated("photos", "Enabled"),
    after: [madeBucket, { operation: "CreateBucket", input: { Bucket: "photos.old" } }],
  }),
  rule({
    id: "ownership-has-one-rule",
    says: "whose a bucket's objects are is said by one rule",
    on: ["PutBucketOwnershipControls"],
    when: (input) =>
      input["OwnershipControls"] !== undefined && listOf(at(input, "OwnershipControls.Rules")).length !== 1,
    answer: malformed,
    evidence: awsSnapshot("s3_api", "test_bucket_ownership_controls_exc", "put-ownership-multiple-rules"),
    breaks: owned("ObjectWriter", "BucketOwnerPreferred"),
    keeps: owned("ObjectWriter"),
  }),
  rule({
    id: "ownership-is-one-of-three",
    says: "a bucket's objects are owned in one of three ways",
    on: ["PutBucketOwnershipControls"],
    when: (input) =>
      listOf(at(input, "OwnershipControls.Rules")).some(
        (one) => !owners.includes(String(at(one, "ObjectOwnership"))),
      ),
    answer: malformed,
    evidence: awsSnapshot("s3_api", "test_bucket_ownership_controls_exc", "put-ownership-wrong-value"),
    breaks: owned("RandomValue"),
    keeps: owned("BucketOwnerPreferred"),
  }),
  rule({
    id: "bucket-is-made-with-one-of-three-ownerships",
    says: "a bucket is made with objects that are owned in one of three ways",
    on: ["CreateBucket"],
    when: (input) =>
      input["ObjectOwnership"] !== undefined && !owners.includes(textOf(input, "ObjectOwnership")),
    answer: (input) =>
      invalidArgument(
        `Invalid x-amz-object-ownership header: ${textOf(input, "ObjectOwnership")}`,
        "x-amz-object-ownership",
      ),
    evidence: awsSnapshot(
      "s3_api",
      "test_bucket_ownership_controls_exc",
      "ownership-wrong-value-at-creation",
    ),
    breaks: { ...photos, ObjectOwnership: "RandomValue" },
    keeps: { ...photos, ObjectOwnership: "ObjectWriter" },
    after: [],
  }),
  contract({
    id: "s3/policy-is-a-document",
    says: "a policy is a document of JSON",
    on: ["PutBucketPolicy"],
    when: ({ call }) => call.body !== undefined && policyOf(call) === undefined,
    answer: malformedPolicy("Policies must be valid JSON and the first byte must be '{'"),
    evidence: awsSnapshot("s3_api", "test_bucket_policy_exc", "put-bucket-policy-randomstring"),
    breaks: { input: { ...photos, Policy: "random" }, after: [madeBucket] },
    keeps: { input: { ...photos, Policy: allowing }, after: [madeBucket] },
  }),
  contract({
    id: "s3/policy-has-a-statement",
    says: "a policy has statements",
    on: ["PutBucketPolicy"],
    when: ({ call }) => {
      const policy = policyOf(call);
      return policy !== undefined && at(policy, "Statement") === undefined;
    },
    answer: malformedPolicy("Missing required field Statement"),
    evidence: awsSnapshot("s3_api", "test_bucket_policy_exc", "put-bucket-policy-empty-json"),
    breaks: { input: { ...photos, Policy: "{}" }, after: [madeBucket] },
    keeps: { input: { ...photos, Policy: allowing }, after: [madeBucket] },
  }),
  contract({
    id: "s3/policy-is-about-its-bucket",
    says: "a bucket's policy is about the bucket and its objects",
    on: ["PutBucketPolicy"],
    when: ({ call, input }) =>
      resourcesOf(policyOf(call)).some((resource) => isOfOther(resource, textOf(input, "Bucket"))),
    answer: malformedPolicy("Policy has invalid resource"),
    evidence: recorded(
      "the service's answer, quoted in github.com/hashicorp/terraform/issues/23570 and github.com/aws-samples/aws-media-services-vod-automation/issues/17",
    ),
    breaks: { input: { ...photos, Policy: about("arn:aws:s3:::others/*") }, after: [madeBucket] },
    keeps: { input: { ...photos, Policy: about("arn:aws:s3:::photos/*") }, after: [madeBucket] },
  }),
  rule({
    id: "encryption-has-one-rule",
    says: "a bucket's encryption is said by one rule",
    on: ["PutBucketEncryption"],
    when: (input) =>
      input["ServerSideEncryptionConfiguration"] !== undefined && encryptionRules(input).length !== 1,
    answer: malformed,
    evidence: awsSnapshot(
      "s3_api",
      "test_s3_default_bucket_encryption_exc",
      "put-bucket-encryption-two-rules",
    ),
    breaks: encrypted(aes, aes),
    keeps: encrypted(aes),
  }),
  rule({
    id: "aes256-has-no-key-of-kms",
    says: "a key of KMS is named only where KMS encrypts",
    on: ["PutBucketEncryption"],
    when: (input) =>
      encryptionRules(input)
        .map((one) => at(one, "ApplyServerSideEncryptionByDefault"))
        .some(
          (byDefault) =>
            at(byDefault, "SSEAlgorithm") === "AES256" && (at(byDefault, "KMSMasterKeyID") ?? "") !== "",
        ),
    answer: invalidArgument(
      "a KMSMasterKeyID is not applicable if the default sse algorithm is not aws:kms or aws:kms:dsse",
      "ApplyServerSideEncryptionByDefault",
    ),
    evidence: awsSnapshot(
      "s3_api",
      "test_s3_default_bucket_encryption_exc",
      "put-bucket-encryption-kms-with-aes",
    ),
    breaks: encrypted({ ...aes, KMSMasterKeyID: "key" }),
    keeps: encrypted({ SSEAlgorithm: "aws:kms", KMSMasterKeyID: "key" }),
  }),
  contract({
    id: "s3/governance-is-bypassed-where-there-are-locks",
    says: "governance is bypassed only in buckets with object lock",
    on: ["DeleteObject"],
    track: { locked },
    when: ({ input, knowsAll, locked }) =>
      knowsAll && input["BypassGovernanceRetention"] !== undefined && locked === false,
    answer: invalidArgument(
      "x-amz-bypass-governance-retention is only applicable to Object Lock enabled buckets.",
      "x-amz-bypass-governance-retention",
    ),
    evidence: awsSnapshot("s3_api", "test_delete_object_with_no_locking", "delete-object-bypass-no-lock"),
    breaks: { input: { ...picture, BypassGovernanceRetention: true }, after: [madeBucket] },
    keeps: { input: { ...picture, BypassGovernanceRetention: true }, after: [lockable] },
  }),
];
