import type { ServiceName } from "../../../src/clouds/index.ts";
import type { Step } from "../../../src/explore/index.ts";
import type { Finding } from "../../../src/fidelity/index.ts";
import type { Input } from "../../../src/model/index.ts";

/** A step of the owner's, with nothing else to say of it. */
export function step(operation: string, input: Input, more: Partial<Step> = {}): Step {
  return { operation, input, caller: "owner", tries: { kind: "valid" }, ...more };
}

/** A finding of a sequence, whose outcomes are nobody's unless they are given. */
export function finding(
  service: ServiceName,
  sequence: readonly Step[],
  more: Partial<Finding> = {},
): Finding {
  const operation = sequence.at(-1)?.operation ?? "";
  return {
    id: `${operation}-0a1b2c`,
    service,
    operation,
    impact: "debuggability",
    manifestation: "response",
    rootCause: "value-constraint",
    evidence: "",
    emulator: { status: 200, code: null, label: "emulator 1.0.0", message: null },
    reference: { status: 400, code: "Refused", label: "reference 1.0.0", message: null },
    differences: [],
    claimed: null,
    sequence,
    reproduced: 3,
    ...more,
  };
}

/** The policy that signatures by policy name, with what it grants. */
function policy(Permission: string) {
  const AccessPolicy = { Start: "2020-01-01T00:00:00Z", Expiry: "2099-12-31T23:59:59Z", Permission };
  return [{ Id: "touchstone", AccessPolicy }];
}

const container = { containerName: "ts000001" };
const blob = { ...container, blob: "2024/a cat.jpg" };
const text = new TextEncoder();

/** A blob with tags that are too long, leases, a copy, a batch, a raw request, and others than the owner, by policies too. */
export const blobs: readonly Step[] = [
  step("Container_Create", container),
  step("BlockBlob_Upload", {
    ...blob,
    body: text.encode('it\'s a "cat"\n'),
    contentLength: 13,
    metadata: { a: "1" },
  }),
  step("Blob_SetTags", { ...blob, tags: { BlobTagSet: [{ Key: "owner", Value: "a".repeat(300) }] } }),
  step("Blob_AcquireLease", { ...blob, duration: 15, requestId: "touchstone-1" }),
  step("Blob_SetMetadata", { ...blob, metadata: { b: "2" } }),
  step("Blob_ReleaseLease", { ...blob, leaseId: { $from: 3, at: "header x-ms-lease-id" } }),
  step("BlockBlob_Upload", {
    ...container,
    blob: "b",
    body: new Uint8Array(2000).fill(97),
    contentLength: 2000,
  }),
  step("Blob_CopyFromURL", {
    ...container,
    blob: "copy",
    copySource: { $endpoint: "/ts000001/b", signed: true },
    requiresSync: "true",
  }),
  step("Blob_SetExpiry", { ...blob, expiryOptions: "NeverExpire" }),
  step("Container_SetAccessPolicy", { ...container, access: "blob", containerAcl: [] }),
  step("Blob_GetProperties", blob, { caller: "anonymous" }),
  step("Container_GetProperties", container, { caller: "wrong-key" }),
  step("Blob_Delete", blob, { caller: "expired-sas" }),
  step("Blob_Delete", blob, { caller: "weak-sas" }),
  step("Blob_GetProperties", { ...blob, ifMatch: { $from: 1, at: "header ETag" } }, { via: "raw" }),
  step("Container_SubmitBatch", {
    ...container,
    multipartContentType: "multipart/mixed; boundary=b",
    body: [
      "--b",
      "Content-Type: application/http",
      "Content-Transfer-Encoding: binary",
      "Content-ID: 0",
      "",
      "DELETE /ts000001/copy HTTP/1.1",
      "Content-Length: 0",
      "",
      "--b--",
      "",
    ].join("\r\n"),
  }),
  step("Container_SetAccessPolicy", { ...container, containerAcl: policy("rl") }),
  step("Blob_GetProperties", blob, { caller: "policy-sas" }),
  step("Blob_Delete", { ...blob, requestId: "touchstone-2" }, { caller: "policy-sas" }),
  step("Container_SetAccessPolicy", { ...container, containerAcl: policy("l") }),
  step("Blob_Download", blob, { caller: "policy-sas" }),
  step("Container_ListBlobFlatSegment", container, { caller: "policy-sas", via: "raw" }),
  // Of what a policy does not say, the SDK writes empty elements.
  step("Container_SetAccessPolicy", { ...container, containerAcl: [{ Id: "a", AccessPolicy: {} }] }),
];

/** A snapshot and a lease that nobody gets, since there is no blob, and an ETag that only a refusal has. */
export const ungivenBlobs: readonly Step[] = [
  step("Container_Create", container),
  step("Blob_CreateSnapshot", blob),
  step("PageBlob_GetPageRangesDiff", { ...blob, prevsnapshot: { $from: 1, at: "header x-ms-snapshot" } }),
  step("PageBlob_Create", { ...blob, contentLength: 0, blobContentLength: 512 }),
  step("PageBlob_GetPageRangesDiff", { ...blob, prevsnapshot: { $from: 1, at: "header x-ms-snapshot" } }),
  step("Blob_AcquireLease", { ...blob, duration: 1 }),
  step("Blob_RenewLease", { ...blob, leaseId: { $from: 5, at: "header x-ms-lease-id" } }),
  step("Container_GetProperties", container),
  step("Blob_Download", { ...blob, ifNoneMatch: { $from: 3, at: "header ETag" } }),
  step("Blob_Download", { ...blob, ifMatch: { $from: 8, at: "header ETag" } }),
];

const queue = { queueName: "ts000001" };
const message = { $from: 1, at: "body [].MessageId" };

