import { type Contract, contract, fault, type Tracker } from "../../../model/index.ts";
import { awsSnapshot } from "../../shared/amazon-sources.ts";
import { textOf } from "../../shared/contract-conditions.ts";
import { isNotImplemented, madeBucket, ofBucket, ofObject, photos, picture } from "./tracked.ts";

/** Whether a bucket has object lock; unknown where it was made before we came. */
export const locked: Tracker<boolean> = ofBucket({
  name: "buckets with object lock",
  set: ["PutObjectLockConfiguration"],
  value: ({ call: { operation, input } }) =>
    operation === "PutObjectLockConfiguration" || input["ObjectLockEnabledForBucket"] === true,
});

/** A bucket with object lock. */
export const lockable = { operation: "CreateBucket", input: { ...photos, ObjectLockEnabledForBucket: true } };

function needsLock(operation: string, test: string, step: string): Contract {
  return contract({
    id: `s3/${operation.replace(/(?!^)[A-Z]/g, "-$&").toLowerCase()}-needs-object-lock`,
    says: "objects are retained only in buckets with object lock",
    on: [operation],
    asksFirst: true,
    track: { locked },
    // One that was made before we came may well have a lock.
    when: (situation) => situation.knowsAll && situation.locked === false && isNotImplemented(situation),
    answer: fault(400, "InvalidRequest", "Bucket is missing Object Lock Configuration"),
    evidence: awsSnapshot("s3", test, step),
    breaks: { input: picture, after: [madeBucket], answered: { status: 501 } },
    keeps: { input: picture, after: [lockable], answered: { status: 501 } },
  });
}

const key = "MDEyMzQ1NjcwMTIzNDU2NzAxMjM0NTY3MDEyMzQ1Njc=";
/** A request under a customer's own key. */
export const underKey = {
  ...picture,
  SSECustomerAlgorithm: "AES256",
  SSECustomerKey: key,
  SSECustomerKeyMD5: "BHlP7ahLHBTxVZGHkRCy4Q==",
};

/** The digest of the key that an object was written with; none where the service's own was used. */
export const customerKey: Tracker<string> = ofObject({
  name: "objects under keys of customers",
  set: ["PutObject", "CopyObject"],
  value: ({ call: { input } }) => textOf(input, "SSECustomerKeyMD5"),
});

/** An object under a customer's own key. */
export const kept = { operation: "PutObject", input: underKey };

function lockHeaders(mode?: string, until?: string) {
  return {
    ...picture,
    ...(mode !== undefined && { ObjectLockMode: mode }),
    ...(until !== undefined && { ObjectLockRetainUntilDate: until }),
  };
}

const later = "2042-01-31T10:00:00Z";

