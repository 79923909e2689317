import type { Input } from "../../src/model/index.ts";
import type { Received } from "../integration/strict/signed-requests.ts";
import { type Ask, bytes, type Trigger, type Triggers } from "./trigger.ts";

const keyed = {
  AttributeDefinitions: [{ AttributeName: "id", AttributeType: "S" }],
  KeySchema: [{ AttributeName: "id", KeyType: "HASH" }],
  BillingMode: "PAY_PER_REQUEST",
};

/** A table that has become active. */
const withTable =
  (then: (ask: Ask, TableName: string, arn: string) => Promise<Received>, more: Input = {}): Trigger =>
  async (ask, own) => {
    const TableName = `table-${own}`;
    const made = await ask("CreateTable", { ...keyed, ...more, TableName });
    const arn = /"TableArn":"([^"]+)"/.exec(made.text)?.[1] ?? "";
    while (!(await ask("DescribeTable", { TableName })).text.includes('"ACTIVE"')) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return await then(ask, TableName, arn);
  };

const plain =
  (operation: string, input: Input = {}): Trigger =>
  (ask) =>
    ask(operation, input);

const arnOf = (what: string) => `arn:aws:dynamodb:us-east-1:111122223333:table/none/${what}`;
const backup = { BackupArn: arnOf("backup/01489602797149-73d8d5bc") };

export const dynamodb: Triggers = {
  "CreateTable: Tags, then ListTagsOfResource": withTable(
    async (ask, _name, arn) => {
      const listed = await ask("ListTagsOfResource", { ResourceArn: arn });
      return listed.text.includes("team") ? listed : { ...listed, status: 0 };
    },
    { Tags: [{ Key: "team", Value: "a" }] },
  ),
  "DescribeBackup: unknown backup ARN": plain("DescribeBackup", backup),
  "DescribeContinuousBackups: fresh table": withTable((ask, TableName) =>
    ask("DescribeContinuousBackups", { TableName }),
  ),
  "DescribeContributorInsights: fresh table": withTable((ask, TableName) =>
    ask("DescribeContributorInsights", { TableName }),
  ),
  "DescribeGlobalTable: unknown": plain("DescribeGlobalTable", { GlobalTableName: "none" }),
  "DescribeGlobalTableSettings: unknown": plain("DescribeGlobalTableSettings", { GlobalTableName: "none" }),
  "DescribeImport: unknown import ARN": plain("DescribeImport", {
    ImportArn: arnOf("import/01489602797149-73d8d5bc"),
  }),
  "DescribeLimits: no arguments": plain("DescribeLimits"),
  "DescribeTable: TableId / TableClass / DeletionProtection present": withTable(async (ask, TableName) => {
    const described = await ask("DescribeTable", { TableName });
    const isWhole =
      /"TableId"/.test(described.text) && /"DeletionProtectionEnabled":false/.test(described.text);
    return isWhole ? described : { ...described, status: 0 };
  }),
  "DescribeTable: TableName given as ARN (allowed since 2024)": withTable((ask, _name, arn) =>
    ask("DescribeTable", { TableName: arn }),
  ),
  "DescribeTableReplicaAutoScaling: fresh table": withTable((ask, TableName) =>
    ask("DescribeTableReplicaAutoScaling", { TableName }),
  ),
  "EnableKinesisStreamingDestination: unknown table": plain("EnableKinesisStreamingDestination", {
    TableName: "none",
  }),
  "ListBackups: no arguments": plain("ListBackups"),
  "ListContributorInsights: no arguments": plain("ListContributorInsights"),
  "ListExports: no arguments": plain("ListExports"),
  "PutResourcePolicy: empty policy": withTable((ask, _name, arn) =>
    ask("PutResourcePolicy", { ResourceArn: arn, Policy: "" }),
  ),
  "RestoreTableFromBackup: unknown backup": plain("RestoreTableFromBackup", backup),
  "TagResource: 51 tags (max 50)": withTable((ask, _name, arn) =>
    ask("TagResource", {
      ResourceArn: arn,
      Tags: Array.from({ length: 51 }, (_, index) => ({ Key: `k${index}`, Value: "v" })),
    }),
  ),
  "UpdateContinuousBackups: enable PITR": withTable((ask, TableName) =>
    ask("UpdateContinuousBackups", {
      TableName,
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
    }),
  ),
  "UpdateContributorInsights: unknown table": plain("UpdateContributorInsights", { TableName: "none" }),
  "UpdateGlobalTable: unknown": plain("UpdateGlobalTable", { GlobalTableName: "none" }),
  "UpdateTable: DeletionProtectionEnabled=true": withTable((ask, TableName) =>
    ask("UpdateTable", { TableName, DeletionProtectionEnabled: true }),
  ),
  "UpdateTable: no change": withTable((ask, TableName) =>
    ask("UpdateTable", { TableName, BillingMode: "PAY_PER_REQUEST" }),
  ),
  "UpdateTable: table class": withTable((ask, TableName) =>
    ask("UpdateTable", { TableName, TableClass: "STANDARD_INFREQUENT_ACCESS" }),
  ),
  "UpdateTableReplicaAutoScaling: unknown table": plain("UpdateTableReplicaAutoScaling", {
    TableName: "none",
  }),
};

