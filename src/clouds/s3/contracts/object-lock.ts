import { type Contract, contract, fault, type Input, success, type Tracker } from "../../../model/index.ts";
import { awsSnapshot } from "../../shared/amazon-sources.ts";
import { at, textOf } from "../../shared/contract-conditions.ts";
import { lockable } from "./protection.ts";
import { malformed, rule } from "./rules.ts";
import { isNotImplemented, isOwn, madeBucket, ofBucket, photos } from "./tracked.ts";
import { versionedBucket, versioning } from "./versioning.ts";

/** A lock as it was set, and whether the emulator knows nothing of it. */
interface Lock {
  readonly text: string;
  readonly isOwn: boolean;
}

const enabled =
  '<ObjectLockConfiguration xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><ObjectLockEnabled>Enabled</ObjectLockEnabled></ObjectLockConfiguration>';

/** The lock of a bucket; empty where it was made without one. */
const lock: Tracker<Lock> = ofBucket({
  name: "locks of buckets",
  set: ["PutObjectLockConfiguration"],
  value: (success) => {
    const { operation, input, body } = success.call;
    if (operation === "PutObjectLockConfiguration") {
      return { text: Buffer.from(body ?? []).toString("utf8"), isOwn: isOwn(success) };
    }
    return { text: input["ObjectLockEnabledForBucket"] === true ? enabled : "", isOwn: true };
  },
});

const retained = (retention: Input) => ({
  ...photos,
  ObjectLockConfiguration: { ObjectLockEnabled: "Enabled", Rule: { DefaultRetention: retention } },
});
const locked = { ...photos, ObjectLockConfiguration: { ObjectLockEnabled: "Enabled" } };
const put = ["PutObjectLockConfiguration"];
const seen = (step: string) => awsSnapshot("s3_api", "test_put_object_lock_configuration_exc", step);

/** Whether a rule retains in a mode, and for days or years, of which there is one. */
function retainsForATime(input: Input): boolean {
  const retention = at(input, "ObjectLockConfiguration.Rule.DefaultRetention");
  const times = ["Days", "Years"].filter((unit) => at(retention, unit) !== undefined);
  return at(retention, "Mode") !== undefined && times.length === 1;
}

export const objectLockContracts: readonly Contract[] = [
  rule({
    id: "lock-configuration-says-that-it-is-on",
    says: "who sets a bucket's lock says that it is on",
    on: put,
    when: (input) =>
      input["ObjectLockConfiguration"] !== undefined &&
      at(input, "ObjectLockConfiguration.ObjectLockEnabled") !== "Enabled",
    answer: malformed,
    evidence: seen("put-lock-config-no-enabled"),
    breaks: { ...photos, ObjectLockConfiguration: { ObjectLockEnabled: "Disabled" } },
    keeps: locked,
    after: [lockable],
  }),
  rule({
    id: "lock-configuration-retains-for-days-or-years",
    says: "a bucket's objects are retained in a mode, for days or for years",
    on: put,
    when: (input) => at(input, "ObjectLockConfiguration.Rule") !== undefined && !retainsForATime(input),
    answer: malformed,
    evidence: seen("put-lock-config-both-days-years"),
    breaks: retained({ Mode: "GOVERNANCE", Days: 1, Years: 1 }),
    keeps: retained({ Mode: "GOVERNANCE", Days: 1 }),
    after: [lockable],
  }),
  contract({
    id: "s3/lock-needs-versions",
    says: "a bucket is locked only where it has versions",
    on: put,
    track: { versioning },
    when: ({ knowsAll, versioning }) => knowsAll && versioning !== undefined && versioning !== "Enabled",
    answer: fault(
      409,
      "InvalidBucketState",
      "Versioning must be 'Enabled' on the bucket to apply a Object Lock configuration",
    ),
    evidence: awsSnapshot(
      "s3_api",
      "test_put_object_lock_configuration_on_existing_bucket",
      "put-object-lock-existing-bucket-no-versioning",
    ),
    breaks: { input: locked, after: [madeBucket] },
    keeps: { input: locked, after: [lockable] },
  }),
  contract({
    id: "s3/versions-of-a-locked-bucket-stay",
    says: "a bucket with a lock keeps its versions",
    on: ["PutBucketVersioning"],
    track: { lock },
    when: ({ input, knowsAll, lock }) =>
      knowsAll &&
      lock !== undefined &&
      lock.text !== "" &&
      at(input, "VersioningConfiguration.Status") === "Suspended",
    answer: fault(
      409,
      "InvalidBucketState",
      "An Object Lock configuration is present on this bucket, so the versioning state cannot be changed.",
    ),
    evidence: awsSnapshot(
      "s3_api",
      "test_disable_versioning_on_locked_bucket",
      "disable-versioning-on-locked-bucket",
    ),
    breaks: { input: { ...photos, VersioningConfiguration: { Status: "Suspended" } }, after: [lockable] },
    keeps: { input: { ...photos, VersioningConfiguration: { Status: "Suspended" } }, after: [madeBucket] },
  }),
  contract({
    id: "s3/lock-is-set",
    says: "a bucket's lock can be set",
    on: put,
    asksFirst: true,
    track: { lock },
    when: isNotImplemented,
    answer: success(200),
    evidence: awsSnapshot("s3_api", "test_get_put_object_lock_configuration", "put-lock-config"),
    breaks: { input: locked, after: [madeBucket, versionedBucket], answered: { status: 405 } },
    keeps: { input: locked, after: [madeBucket, versionedBucket], answered: { status: 200 } },
  }),
  contract({
    id: "s3/lock-that-is-not-set-is-not-there",
    says: "a bucket that was made without a lock has none to read",
    on: ["GetObjectLockConfiguration"],
    asksFirst: true,
    track: { lock },
    // Making a bucket may succeed where it was there already, with a lock.
    when: (situation) => situation.knowsAll && isNotImplemented(situation) && situation.lock?.text === "",
    answer: ({ input }) =>
      fault(
        404,
        "ObjectLockConfigurationNotFoundError",
        "Object Lock configuration does not exist for this bucket",
        { BucketName: textOf(input, "Bucket") },
      ),
    evidence: awsSnapshot("s3_api", "test_get_object_lock_configuration_exc", "get-lock-config-no-enabled"),
    breaks: { input: photos, after: [madeBucket], answered: { status: 501 } },
    keeps: { input: photos, after: [lockable], answered: { status: 501 } },
  }),
  contract({
    id: "s3/lock-is-kept",
    says: "a bucket's lock is read as it was set",
    on: ["GetObjectLockConfiguration"],
    asksFirst: true,
    track: { lock },
    when: (situation) => isNotImplemented(situation) && situation.lock?.isOwn === true,
    answer: ({ lock }) => success(200, { body: lock?.text ?? "" }),
    evidence: awsSnapshot("s3_api", "test_get_put_object_lock_configuration", "get-lock-config-start"),
    breaks: { input: photos, after: [lockable], answered: { status: 501 } },
    keeps: { input: photos, after: [lockable], answered: { status: 200 } },
  }),
];