export const protectionContracts: readonly Contract[] = [
  needsLock("PutObjectRetention", "test_s3_object_retention_exc", "put-object-retention-regular-bucket"),
  needsLock("GetObjectRetention", "test_s3_object_retention_exc", "get-object-retention-regular-bucket"),
  needsLock("PutObjectLegalHold", "test_put_object_legal_hold_exc", "put-object-retention-regular-bucket"),
  needsLock("GetObjectLegalHold", "test_put_object_legal_hold_exc", "get-object-retention-regular-bucket"),
  contract({
    id: "s3/lock-has-a-mode-and-a-date",
    says: "an object is locked with a mode and a date",
    on: ["PutObject", "CreateMultipartUpload"],
    when: ({ input }) =>
      (input["ObjectLockMode"] === undefined) !== (input["ObjectLockRetainUntilDate"] === undefined),
    answer: ({ input }) =>
      fault(
        400,
        "InvalidArgument",
        "x-amz-object-lock-retain-until-date and x-amz-object-lock-mode must both be supplied",
        {
          ArgumentName:
            input["ObjectLockMode"] === undefined
              ? "x-amz-object-lock-mode"
              : "x-amz-object-lock-retain-until-date",
        },
      ),
    evidence: awsSnapshot("s3", "test_s3_object_lock_mode_validation", "put-obj-locked-error-no-retain-date"),
    breaks: { input: lockHeaders("GOVERNANCE") },
    keeps: { input: lockHeaders("GOVERNANCE", later) },
  }),
  contract({
    id: "s3/lock-mode-is-one-of-two",
    says: "an object is locked for GOVERNANCE or COMPLIANCE",
    on: ["PutObject", "CreateMultipartUpload"],
    when: ({ input }) =>
      input["ObjectLockRetainUntilDate"] !== undefined &&
      input["ObjectLockMode"] !== undefined &&
      !["GOVERNANCE", "COMPLIANCE"].includes(textOf(input, "ObjectLockMode")),
    answer: ({ input }) =>
      fault(400, "InvalidArgument", "Unknown wormMode directive.", {
        ArgumentName: "x-amz-object-lock-mode",
        ArgumentValue: textOf(input, "ObjectLockMode"),
      }),
    evidence: awsSnapshot("s3", "test_s3_object_lock_mode_validation", "put-obj-locked-bad-value"),
    breaks: { input: lockHeaders("BAD-VALUE", later) },
    keeps: { input: lockHeaders("COMPLIANCE", later) },
  }),
  contract({
    id: "s3/customers-encryption-is-aes256",
    says: "a customer's own key is one of AES256",
    on: ["PutObject", "GetObject", "CreateMultipartUpload"],
    when: ({ input }) =>
      input["SSECustomerAlgorithm"] !== undefined && input["SSECustomerAlgorithm"] !== "AES256",
    answer: ({ input }) =>
      fault(
        400,
        "InvalidEncryptionAlgorithmError",
        "The Encryption request you specified is not valid. Supported value: AES256.",
        {
          ArgumentName: "x-amz-server-side-encryption",
          ArgumentValue: textOf(input, "SSECustomerAlgorithm"),
        },
      ),
    evidence: awsSnapshot("s3", "test_put_object_validation_sse_c", "put-obj-sse-c-wrong-algo"),
    breaks: { input: { ...underKey, SSECustomerAlgorithm: "KMS" } },
    keeps: { input: underKey },
  }),
  contract({
    id: "s3/customers-key-comes-with-its-algorithm",
    says: "a customer's own key comes with its algorithm",
    on: ["PutObject", "CreateMultipartUpload"],
    when: ({ input }) => input["SSECustomerKey"] !== undefined && input["SSECustomerAlgorithm"] === undefined,
    answer: fault(
      400,
      "InvalidArgument",
      "Requests specifying Server Side Encryption with Customer provided keys must provide a valid encryption algorithm.",
      { ArgumentName: "x-amz-server-side-encryption" },
    ),
    evidence: awsSnapshot("s3", "test_put_object_validation_sse_c", "put-obj-sse-c-no-algo"),
    breaks: { input: { ...picture, SSECustomerKey: key } },
    keeps: { input: underKey },
  }),
  contract({
    id: "s3/one-encryption-at-a-time",
    says: "an object is encrypted by the customer's key or by the service's, not by both",
    on: ["PutObject", "CreateMultipartUpload"],
    when: ({ input }) =>
      input["SSECustomerAlgorithm"] === "AES256" && input["ServerSideEncryption"] !== undefined,
    answer: ({ input }) =>
      fault(
        400,
        "InvalidArgument",
        "Server Side Encryption with Customer provided key is incompatible with the encryption method specified",
        {
          ArgumentName: "x-amz-server-side-encryption",
          ArgumentValue: textOf(input, "ServerSideEncryption"),
        },
      ),
    evidence: awsSnapshot("s3", "test_put_object_validation_sse_c", "put-obj-sse-c-both-encryption"),
    breaks: { input: { ...underKey, ServerSideEncryption: "AES256" } },
    keeps: { input: underKey },
  }),
  contract({
    id: "s3/customers-key-is-needed-to-read",
    says: "what was written with a customer's own key is not read without it",
    on: ["GetObject"],
    track: { customerKey },
    when: ({ input, customerKey }) =>
      customerKey !== undefined &&
      customerKey !== "" &&
      input["SSECustomerKeyMD5"] === undefined &&
      input["VersionId"] === undefined,
    answer: fault(
      400,
      "InvalidRequest",
      "The object was stored using a form of Server Side Encryption. The correct parameters must be provided to retrieve the object.",
    ),
    evidence: awsSnapshot("s3", "test_object_retrieval_sse_c", "get-obj-no-sse-c"),
    breaks: { input: picture, after: [kept] },
    keeps: { input: picture, after: [{ operation: "PutObject", input: picture }] },
  }),
];
