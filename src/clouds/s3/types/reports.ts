import { array, bool, int, object, oneOf, ref, type Type, type Types, wire } from "../../../model/index.ts";
import {
  accessPointArn,
  accountId,
  archiveTier,
  bucketArn,
  configurationId,
  continuationToken,
  enabledOrDisabled,
  kmsKey,
  prefixInXml,
} from "../scalars.ts";
import { tagsInFilter } from "./tagging.ts";

/** A page of configurations, under the element that each of them has on its own. */
function pageOf(kind: string): Readonly<Record<string, Type>> {
  return {
    IsTruncated: bool(),
    "ContinuationToken?": continuationToken,
    "NextContinuationToken?": continuationToken,
    [`${kind}List?`]: wire(kind, array(ref(kind), { max: 100, flat: true })),
  };
}

/** A filter has one condition, which may be several conditions joined. */
function filter(and: string, more: Readonly<Record<string, Type>> = {}): Type {
  const conditions = { "Prefix?": prefixInXml, "Tag?": ref("Tag"), ...more, "And?": ref(and) };
  return object(conditions, { minFields: 1, maxFields: 1 });
}
function joined(more: Readonly<Record<string, Type>> = {}): Type {
  return object({ "Prefix?": prefixInXml, "Tags?": tagsInFilter, ...more }, { minFields: 1 });
}
const accessPoint = { "AccessPointArn?": accessPointArn };

const inventoryFields = [
  "Size",
  "LastModifiedDate",
  "StorageClass",
  "ETag",
  "IsMultipartUploaded",
  "ReplicationStatus",
  "EncryptionStatus",
  "ObjectLockRetainUntilDate",
  "ObjectLockMode",
  "ObjectLockLegalHoldStatus",
  "IntelligentTieringAccessTier",
  "BucketKeyStatus",
  "ChecksumAlgorithm",
  "ObjectAccessControlList",
  "ObjectOwner",
  "LifecycleExpirationDate",
];

export const reportTypes: Types = {
  AnalyticsAndOperator: joined(),
  AnalyticsFilter: filter("AnalyticsAndOperator"),
  AnalyticsS3BucketDestination: object({
    Format: oneOf("CSV"),
    "BucketAccountId?": accountId,
    Bucket: bucketArn,
    "Prefix?": prefixInXml,
  }),
  AnalyticsExportDestination: object({ S3BucketDestination: ref("AnalyticsS3BucketDestination") }),
  StorageClassAnalysisDataExport: object({
    OutputSchemaVersion: oneOf("V_1"),
    Destination: ref("AnalyticsExportDestination"),
  }),
  StorageClassAnalysis: object({ "DataExport?": ref("StorageClassAnalysisDataExport") }),
  AnalyticsConfiguration: object({
    Id: configurationId,
    "Filter?": ref("AnalyticsFilter"),
    StorageClassAnalysis: ref("StorageClassAnalysis"),
  }),
  ListBucketAnalyticsConfigurationsOutput: object(pageOf("AnalyticsConfiguration")),

  IntelligentTieringAndOperator: joined(),
  IntelligentTieringFilter: filter("IntelligentTieringAndOperator"),
  /** Three months for the archive, six for the deep one, two years for either. */
  Tiering: object({ Days: int({ min: 90, max: 730 }), AccessTier: archiveTier }),
  IntelligentTieringConfiguration: object({
    Id: configurationId,
    "Filter?": ref("IntelligentTieringFilter"),
    Status: enabledOrDisabled,
    Tierings: wire("Tiering", array(ref("Tiering"), { min: 1, max: 2, flat: true })),
  }),
  ListBucketIntelligentTieringConfigurationsOutput: object(pageOf("IntelligentTieringConfiguration")),

  InventoryFilter: object({ Prefix: prefixInXml }),
  SSES3: object({}),
  SSEKMS: object({ KeyId: kmsKey }),
  InventoryEncryption: object(
    {
      "SSES3?": wire("SSE-S3", ref("SSES3")),
      "SSEKMS?": wire("SSE-KMS", ref("SSEKMS")),
    },
    { minFields: 1, maxFields: 1 },
  ),
  InventoryS3BucketDestination: object({
    "AccountId?": accountId,
    Bucket: bucketArn,
    Format: oneOf("CSV", "ORC", "Parquet"),
    "Prefix?": prefixInXml,
    "Encryption?": ref("InventoryEncryption"),
  }),
  InventoryDestination: object({ S3BucketDestination: ref("InventoryS3BucketDestination") }),
  InventorySchedule: object({ Frequency: oneOf("Daily", "Weekly") }),
  InventoryConfiguration: object({
    Destination: ref("InventoryDestination"),
    IsEnabled: bool(),
    "Filter?": ref("InventoryFilter"),
    Id: configurationId,
    IncludedObjectVersions: oneOf("All", "Current"),
    "OptionalFields?": array(oneOf(...inventoryFields), { max: inventoryFields.length, element: "Field" }),
    Schedule: ref("InventorySchedule"),
  }),
  ListBucketInventoryConfigurationsOutput: object(pageOf("InventoryConfiguration")),

  MetricsAndOperator: joined(accessPoint),
  MetricsFilter: filter("MetricsAndOperator", accessPoint),
  MetricsConfiguration: object({ Id: configurationId, "Filter?": ref("MetricsFilter") }),
  ListBucketMetricsConfigurationsOutput: object(pageOf("MetricsConfiguration")),
};