/** A bucket with an object. */
const inBucket =
  (then: (ask: Ask, at: { readonly Bucket: string }) => Promise<Received>): Trigger =>
  async (ask, own) => {
    const at = { Bucket: `bucket-${own}` };
    await ask("CreateBucket", at);
    await ask("PutObject", { ...at, Key: "a.txt", Body: bytes("hello") });
    return await then(ask, at);
  };

const onBucket = (operation: string, input: Input = {}): Trigger =>
  inBucket((ask, at) => ask(operation, { ...at, ...input }));

const onObject = (operation: string, input: Input = {}): Trigger =>
  inBucket((ask, at) => ask(operation, { ...at, Key: "a.txt", ...input }));

/** An upload with one part. */
const inUpload = (then: (ask: Ask, upload: Input, etag: string) => Promise<Received>): Trigger =>
  inBucket(async (ask, at) => {
    const begun = await ask("CreateMultipartUpload", { ...at, Key: "big" });
    const upload = { ...at, Key: "big", UploadId: /<UploadId>([^<]+)/.exec(begun.text)?.[1] };
    const part = await ask("UploadPart", { ...upload, PartNumber: 1, Body: bytes("tail") });
    return await then(ask, upload, part.headers.get("etag") ?? "");
  });

/** A setting that is put, and read back. */
const readBack = (put: string, get: string, input: Input, shown: string): Trigger =>
  inBucket(async (ask, at) => {
    const set = await ask(put, { ...at, ...input });
    const read = await ask(get, { ...at, ...input });
    return set.status < 300 && read.status === 200 && read.text.includes(shown)
      ? set
      : { ...read, status: 0 };
  });

const named = { Id: "mine" };

