import { type Sequence, type Step, tokenOf } from "../../../src/explore/index.ts";
import type { Input } from "../../../src/model/index.ts";

/** A valid call of the owner's. */
export function call(operation: string, input: Input, more: Partial<Step> = {}): Step {
  return { operation, input, caller: "owner", tries: { kind: "valid" }, ...more };
}

export const container: string = tokenOf(1);
const blob = { containerName: container, blob: "a.txt" };
const body = new TextEncoder().encode("hello");

export const blobMade: Sequence = [
  call("Container_Create", { containerName: container, metadata: { kept: "yes" } }),
  call("BlockBlob_Upload", { ...blob, body, contentLength: body.length, metadata: { of: container } }),
];

export const blobLife: Sequence = [
  ...blobMade,
  call("Blob_AcquireLease", { ...blob, duration: 15 }),
  call("Blob_SetMetadata", {
    ...blob,
    metadata: { b: "2" },
    leaseId: { $from: 2, at: "header x-ms-lease-id" },
  }),
  call("Blob_SetMetadata", { ...blob, metadata: { b: "3" } }),
  call("Blob_CreateSnapshot", { ...blob, leaseId: { $from: 2, at: "header x-ms-lease-id" } }),
  call("Blob_Download", { ...blob, snapshot: { $from: 5, at: "header x-ms-snapshot" } }),
  call("Blob_SetTags", {
    ...blob,
    tags: { BlobTagSet: [{ Key: "colour", Value: "red" }] },
    leaseId: { $from: 2, at: "header x-ms-lease-id" },
  }),
  call("Blob_GetTags", blob),
  call("Blob_CopyFromURL", {
    containerName: container,
    blob: "b.txt",
    copySource: { $endpoint: `/${container}/a.txt`, signed: true },
  }),
  call("Blob_GetProperties", { containerName: container, blob: "b.txt" }),
  call("Container_ListBlobFlatSegment", {
    containerName: container,
    include: ["snapshots", "metadata", "tags"],
  }),
  call("Service_ListContainersSegment", { include: ["metadata"] }),
  call("Blob_GetProperties", { containerName: tokenOf(2), blob: "a.txt" }),
  call("Blob_Download", blob, { caller: "anonymous" }),
];

const queueName = tokenOf(1);
const message = { queueName, messageId: { $from: 2, at: "body [].MessageId" } };

export const queueLife: Sequence = [
  call("Queue_Create", { queueName }),
  call("Messages_Enqueue", { queueName, queueMessage: { MessageText: "one" } }),
  call("Messages_Dequeue", { queueName, visibilityTimeout: 30 }),
  call("MessageId_Update", {
    ...message,
    popReceipt: { $from: 2, at: "body [].PopReceipt" },
    queueMessage: { MessageText: "two" },
    visibilityTimeout: 0,
  }),
  call("Messages_Peek", { queueName }),
  call("MessageId_Delete", { ...message, popReceipt: { $from: 3, at: "header x-ms-popreceipt" } }),
  call("MessageId_Delete", { ...message, popReceipt: { $from: 5, at: "header x-ms-popreceipt" } }),
];

const table = tokenOf(1);
const versions = { version: "2019-02-02", dataServiceVersion: "3.0" };
const entity = { table, partitionKey: "p", rowKey: "r", ...versions };

export const tableLife: Sequence = [
  call("Table_Create", { tableProperties: { TableName: table }, ...versions }),
  call("Table_InsertEntity", {
    table,
    ...versions,
    tableEntityProperties: { PartitionKey: "p", RowKey: "r", colour: "red" },
  }),
  call("Table_MergeEntity", {
    ...entity,
    tableEntityProperties: { colour: "blue" },
    ifMatch: { $from: 1, at: "header ETag" },
  }),
  call("Table_MergeEntity", {
    ...entity,
    tableEntityProperties: { colour: "green" },
    ifMatch: { $from: 1, at: "header ETag" },
  }),
  call("Table_QueryEntitiesWithPartitionAndRowKey", entity),
  call("Table_Query", versions),
];

const Bucket = tokenOf(1);
const object = { Bucket, Key: "big.bin" };

export const multipartUpload: Sequence = [
  call("CreateBucket", { Bucket }),
  call("CreateMultipartUpload", object),
  call("UploadPart", {
    ...object,
    UploadId: { $from: 1, at: "body UploadId" },
    PartNumber: 1,
    Body: new Uint8Array(1024),
  }),
  call("CompleteMultipartUpload", {
    ...object,
    UploadId: { $from: 1, at: "body UploadId" },
    MultipartUpload: { Parts: [{ PartNumber: 1, ETag: { $from: 2, at: "header ETag" } }] },
  }),
  call("HeadObject", object),
  call("ListObjectsV2", { Bucket }),
  call("ListBuckets", {}),
];

const TableName = tokenOf(1);

export const itemLife: Sequence = [
  call("CreateTable", {
    TableName,
    AttributeDefinitions: [{ AttributeName: "id", AttributeType: "S" }],
    KeySchema: [{ AttributeName: "id", KeyType: "HASH" }],
    BillingMode: "PAY_PER_REQUEST",
  }),
  call("PutItem", { TableName, Item: { id: { S: "1" }, set: { SS: ["b", "a"] } } }),
  call("Scan", { TableName }),
  call("GetItem", { TableName, Key: { id: { S: "1" } } }),
  call("BatchWriteItem", { RequestItems: { [TableName]: [{ PutRequest: { Item: { id: { S: "2" } } } }] } }),
  call("ListTagsOfResource", { ResourceArn: { $from: 0, at: "body TableDescription.TableArn" } }),
  call("DeleteItem", { TableName: tokenOf(2), Key: { id: { S: "1" } } }),
];
