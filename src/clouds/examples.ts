import type { StagedInput } from "../explore/index.ts";
import type { Input, Operation } from "../model/index.ts";
import { denyingPolicy } from "./denials.ts";
import { scenesOf } from "./scenes.ts";
import type { ServiceName } from "./service-names.ts";

/** Parameters by operation. `{table}` in a text stands for the name of such a thing. */
type Examples = Readonly<Record<string, Input>>;

const text = Buffer.from("what a touchstone is for");

const boundary = "batch_1f812371-a41d-49e6-b123-f4b542e851c5";

/** One part, about a container that is somebody's own. */
const batch: Input = {
  multipartContentType: `multipart/mixed; boundary=${boundary}`,
  body: [
    `--${boundary}`,
    "Content-Type: application/http",
    "Content-Transfer-Encoding: binary",
    "Content-ID: 0",
    "",
    "DELETE /{container}/photos/touchstone.jpg HTTP/1.1",
    "Content-Length: 0",
    "",
    `--${boundary}--`,
    "",
  ].join("\r\n"),
};

const azureBlob: Examples = {
  Service_SubmitBatch: batch,
  Container_SubmitBatch: batch,
  Service_SetProperties: { blobServiceProperties: { DefaultServiceVersion: "2021-12-02" } },
  BlockBlob_Upload: { body: text },
  BlockBlob_StageBlock: { body: text },
  AppendBlob_AppendBlock: { body: text },
  PageBlob_Create: { blobContentLength: 1024 },
  Blob_SetTags: { tags: { BlobTagSet: [{ Key: "colour", Value: "gold" }] } },
};

const azureQueue: Examples = {
  Service_SetProperties: {
    StorageServiceProperties: {
      HourMetrics: { Version: "1.0", Enabled: false, RetentionPolicy: { Enabled: false } },
    },
  },
};

const azureTable: Examples = {
  Service_SetProperties: {
    tableServiceProperties: {
      HourMetrics: { Version: "1.0", Enabled: false, RetentionPolicy: { Enabled: false } },
    },
  },
};

const dynamodb: Examples = {
  Query: { KeyConditionExpression: "id = :id", ExpressionAttributeValues: { ":id": { S: "a" } } },
  UpdateTable: {
    BillingMode: "PROVISIONED",
    ProvisionedThroughput: { ReadCapacityUnits: 2, WriteCapacityUnits: 2 },
  },
  ExecuteStatement: { Statement: `SELECT * FROM "{table}" WHERE id = 'a'` },
  ExecuteTransaction: { TransactStatements: [{ Statement: `SELECT * FROM "{table}" WHERE id = 'a'` }] },
  BatchExecuteStatement: { Statements: [{ Statement: `SELECT * FROM "{table}" WHERE id = 'a'` }] },
};

const s3: Examples = {
  PutObject: { Body: text },
  UploadPart: { Body: text },
  PutBucketPolicy: { Policy: denyingPolicy("s3:DeleteBucket", ["arn:aws:s3:::{bucket}"]) },
  PutBucketTagging: { Tagging: { TagSet: [{ Key: "colour", Value: "gold" }] } },
  PutObjectTagging: { Tagging: { TagSet: [{ Key: "colour", Value: "gold" }] } },
  PutObjectRetention: { Retention: { Mode: "GOVERNANCE", RetainUntilDate: "2042-01-31T10:00:00Z" } },
};

/** Inputs that are as good as the first, and say more: expressions, and values of other types. */
type FurtherExamples = Readonly<Record<string, readonly Input[]>>;

const byId: Input = {
  KeyConditionExpression: "id = :id",
  ExpressionAttributeValues: { ":id": { S: "a" } },
};

/** Two, so that each can be lost for the other. */
const metadata = { colour: "gold", shape: "round" };

const headers = { blobContentType: "text/plain", blobContentLanguage: "de", blobCacheControl: "no-cache" };

