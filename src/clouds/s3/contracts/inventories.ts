import { type Contract, fault, type Input } from "../../../model/index.ts";
import { awsSnapshot } from "../../shared/amazon-sources.ts";
import { at, listOf } from "../../shared/contract-conditions.ts";
import { inventory } from "./documents.ts";
import { malformed, rule } from "./rules.ts";
import { photos } from "./tracked.ts";

const on = ["PutBucketInventoryConfiguration"];
const seen = (step: string) => awsSnapshot("s3", "test_s3_put_inventory_report_exceptions", step);

function partOf(input: Input, path: string): string | undefined {
  const value = at(input, `InventoryConfiguration.${path}`);
  return value === undefined ? undefined : String(value);
}

/** An inventory with something else at one place. */
function inventoryWith(parts: Readonly<Record<string, unknown>>): Input {
  const whole = inventory("mine");
  return { ...whole, InventoryConfiguration: { ...(whole["InventoryConfiguration"] as object), ...parts } };
}

const to = (Bucket: string, Format: string) => ({ Destination: { S3BucketDestination: { Bucket, Format } } });
const target = "arn:aws:s3:::photos";

/** What inventories may tell of each object besides its name. */
const fields = new Set(
  "Size LastModifiedDate StorageClass ETag IsMultipartUploaded ReplicationStatus EncryptionStatus ObjectLockRetainUntilDate ObjectLockMode ObjectLockLegalHoldStatus IntelligentTieringAccessTier BucketKeyStatus ChecksumAlgorithm ObjectAccessControlList ObjectOwner LifecycleExpirationDate".split(
    " ",
  ),
);

function oneOf(id: string, says: string, path: string, values: readonly string[], step: string): Contract {
  const [first = ""] = values;
  const parts = (value: string) =>
    path === "Schedule.Frequency"
      ? { Schedule: { Frequency: value } }
      : path === "IncludedObjectVersions"
        ? { IncludedObjectVersions: value }
        : to(target, value);
  return rule({
    id,
    says,
    on,
    when: (input) => {
      const value = partOf(input, path);
      return value !== undefined && !values.includes(value);
    },
    answer: malformed,
    evidence: seen(step),
    breaks: inventoryWith(parts("Strange")),
    keeps: inventoryWith(parts(first)),
  });
}

export const inventoryContracts: readonly Contract[] = [
  rule({
    id: "inventory-goes-to-the-arn-of-a-bucket",
    says: "an inventory's destination is the ARN of a bucket",
    on,
    when: (input) => {
      const bucket = partOf(input, "Destination.S3BucketDestination.Bucket");
      return bucket !== undefined && !/^arn:[\w-]+:s3:::./.test(bucket);
    },
    answer: fault(400, "InvalidS3DestinationBucket", "Invalid bucket ARN."),
    evidence: seen("wrong-destination-arn"),
    breaks: inventoryWith(to("photos", "CSV")),
    keeps: inventoryWith(to(target, "CSV")),
  }),
  oneOf(
    "inventory-is-csv-orc-or-parquet",
    "an inventory is written as CSV, ORC or Parquet",
    "Destination.S3BucketDestination.Format",
    ["CSV", "ORC", "Parquet"],
    "wrong-destination-format",
  ),
  oneOf(
    "inventory-is-daily-or-weekly",
    "an inventory is made daily or weekly",
    "Schedule.Frequency",
    ["Daily", "Weekly"],
    "wrong-schedule-frequency",
  ),
  oneOf(
    "inventory-is-of-all-or-current-versions",
    "an inventory is of all versions or the current ones",
    "IncludedObjectVersions",
    ["All", "Current"],
    "wrong-object-versions",
  ),
  rule({
    id: "inventory-tells-what-there-is-to-tell",
    says: "an inventory's optional fields are those that there are",
    on,
    when: (input) =>
      listOf(at(input, "InventoryConfiguration.OptionalFields")).some((field) => !fields.has(String(field))),
    answer: malformed,
    evidence: seen("wrong-optional-field"),
    breaks: inventoryWith({ OptionalFields: ["Strange"] }),
    keeps: inventoryWith({ OptionalFields: ["Size"] }),
  }),
  rule({
    id: "replication-has-a-rule",
    says: "a replication has a rule",
    on: ["PutBucketReplication"],
    when: (input) =>
      input["ReplicationConfiguration"] !== undefined &&
      listOf(at(input, "ReplicationConfiguration.Rules")).length === 0,
    answer: malformed,
    evidence: awsSnapshot("s3", "test_replication_config", "put-empty-bucket-replication-rules"),
    breaks: {
      ...photos,
      ReplicationConfiguration: { Role: "arn:aws:iam::111122223333:role/copier", Rules: [] },
    },
    keeps: {
      ...photos,
      ReplicationConfiguration: {
        Role: "arn:aws:iam::111122223333:role/copier",
        Rules: [{ Status: "Enabled", Destination: { Bucket: target } }],
      },
    },
  }),
];
