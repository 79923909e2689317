import type { ServiceName } from "../../../src/clouds/index.ts";
import type { Input } from "../../../src/model/index.ts";

/** A call that changes a state, and the beginning of the path where the change shows. */
export interface Change {
  readonly operation: string;
  readonly input: Input;
  readonly shows: string;
}

/** What can be done with the service, beginning with what makes the thing that is probed. */
export type Story = (name: string) => readonly Change[];

const policy = {
  Id: "readers",
  AccessPolicy: { Start: "2024-01-31T10:00:00Z", Expiry: "2042-01-31T10:00:00Z", Permission: "r" },
};
const block = { blockId: "MDAwMDAwMDE=", body: Buffer.from("block") };

/** Each is set beside those before it, so that it shows alone. */
const headersOfBlobs = [
  ["blobContentType", "image/png"],
  ["blobContentLanguage", "de"],
  ["blobContentEncoding", "identity"],
  ["blobContentDisposition", "attachment"],
  ["blobCacheControl", "no-store"],
] as const;

const headersOfObjects = [
  ["ContentType", "image/png"],
  ["ContentLanguage", "de"],
  ["ContentEncoding", "identity"],
  ["ContentDisposition", "attachment"],
  ["CacheControl", "no-store"],
  ["Expires", new Date("2042-01-31T10:00:00Z")],
] as const;

function change(operation: string, input: Input, shows: string): Change {
  return { operation, input, shows };
}

const azureBlob: Story = (containerName) => {
  const blob = { containerName, blob: "2024/cat.jpg" };
  const paged = { containerName, blob: "disk" };
  const appended = { containerName, blob: "log" };
  return [
    change("Container_Create", { containerName, metadata: { version: "1" } }, "blobs"),
    change(
      "Container_SetMetadata",
      { containerName, metadata: { version: "2" } },
      "properties.metadata.version",
    ),
    change(
      "Container_SetAccessPolicy",
      { containerName, access: "blob", containerAcl: [policy] },
      "policies.access",
    ),
    change("Container_AcquireLease", { containerName, duration: -1 }, "properties.leaseDuration"),
    change("Container_BreakLease", { containerName, breakPeriod: 0 }, "properties.leaseDuration"),
    change("BlockBlob_StageBlock", { ...blob, ...block }, "blobs.2024/cat.jpg"),
    change(
      "BlockBlob_CommitBlockList",
      { ...blob, blocks: { Latest: [block.blockId] } },
      "blobs.2024/cat.jpg.blocks",
    ),
    change("BlockBlob_Upload", { ...blob, body: Buffer.from("meow!") }, "blobs.2024/cat.jpg.blocks"),
    change("BlockBlob_Upload", { ...blob, body: Buffer.from("purr!") }, "blobs.2024/cat.jpg.content.sha256"),
    change("Blob_SetMetadata", { ...blob, metadata: { etag: "own" } }, "blobs.2024/cat.jpg.metadata.etag"),
    change(
      "Blob_SetHTTPHeaders",
      { ...blob, blobContentType: "image/jpeg" },
      "blobs.2024/cat.jpg.properties.content",
    ),
    ...headersOfBlobs.map(([parameter, value], at) =>
      change(
        "Blob_SetHTTPHeaders",
        { ...blob, ...Object.fromEntries(headersOfBlobs.slice(0, at)), [parameter]: value },
        `blobs.2024/cat.jpg.properties.${parameter.charAt(4).toLowerCase()}${parameter.slice(5)}`,
      ),
    ),
    change(
      "Blob_SetTags",
      { ...blob, tags: { BlobTagSet: [{ Key: "name", Value: "Tom" }] } },
      "blobs.2024/cat.jpg.properties.tagCount",
    ),
    change(
      "Blob_SetTags",
      { ...blob, tags: { BlobTagSet: [{ Key: "name", Value: "Kit" }] } },
      "blobs.2024/cat.jpg.tags.name",
    ),
    change("Blob_SetTier", { ...blob, tier: "Cool" }, "blobs.2024/cat.jpg.properties.accessTier"),
    change("Blob_CreateSnapshot", blob, "blobs.2024/cat.jpg.snapshots.0"),
    change("Blob_AcquireLease", { ...blob, duration: -1 }, "blobs.2024/cat.jpg.properties.leaseDuration"),
    change("Blob_BreakLease", { ...blob, breakPeriod: 0 }, "blobs.2024/cat.jpg.properties.leaseDuration"),
    change("PageBlob_Create", { ...paged, blobContentLength: 1024 }, "blobs.disk"),
    change(
      "PageBlob_UploadPages",
      { ...paged, range: "bytes=512-1023", body: Buffer.alloc(512, 7) },
      "blobs.disk.content",
    ),
    change("PageBlob_Resize", { ...paged, blobContentLength: 2048 }, "blobs.disk.content.length"),
    change(
      "PageBlob_UpdateSequenceNumber",
      { ...paged, sequenceNumberAction: "update", blobSequenceNumber: 7 },
      "blobs.disk.properties.blobSequenceNumber",
    ),
    change("AppendBlob_Create", appended, "blobs.log"),
    change("AppendBlob_AppendBlock", { ...appended, body: Buffer.from("line") }, "blobs.log.content.length"),
    change("Blob_Delete", { ...blob, deleteSnapshots: "include" }, "blobs.2024/cat.jpg"),
    change("Container_Delete", { containerName }, "blobs"),
  ];
};