export const s3: Triggers = {
  "AbortMultipartUpload: unknown UploadId": onObject("AbortMultipartUpload", { UploadId: "unknown" }),
  "UploadPart: unknown UploadId": onObject("UploadPart", { UploadId: "unknown", PartNumber: 1 }),
  "UploadPart: PartNumber 10001": inUpload((ask, upload) =>
    ask("UploadPart", { ...upload, PartNumber: 10_001, Body: bytes("x") }),
  ),
  "CompleteMultipartUpload: part ETag wrong": inUpload((ask, upload) =>
    ask("CompleteMultipartUpload", {
      ...upload,
      MultipartUpload: { Parts: [{ PartNumber: 1, ETag: '"d41d8cd98f00b204e9800998ecf8427e"' }] },
    }),
  ),
  "CompleteMultipartUpload: parts in descending order": inUpload(async (ask, upload, etag) => {
    const second = await ask("UploadPart", { ...upload, PartNumber: 2, Body: bytes("more") });
    const parts = [
      { PartNumber: 2, ETag: second.headers.get("etag") },
      { PartNumber: 1, ETag: etag },
    ];
    return await ask("CompleteMultipartUpload", { ...upload, MultipartUpload: { Parts: parts } });
  }),
  "ListMultipartUploads: one open upload": inUpload(async (ask, { Bucket, UploadId }) => {
    const listed = await ask("ListMultipartUploads", { Bucket });
    return listed.text.includes(String(UploadId)) ? listed : { ...listed, status: 0 };
  }),
  "ListObjectVersions: unversioned bucket with 1 object": inBucket(async (ask, at) => {
    const listed = await ask("ListObjectVersions", at);
    return /<Key>a.txt<\/Key><VersionId>null<\/VersionId>/.test(listed.text)
      ? listed
      : { ...listed, status: 0 };
  }),
  "CreateBucket: own bucket again (us-east-1)": onBucket("CreateBucket"),
  "DeleteBucketAnalyticsConfiguration: unknown Id": onBucket("DeleteBucketAnalyticsConfiguration", named),
  "DeleteBucketInventoryConfiguration: unknown Id": onBucket("DeleteBucketInventoryConfiguration", named),
  "DeleteBucketMetricsConfiguration: unknown Id": onBucket("DeleteBucketMetricsConfiguration", named),
  "GetBucketAcl: fresh bucket, never configured": onBucket("GetBucketAcl"),
  "GetBucketAnalyticsConfiguration: unknown Id": onBucket("GetBucketAnalyticsConfiguration", named),
  "GetBucketEncryption: fresh bucket, never configured": onBucket("GetBucketEncryption"),
  "GetBucketMetricsConfiguration: unknown Id": onBucket("GetBucketMetricsConfiguration", named),
  "GetBucketPolicy: fresh bucket, never configured": onBucket("GetBucketPolicy"),
  "GetBucketPolicyStatus: fresh bucket, never configured": onBucket("GetBucketPolicyStatus"),
  "GetBucketTagging: fresh bucket, never configured": onBucket("GetBucketTagging"),
  "GetPublicAccessBlock: fresh bucket, never configured": onBucket("GetPublicAccessBlock"),
  'ListObjectsV2: EncodingType "foo"': onBucket("ListObjectsV2", { EncodingType: "foo" }),
  "PutBucketAcl: public-read, ObjectOwnership enforced": onBucket("PutBucketAcl", { ACL: "public-read" }),
  "PutBucketLogging: target bucket missing": onBucket("PutBucketLogging", {
    BucketLoggingStatus: { LoggingEnabled: { TargetBucket: "nowhere", TargetPrefix: "log" } },
  }),
  "PutBucketAnalyticsConfiguration: valid config, then read back": readBack(
    "PutBucketAnalyticsConfiguration",
    "GetBucketAnalyticsConfiguration",
    named,
    "AnalyticsConfiguration",
  ),
  "PutBucketIntelligentTieringConfiguration: valid config, then read back": readBack(
    "PutBucketIntelligentTieringConfiguration",
    "GetBucketIntelligentTieringConfiguration",
    named,
    "IntelligentTieringConfiguration",
  ),
  "PutBucketInventoryConfiguration: valid config, then read back": readBack(
    "PutBucketInventoryConfiguration",
    "GetBucketInventoryConfiguration",
    {
      ...named,
      InventoryConfiguration: {
        Id: "mine",
        IsEnabled: true,
        IncludedObjectVersions: "All",
        Schedule: { Frequency: "Daily" },
        Destination: { S3BucketDestination: { Bucket: "arn:aws:s3:::logs", Format: "CSV" } },
      },
    },
    "arn:aws:s3:::logs",
  ),
  "PutBucketMetricsConfiguration: valid config, then read back": readBack(
    "PutBucketMetricsConfiguration",
    "GetBucketMetricsConfiguration",
    named,
    "MetricsConfiguration",
  ),
  "PutBucketVersioning: Enabled, then read back": readBack(
    "PutBucketVersioning",
    "GetBucketVersioning",
    { VersioningConfiguration: { Status: "Enabled" } },
    "Enabled",
  ),
  'GetObject: versionId "bogus"': onObject("GetObject", { VersionId: "bogus" }),
  "GetObjectAttributes: ETag+ObjectSize": inBucket(async (ask, at) => {
    const told = await ask("GetObjectAttributes", {
      ...at,
      Key: "a.txt",
      ObjectAttributes: ["ETag", "ObjectSize"],
    });
    return told.text.includes("<ObjectSize>5</ObjectSize>") ? told : { ...told, status: 0 };
  }),
  "GetObjectRetention: bucket without Object Lock": onObject("GetObjectRetention"),
  "GetObjectTorrent: any object": onObject("GetObjectTorrent"),
  'PutObject: Content-MD5 "abc"': onObject("PutObject", { Body: bytes("x"), ContentMD5: "abc" }),
  "PutObject: Content-MD5 of other data": onObject("PutObject", {
    Body: bytes("x"),
    ContentMD5: "1B2M2Y8AsgTpgAmY7PhCfg==",
  }),
  "PutObject: If-None-Match * on existing key": onObject("PutObject", { Body: bytes("x"), IfNoneMatch: "*" }),
  "PutObject: metadata of 3 KiB (2 KiB max)": onObject("PutObject", {
    Body: bytes("x"),
    Metadata: { a: "x".repeat(3072) },
  }),
  "PutObjectAcl: canned public-read; body must stay": onObject("PutObjectAcl", { ACL: "public-read" }),
  "PutObjectRetention: bucket without Object Lock": onObject("PutObjectRetention"),
};
