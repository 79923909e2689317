import type { Input } from "../../src/model/index.ts";
import type { Received } from "../integration/strict/signed-requests.ts";

/** Sends one request to the service. */
type Ask = (operation: string, input: Input) => Promise<Received>;

/** Performs a trigger, with names of its own, and gives the answer that it is about. */
type Trigger = (ask: Ask, own: string) => Promise<Received>;

const bytes = (text: string) => new TextEncoder().encode(text);

/** A container with a block blob and a page blob. */
const inContainer =
  (then: (ask: Ask, at: { readonly containerName: string }) => Promise<Received>): Trigger =>
  async (ask, own) => {
    const at = { containerName: `c-${own}` };
    await ask("Container_Create", at);
    await ask("BlockBlob_Upload", { ...at, blob: "a.txt", body: bytes("hello") });
    await ask("PageBlob_Create", { ...at, blob: "disk", blobContentLength: 1024 });
    return await then(ask, at);
  };

const leased = "a0a1a2a3-b0b1-4c0c-8d0d-e0e1e2e3e4e5";
const notGuid = { proposedLeaseId: "not-a-guid" };

const cors = (count: number) =>
  Array.from({ length: count }, () => ({
    AllowedOrigins: "*",
    AllowedMethods: "GET",
    AllowedHeaders: "",
    ExposedHeaders: "",
    MaxAgeInSeconds: 0,
  }));
const retention = {
  MinuteMetrics: {
    Version: "1.0",
    Enabled: true,
    IncludeAPIs: true,
    RetentionPolicy: { Enabled: true, Days: 366 },
  },
};

const pages = (range: string) => ({ blob: "disk", range, body: new Uint8Array(512) });

const azureBlob: Readonly<Record<string, Trigger>> = {
  "Blob_AbortCopyFromURL: no pending copy": inContainer((ask, at) =>
    ask("Blob_AbortCopyFromURL", { ...at, blob: "a.txt", copyId: leased }),
  ),
  "Blob_AcquireLease: duration 99999999999": inContainer((ask, at) =>
    ask("Blob_AcquireLease", { ...at, blob: "a.txt", duration: 99_999_999_999 }),
  ),
  'Blob_AcquireLease: proposedLeaseId "not-a-guid"': inContainer((ask, at) =>
    ask("Blob_AcquireLease", { ...at, blob: "a.txt", duration: 15, ...notGuid }),
  ),
  'Blob_ChangeLease: new id "not-a-guid"': inContainer(async (ask, at) => {
    await ask("Blob_AcquireLease", { ...at, blob: "a.txt", duration: 15, proposedLeaseId: leased });
    return await ask("Blob_ChangeLease", { ...at, blob: "a.txt", leaseId: leased, ...notGuid });
  }),
  'Container_AcquireLease: proposedLeaseId "not-a-guid"': inContainer((ask, at) =>
    ask("Container_AcquireLease", { ...at, duration: 15, ...notGuid }),
  ),
  'Container_ChangeLease: new id "not-a-guid"': inContainer(async (ask, at) => {
    await ask("Container_AcquireLease", { ...at, duration: 15, proposedLeaseId: leased });
    return await ask("Container_ChangeLease", { ...at, leaseId: leased, ...notGuid });
  }),
  "Blob_DeleteImmutabilityPolicy: same": inContainer((ask, at) =>
    ask("Blob_DeleteImmutabilityPolicy", { ...at, blob: "a.txt" }),
  ),
  "Blob_SetImmutabilityPolicy: on container without version-level immutability": inContainer((ask, at) =>
    ask("Blob_SetImmutabilityPolicy", { ...at, blob: "a.txt" }),
  ),
  "Blob_SetLegalHold: same": inContainer((ask, at) => ask("Blob_SetLegalHold", { ...at, blob: "a.txt" })),
  'Blob_SetTags: tag name with "#"': inContainer((ask, at) =>
    ask("Blob_SetTags", { ...at, blob: "a.txt", tags: { BlobTagSet: [{ Key: "a#b", Value: "x" }] } }),
  ),
  "Blob_SetTags: tag value of 257 chars": inContainer((ask, at) =>
    ask("Blob_SetTags", {
      ...at,
      blob: "a.txt",
      tags: { BlobTagSet: [{ Key: "a", Value: "x".repeat(257) }] },
    }),
  ),
  "BlockBlob_Upload: blob name of 1025 chars": inContainer((ask, at) =>
    ask("BlockBlob_Upload", { ...at, blob: "a".repeat(1025) }),
  ),
  "BlockBlob_Upload: metadata total 9 KiB (max 8 KiB)": inContainer((ask, at) =>
    ask("BlockBlob_Upload", { ...at, blob: "b", metadata: { a: "x".repeat(4600), b: "x".repeat(4600) } }),
  ),
  "Container_Delete: delete then create at once": inContainer(async (ask, at) => {
    await ask("Container_Delete", at);
    return await ask("Container_Create", at);
  }),
  'Container_ListBlobHierarchySegment: marker "bogus!"': inContainer((ask, at) =>
    ask("Container_ListBlobHierarchySegment", { ...at, delimiter: "/", marker: "bogus!" }),
  ),
  "PageBlob_Resize: 513": inContainer((ask, at) =>
    ask("PageBlob_Resize", { ...at, blob: "disk", blobContentLength: 513 }),
  ),
  "PageBlob_UpdateSequenceNumber: increment with a number given": inContainer((ask, at) =>
    ask("PageBlob_UpdateSequenceNumber", {
      ...at,
      blob: "disk",
      sequenceNumberAction: "increment",
      blobSequenceNumber: 7,
    }),
  ),
  "PageBlob_UploadPages: beyond the end": inContainer((ask, at) =>
    ask("PageBlob_UploadPages", { ...at, ...pages("bytes=1024-1535") }),
  ),
  "PageBlob_UploadPages: offset 100 (unaligned)": inContainer((ask, at) =>
    ask("PageBlob_UploadPages", { ...at, ...pages("bytes=100-611") }),
  ),
  'Service_ListContainersSegment: marker "bogus!"': (ask) =>
    ask("Service_ListContainersSegment", { marker: "bogus!" }),
  "Service_SetProperties: 6 CORS rules (max 5)": (ask) =>
    ask("Service_SetProperties", { blobServiceProperties: { Cors: cors(6) } }),
  'Service_SetProperties: defaultServiceVersion "bogus"': (ask) =>
    ask("Service_SetProperties", { blobServiceProperties: { DefaultServiceVersion: "bogus" } }),
  "Service_SetProperties: minuteMetrics retention 366 days": (ask) =>
    ask("Service_SetProperties", { blobServiceProperties: retention }),
};