const azureQueue: Story = (queueName) => [
  change("Queue_Create", { queueName, metadata: { version: "1" } }, "messages"),
  change("Queue_SetMetadata", { queueName, metadata: { version: "2" } }, "properties.metadata.version"),
  change("Queue_SetAccessPolicy", { queueName, queueAcl: [policy] }, "policies.readers"),
  change("Messages_Enqueue", { queueName, queueMessage: { MessageText: "resize" } }, "messages.0"),
  change(
    "Messages_Enqueue",
    { queueName, queueMessage: { MessageText: "crop" }, messageTimeToLive: 60 },
    "messages.1",
  ),
  change("Messages_Dequeue", { queueName, visibilityTimeout: 600 }, "messages.0"),
  change("Messages_Clear", { queueName }, "messages.0"),
  change("Queue_Delete", { queueName }, "messages"),
];

const azureTable: Story = (table) => {
  const keys = { partitionKey: "acme", rowKey: "o'clock" };
  const of = (properties: Input) => ({ table, ...keys, tableEntityProperties: properties });
  const at = `entities.["acme","o'clock"]`;
  const written = { PartitionKey: "acme", RowKey: "o'clock", role: "owner" };
  return [
    change("Table_Create", { tableProperties: { TableName: table } }, "entities"),
    change("Table_SetAccessPolicy", { table, tableAcl: [policy] }, "policies.readers"),
    change("Table_InsertEntity", { table, tableEntityProperties: written }, at),
    change("Table_MergeEntity", of({ version: 2 }), `${at}.version`),
    change("Table_UpdateEntity", of({ version: 3 }), `${at}.role`),
    change(
      "Table_Batch",
      { body: [{ Action: "Insert", Table: table, Entity: { PartitionKey: "b", RowKey: "b" } }] },
      `entities.["b","b"]`,
    ),
    change("Table_DeleteEntity", { table, ...keys, ifMatch: "*" }, at),
    change("Table_Delete", { table }, "entities"),
  ];
};

const s3: Story = (Bucket) => {
  const object = { Bucket, Key: "2024/cat.jpg" };
  const cors = { CORSRules: [{ AllowedMethods: ["GET"], AllowedOrigins: ["*"] }] };
  return [
    change("CreateBucket", { Bucket }, "abac"),
    change("PutBucketCors", { Bucket, CORSConfiguration: cors }, "cors"),
    change("PutObject", { ...object, Body: Buffer.from("meow!") }, "objects.2024/cat.jpg"),
    change("PutObject", { ...object, Body: Buffer.from("purr!") }, "objects.2024/cat.jpg.ETag"),
    change(
      "PutObject",
      { ...object, Body: Buffer.from("purr!"), Metadata: { name: "Tom" } },
      "objects.2024/cat.jpg.content.Metadata.name",
    ),
    ...headersOfObjects.map(([parameter, value], at) =>
      change(
        "PutObject",
        {
          ...object,
          Body: Buffer.from("purr!"),
          ...Object.fromEntries(headersOfObjects.slice(0, at)),
          [parameter]: value,
        },
        `objects.2024/cat.jpg.content.${parameter}`,
      ),
    ),
    change(
      "PutObjectTagging",
      { ...object, Tagging: { TagSet: [{ Key: "name", Value: "Tom" }] } },
      "objects.2024/cat.jpg.tags.name",
    ),
    change("DeleteBucketCors", { Bucket }, "cors"),
    change("DeleteObject", object, "objects.2024/cat.jpg"),
    change("DeleteBucket", { Bucket }, "abac"),
  ];
};

const dynamodb: Story = (TableName) => {
  const Key = { id: { S: "1" } };
  const at = `items.[{"S":"1"}]`;
  return [
    change(
      "CreateTable",
      {
        TableName,
        AttributeDefinitions: [{ AttributeName: "id", AttributeType: "S" }],
        KeySchema: [{ AttributeName: "id", KeyType: "HASH" }],
        ProvisionedThroughput: { ReadCapacityUnits: 1, WriteCapacityUnits: 1 },
      },
      "backups",
    ),
    change("PutItem", { TableName, Item: { ...Key, ItemCount: { N: "1" } } }, at),
    change(
      "UpdateItem",
      {
        TableName,
        Key,
        UpdateExpression: "SET ItemCount = :n",
        ExpressionAttributeValues: { ":n": { N: "2" } },
      },
      `${at}.ItemCount.N`,
    ),
    change(
      "TagResource",
      {
        ResourceArn: `arn:aws:dynamodb:us-east-1:000000000000:table/${TableName}`,
        Tags: [{ Key: "name", Value: "Tom" }],
      },
      "tags.name",
    ),
    change("DeleteItem", { TableName, Key }, at),
    change(
      "UpdateTable",
      { TableName, ProvisionedThroughput: { ReadCapacityUnits: 2, WriteCapacityUnits: 1 } },
      "description.ProvisionedThroughput.ReadCapacityUnits",
    ),
  ];
};

export const stories: Readonly<Record<ServiceName, Story>> = {
  "azure-blob": azureBlob,
  "azure-queue": azureQueue,
  "azure-table": azureTable,
  s3,
  dynamodb,
};
