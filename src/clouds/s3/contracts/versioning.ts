import { type Contract, contract, fault, type Tracker } from "../../../model/index.ts";
import { awsSnapshot } from "../../shared/amazon-sources.ts";
import { at } from "../../shared/contract-conditions.ts";
import { madeBucket, ofBucket, photos } from "./tracked.ts";

/** Whether a bucket has versions now: Enabled, Suspended, or empty where nothing was said. */
export const versioning: Tracker<string> = ofBucket({
  name: "versioning of buckets",
  set: ["PutBucketVersioning"],
  value: ({ call: { operation, input } }) => {
    if (operation === "CreateBucket") return input["ObjectLockEnabledForBucket"] === true ? "Enabled" : "";
    return String(at(input, "VersioningConfiguration.Status") ?? "");
  },
});

/** A bucket that was given versions. */
export const versionedBucket = {
  operation: "PutBucketVersioning",
  input: { ...photos, VersioningConfiguration: { Status: "Enabled" } },
};

export const versioningContracts: readonly Contract[] = [
  contract({
    id: "s3/replication-needs-versions",
    says: "a bucket is replicated only where it has versions",
    on: ["PutBucketReplication"],
    track: { versioning },
    when: ({ knowsAll, versioning }) => knowsAll && versioning !== undefined && versioning !== "Enabled",
    answer: fault(
      400,
      "InvalidRequest",
      "Versioning must be 'Enabled' on the bucket to apply a replication configuration",
    ),
    evidence: awsSnapshot("s3", "test_replication_config", "expected_error_versioning_not_enabled"),
    breaks: { input: photos, after: [madeBucket] },
    keeps: { input: photos, after: [madeBucket, versionedBucket] },
  }),
];