const azureQueue: Readonly<Record<string, Trigger>> = {
  "Service_SetProperties: minuteMetrics retention 366 days": (ask) =>
    ask("Service_SetProperties", { StorageServiceProperties: retention }),
};

const inTable =
  (then: (ask: Ask, table: string) => Promise<Received>): Trigger =>
  async (ask, own) => {
    const table = `t${own}x`;
    await ask("Table_Create", { tableProperties: { TableName: table } });
    return await then(ask, table);
  };

const azureTable: Readonly<Record<string, Trigger>> = {
  "Table_Delete: delete then create at once": inTable(async (ask, table) => {
    await ask("Table_Delete", { table });
    return await ask("Table_Create", { tableProperties: { TableName: table } });
  }),
  "Table_InsertEntity: 253 properties (max 252)": inTable((ask, table) => {
    const many = Object.fromEntries(Array.from({ length: 253 }, (_, index) => [`key${index}`, "v"]));
    return ask("Table_InsertEntity", {
      table,
      tableEntityProperties: { PartitionKey: "p", RowKey: "r", ...many },
    });
  }),
  "Table_InsertEntity: partitionKey of 1025 chars (1 KiB max)": inTable((ask, table) =>
    ask("Table_InsertEntity", {
      table,
      tableEntityProperties: { PartitionKey: "p".repeat(1025), RowKey: "r" },
    }),
  ),
  "Table_QueryEntities: $top 1001": inTable((ask, table) => ask("Table_QueryEntities", { table, top: 1001 })),
};

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

const dynamodb: Readonly<Record<string, Trigger>> = {
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

const s3: Readonly<Record<string, Trigger>> = {
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

/** How each known discrepancy is brought about, by service and by its line in the list. */
export const triggers: Readonly<Record<string, Readonly<Record<string, Trigger>>>> = {
  "azure-blob": azureBlob,
  "azure-queue": azureQueue,
  "azure-table": azureTable,
  dynamodb,
  s3,
};

/** What contracts before an emulator cannot make good. */
interface Beyond {
  readonly why: string;
  /** Where the cloud was seen to do it. */
  readonly source: string;
}

const fetching = "the service itself would fetch the source and write it; a proxy that does is an emulator";
const language = "PartiQL would have to be parsed and performed; a proxy that does is a database";
const transaction =
  "several items would have to be read or changed at once; a proxy before the database cannot see to that";

const python = (test: string) => `azure-sdk-for-python, storage-blob, ${test}`;
const snapshot = (test: string) => `AWS, snapshot of LocalStack's tests: dynamodb ${test}`;

/** The known discrepancies that stay, and why. */
export const beyondProxies: Readonly<Record<string, Beyond>> = {
  "azure-blob AppendBlob_AppendBlockFromUrl: valid source (SAS), 5 bytes": {
    why: fetching,
    source: python("test_append_block_from_url"),
  },
  "azure-blob PageBlob_UploadPagesFromURL: valid source (SAS) of 512 bytes": {
    why: fetching,
    source: python("test_upload_pages_from_url"),
  },
  "dynamodb BatchExecuteStatement: PartiQL batch": {
    why: language,
    source: snapshot("test_dynamodb_batch_execute_statement"),
  },
  "dynamodb ExecuteStatement: PartiQL select": {
    why: language,
    source: snapshot("test_dynamodb_partiql_missing"),
  },
  "dynamodb TransactGetItems: one Get": { why: transaction, source: snapshot("test_transact_get_items") },
  "dynamodb TransactWriteItems: one Put": {
    why: transaction,
    source: snapshot("test_transaction_write_items"),
  },
};

/** Rows whose expectation nobody has read, and what the cloud was seen to answer instead. */
export const corrected: Readonly<Record<string, { readonly expected: string; readonly source: string }>> = {
  "azure-blob PageBlob_UploadPages: offset 100 (unaligned)": {
    expected: "400 InvalidHeaderValue",
    source: "github.com/Azure/azure-sdk-for-go/issues/331",
  },
};