/** A message is put in, taken out, changed by its receipt, and changed again by a receipt that is no longer good. */
export const queues: readonly Step[] = [
  step("Queue_Create", queue),
  step("Messages_Enqueue", { ...queue, queueMessage: { MessageText: "a" } }),
  step("MessageId_Update", {
    ...queue,
    messageId: message,
    popReceipt: { $from: 1, at: "body [].PopReceipt" },
    visibilityTimeout: 0,
    queueMessage: { MessageText: "b" },
  }),
  step("MessageId_Delete", {
    ...queue,
    messageId: message,
    popReceipt: { $from: 1, at: "body [].PopReceipt" },
  }),
  step("MessageId_Delete", {
    ...queue,
    messageId: message,
    popReceipt: { $from: 2, at: "header x-ms-popreceipt" },
  }),
  step("Queue_GetPropertiesWithHead", queue),
  step("Queue_SetAccessPolicy", { ...queue, queueAcl: policy("ra") }),
  step("Messages_Peek", queue, { caller: "policy-sas" }),
  step("Queue_SetAccessPolicy", { ...queue, queueAcl: policy("a") }),
  step("Messages_Peek", queue, { caller: "policy-sas" }),
  step(
    "Messages_Enqueue",
    { ...queue, queueMessage: { MessageText: "c" } },
    { caller: "policy-sas", via: "raw" },
  ),
];

/** Messages that nobody has, since there is no queue yet. */
export const ungivenMessages: readonly Step[] = [
  step("Messages_Enqueue", { ...queue, queueMessage: { MessageText: "a" } }),
  step("Queue_Create", queue),
  step("MessageId_Delete", {
    ...queue,
    messageId: { $from: 0, at: "body [].MessageId" },
    popReceipt: { $from: 0, at: "body [].PopReceipt" },
  }),
];

const table = { table: "ts000001" };
const entity = { PartitionKey: "o'clock", RowKey: "a" };

/** Entities one by one and in a batch, by tags that hold and by tags that do not. */
export const tables: readonly Step[] = [
  step("Table_Create", { tableProperties: { TableName: "ts000001" } }),
  step("Table_Batch", {
    body: [
      { Action: "Insert", Table: "ts000001", Entity: { ...entity, Size: 3 } },
      { Action: "InsertOrReplace", Table: "ts000001", Entity: { PartitionKey: "o'clock", RowKey: "b" } },
    ],
  }),
  step("Table_InsertEntity", { ...table, tableEntityProperties: entity }),
  step("Table_QueryEntitiesWithPartitionAndRowKey", { ...table, partitionKey: "o'clock", rowKey: "a" }),
  step("Table_DeleteEntity", {
    ...table,
    partitionKey: "o'clock",
    rowKey: "a",
    ifMatch: { $from: 3, at: "header ETag" },
  }),
  step("Table_QueryEntities", { ...table, filter: "RowKey eq 'b'" }, { via: "raw" }),
  step("Table_Delete", table, { caller: "wrong-key" }),
  step("Table_SetAccessPolicy", { ...table, tableAcl: policy("raud") }),
  step("Table_QueryEntities", table, { caller: "policy-sas" }),
  step("Table_SetAccessPolicy", { ...table, tableAcl: policy("aud") }),
  step("Table_QueryEntities", table, { caller: "policy-sas" }),
  step(
    "Table_InsertEntity",
    { ...table, tableEntityProperties: entity },
    { caller: "policy-sas", via: "raw" },
  ),
];

const bucket = { Bucket: "ts000001" };

/** Objects, an upload in parts, a setting that is not there, and a request that the SDK has no call for. */
export const objects: readonly Step[] = [
  step("CreateBucket", bucket),
  step("PutObject", { ...bucket, Key: "a cat's.jpg", Body: text.encode("cat"), Metadata: { a: "1" } }),
  step("CreateMultipartUpload", { ...bucket, Key: "parts" }),
  step("UploadPart", {
    ...bucket,
    Key: "parts",
    PartNumber: 1,
    UploadId: { $from: 2, at: "body UploadId" },
    Body: text.encode("part"),
  }),
  step("ListParts", { ...bucket, Key: "parts", UploadId: { $from: 2, at: "body UploadId" } }),
  step("GetBucketLifecycle", bucket),
  step("GetObjectTagging", { ...bucket, Key: "missing" }),
  step("HeadObject", { ...bucket, Key: "a cat's.jpg" }, { caller: "anonymous" }),
  step("GetObject", { ...bucket, Key: "a cat's.jpg" }, { caller: "wrong-key" }),
  step("DeleteBucket", bucket),
];

/** Parts of an upload that nobody has begun, since there is no bucket yet. */
export const ungivenUploads: readonly Step[] = [
  step("CreateMultipartUpload", { ...bucket, Key: "parts" }),
  step("CreateBucket", bucket),
  step("ListParts", { ...bucket, Key: "parts", UploadId: { $from: 0, at: "body UploadId" } }),
  step("AbortMultipartUpload", { ...bucket, Key: "parts", UploadId: { $from: 0, at: "body UploadId" } }),
];

/** A table, an item, and a condition that does not hold. */
export const items: readonly Step[] = [
  step("CreateTable", {
    TableName: "ts000001",
    KeySchema: [{ AttributeName: "id", KeyType: "HASH" }],
    AttributeDefinitions: [{ AttributeName: "id", AttributeType: "S" }],
    BillingMode: "PAY_PER_REQUEST",
  }),
  step("ListTagsOfResource", { ResourceArn: { $from: 0, at: "body TableDescription.TableArn" } }),
  step("PutItem", {
    TableName: "ts00000x",
    Item: { id: { S: "it's" }, data: { B: text.encode("\u0000\u0001") } },
  }),
  step("DescribeTable", { TableName: "ts000001" }, { via: "raw" }),
];
