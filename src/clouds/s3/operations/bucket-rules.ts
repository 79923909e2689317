import { body, bool, header, type Operation, operation, optional, ref } from "../../../model/index.ts";
import { bucketDocumentFaults, bucketFaults } from "../faults.ts";
import { commonHeaders } from "../output-headers.ts";
import { objectLockToken, onBucket } from "../parameters.ts";
import { minimumTransitionSize } from "../scalars.ts";
import { bringing, readsBucket, removesConfiguration, setsConfiguration } from "./rows.ts";

const smallestTransition = "x-amz-transition-default-minimum-object-size";
const transitionHeaders = {
  outputHeaders: { ...commonHeaders, [smallestTransition]: optional(minimumTransitionSize) },
};

const getsLifecycle = {
  ...readsBucket,
  faults: bucketFaults("NoSuchLifecycleConfiguration"),
  rights: ["s3:GetLifecycleConfiguration"],
};
const putsLifecycle = {
  ...setsConfiguration,
  faults: bucketDocumentFaults("InvalidTag"),
  rights: ["s3:PutLifecycleConfiguration"],
};
const getsNotification = {
  ...readsBucket,
  faults: bucketFaults("InvalidAccessPointAliasError"),
  rights: ["s3:GetBucketNotification"],
};
const putsNotification = {
  ...setsConfiguration,
  faults: bucketDocumentFaults(),
  rights: ["s3:PutBucketNotification"],
};

/** What a bucket does of its own accord: expiry, replication and notification. */
export const bucketRuleOperations: readonly Operation[] = [
  operation("GetBucketLifecycleConfiguration", "GET /{Bucket}?lifecycle", {
    ...getsLifecycle,
    ...transitionHeaders,
    output: ref("BucketLifecycleConfiguration"),
  }),
  operation("GetBucketLifecycle", "GET /{Bucket}?lifecycle", {
    ...getsLifecycle,
    output: ref("OldLifecycleConfiguration"),
    twinOf: "GetBucketLifecycleConfiguration",
  }),
  operation("PutBucketLifecycleConfiguration", "PUT /{Bucket}?lifecycle", {
    ...putsLifecycle,
    ...transitionHeaders,
    input: [
      ...bringing("LifecycleConfiguration", "BucketLifecycleConfiguration"),
      header(`${smallestTransition}?`, minimumTransitionSize, "TransitionDefaultMinimumObjectSize"),
    ],
    produces: { bucketLifecycleConfiguration: "request Bucket" },
  }),
  operation("PutBucketLifecycle", "PUT /{Bucket}?lifecycle", {
    ...putsLifecycle,
    input: bringing("LifecycleConfiguration", "OldLifecycleConfiguration"),
    produces: { bucketLifecycle: "request Bucket" },
    twinOf: "PutBucketLifecycleConfiguration",
  }),
  operation("DeleteBucketLifecycle", "DELETE /{Bucket}?lifecycle", {
    ...removesConfiguration,
    faults: bucketFaults(),
    rights: ["s3:PutLifecycleConfiguration"],
  }),

  operation("GetBucketReplication", "GET /{Bucket}?replication", {
    ...readsBucket,
    output: ref("ReplicationConfiguration"),
    faults: bucketFaults("ReplicationConfigurationNotFoundError"),
    rights: ["s3:GetReplicationConfiguration"],
  }),
  operation("PutBucketReplication", "PUT /{Bucket}?replication", {
    ...setsConfiguration,
    input: [...bringing("ReplicationConfiguration"), objectLockToken],
    faults: bucketDocumentFaults("InvalidBucketState"),
    produces: { bucketReplication: "request Bucket" },
    rights: ["s3:PutReplicationConfiguration"],
  }),
  operation("DeleteBucketReplication", "DELETE /{Bucket}?replication", {
    ...removesConfiguration,
    faults: bucketFaults(),
    rights: ["s3:PutReplicationConfiguration"],
  }),

  operation("GetBucketNotificationConfiguration", "GET /{Bucket}?notification", {
    ...getsNotification,
    output: ref("NotificationConfiguration"),
  }),
  operation("GetBucketNotification", "GET /{Bucket}?notification", {
    ...getsNotification,
    output: ref("OldNotificationConfiguration"),
    twinOf: "GetBucketNotificationConfiguration",
  }),
  operation("PutBucketNotificationConfiguration", "PUT /{Bucket}?notification", {
    ...putsNotification,
    input: [
      ...onBucket,
      body("NotificationConfiguration", ref("NotificationConfiguration")),
      header("x-amz-skip-destination-validation?", bool(), "SkipDestinationValidation"),
    ],
    produces: { bucketNotificationConfiguration: "request Bucket" },
  }),
  operation("PutBucketNotification", "PUT /{Bucket}?notification", {
    ...putsNotification,
    input: bringing("NotificationConfiguration", "OldNotificationConfiguration"),
    produces: { bucketNotification: "request Bucket" },
    twinOf: "PutBucketNotificationConfiguration",
  }),
];
