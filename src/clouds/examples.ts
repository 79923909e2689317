import type { Input, Operation } from "../model/index.ts";
import { denyingPolicy } from "./denials.ts";
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