const further: Readonly<Record<ServiceName, FurtherExamples>> = {
  "azure-blob": {
    Container_Create: [{ metadata }],
    Container_SetMetadata: [{ metadata }],
    BlockBlob_Upload: [
      { body: text, contentLength: text.length, metadata },
      { body: text, contentLength: text.length, metadata, ...headers },
    ],
    Blob_SetHTTPHeaders: [headers],
    Blob_SetMetadata: [{ metadata }],
  },
  "azure-queue": {
    Queue_Create: [{ metadata }],
    Queue_SetMetadata: [{ metadata }],
  },
  s3: {
    PutObject: [
      { Body: text, Metadata: metadata },
      {
        Body: text,
        Metadata: metadata,
        ContentType: "text/plain",
        ContentLanguage: "de",
        CacheControl: "no-cache",
      },
    ],
    CreateMultipartUpload: [{ Metadata: metadata }],
  },
  "azure-table": {
    Table_InsertEntity: [
      {
        tableEntityProperties: {
          PartitionKey: "a",
          RowKey: "a",
          many: "9007199254740993",
          "many@odata.type": "Edm.Int64",
          since: "2024-01-31T10:00:00.1234567Z",
          "since@odata.type": "Edm.DateTime",
          data: "dG91Y2hzdG9uZQ==",
          "data@odata.type": "Edm.Binary",
          half: 0.5,
          isGold: true,
        },
      },
    ],
    Table_QueryEntities: [
      { filter: "RowKey ge 'a'" },
      { filter: "RowKey gt 'a'" },
      { filter: "PartitionKey eq 'a' and not (RowKey lt 'a0')" },
      { top: 1 },
      { select: "RowKey" },
    ],
  },
  dynamodb: {
    PutItem: [
      {
        Item: {
          id: { S: "a" },
          amount: { N: "2" },
          colours: { SS: ["gold", "red"] },
          parts: { L: [{ S: "a" }, { N: "1" }] },
          owner: { M: { name: { S: "touchstone" }, isGold: { BOOL: true } } },
        },
      },
    ],
    UpdateItem: [
      { UpdateExpression: "SET note = :note", ExpressionAttributeValues: { ":note": { S: "gold" } } },
      { UpdateExpression: "ADD amount :more", ExpressionAttributeValues: { ":more": { N: "2" } } },
      {
        UpdateExpression: "ADD colours :more",
        ExpressionAttributeValues: { ":more": { SS: ["gold", "red"] } },
      },
      { UpdateExpression: "REMOVE #note", ExpressionAttributeNames: { "#note": "note" } },
      { AttributeUpdates: { note: { Action: "PUT", Value: { S: "red" } } } },
    ],
    Query: [
      { ...byId, ScanIndexForward: false },
      { ...byId, Select: "COUNT" },
      { ...byId, FilterExpression: "attribute_not_exists(note)" },
      { ...byId, ProjectionExpression: "id" },
    ],
    Scan: [
      { FilterExpression: "id > :id", ExpressionAttributeValues: { ":id": { S: "a" } } },
      { Limit: 1 },
      { Select: "COUNT" },
    ],
    UpdateTable: [
      {
        BillingMode: "PROVISIONED",
        ProvisionedThroughput: { ReadCapacityUnits: 3, WriteCapacityUnits: 2 },
      },
      { BillingMode: "PAY_PER_REQUEST" },
      { StreamSpecification: { StreamEnabled: true, StreamViewType: "NEW_IMAGE" } },
    ],
  },
};

const examples: Readonly<Record<ServiceName, Examples>> = {
  "azure-blob": azureBlob,
  "azure-queue": azureQueue,
  "azure-table": azureTable,
  s3,
  dynamodb,
};

/** Values that go together where the defaults of the single types do not. */
export function exampleOf(service: ServiceName, { name }: Operation): Input | undefined {
  return examples[service][name];
}

/** Others of an operation that are as good, and with which more of it shows. */
export function furtherExamplesOf(service: ServiceName, operation: Operation): readonly StagedInput[] {
  const plain = further[service][operation.name] ?? [];
  return [...plain.map((input) => ({ input })), ...scenesOf(service, operation)];
}
