import { CreateTableCommand, DynamoDBClient, ListTablesCommand } from "@aws-sdk/client-dynamodb";
import { CreateBucketCommand, GetObjectCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { BlobServiceClient } from "@azure/storage-blob";
import { expect, test } from "vitest";
import { knownOperations, type RecordedUnit, type Recorder } from "../../src/lab/index.ts";
import { parseFaultPlan } from "../../src/wire/index.ts";
import { readTrace } from "../traces.ts";
import { startLab, startRecorder } from "./recording.ts";

async function record(
  target: string,
  rules: readonly object[],
): Promise<{ recorder: Recorder } & RecordedUnit> {
  const faults = parseFaultPlan(JSON.stringify({ seed: 3, rules }), "faults.json", knownOperations());
  const recorder = await startRecorder(await startLab([target]), { faults });
  return { recorder, ...(await recorder.open({ tier: 4 })) };
}

/** What happened, exchange by exchange: the operation, the status, and the fault that was asked for. */
async function story({ file }: Recorder): Promise<unknown[]> {
  const { exchanges } = await readTrace(file);
  return exchanges.map(({ operation, response, fault }) => [operation, response?.status, fault]);
}

const credentials = { accessKeyId: "S3RVER", secretAccessKey: "S3RVER" };
const bucket = { Bucket: "photos" };

test("Azure's SDK: work that is done though its answer is lost is found done by the repetition", async () => {
  const { env, recorder } = await record("azure-blob", [
    { operation: "Container_Create", fault: "lost-answer", at: [1] },
    { operation: "BlockBlob_Upload", fault: "throttle", at: [1, 2] },
    { operation: "Blob_GetProperties", fault: "reset", at: [1] },
  ]);
  const connectionString = env["AZURE_STORAGE_CONNECTION_STRING"] ?? "";
  const retryOptions = { retryDelayInMs: 1, maxRetryDelayInMs: 2, maxTries: 4 };
  const container = BlobServiceClient.fromConnectionString(connectionString, {
    retryOptions,
  }).getContainerClient("photos");

  const created = container.create();
  await expect(created).rejects.toMatchObject({ statusCode: 409, code: "ContainerAlreadyExists" });
  await container.getBlockBlobClient("a").upload("hello", 5);
  const { contentLength } = await container.getBlobClient("a").getProperties();

  expect(contentLength).toBe(5);
  expect(await story(recorder)).toEqual([
    ["Container_Create", 201, "lost-answer (rules[0])"],
    ["Container_Create", 409, undefined],
    ["BlockBlob_Upload", 503, "throttle (rules[1])"],
    ["BlockBlob_Upload", 503, "throttle (rules[1])"],
    ["BlockBlob_Upload", 201, undefined],
    ["Blob_GetProperties", undefined, "reset (rules[2])"],
    ["Blob_GetProperties", 200, undefined],
  ]);
});

test("S3's SDK tries again after each kind of fault, and gives up on what does not end", async () => {
  const { env, recorder } = await record("s3", [
    { operation: "PutObject", fault: "lost-answer", at: [1] },
    { operation: "PutObject", fault: "500", at: [2] },
    { operation: "GetObject", fault: "503" },
  ]);
  const endpoint = env["AWS_ENDPOINT_URL_S3"] ?? "";
  const client = new S3Client({ endpoint, forcePathStyle: true, region: "us-east-1", credentials });

  await client.send(new CreateBucketCommand(bucket));
  const { $metadata } = await client.send(new PutObjectCommand({ ...bucket, Key: "a", Body: "hello" }));
  const got = client.send(new GetObjectCommand({ ...bucket, Key: "a" }));
  await expect(got).rejects.toMatchObject({ name: "ServiceUnavailable", $metadata: { attempts: 3 } });

  expect($metadata.attempts).toBe(3);
  expect(await story(recorder)).toEqual([
    ["CreateBucket", 200, undefined],
    ["PutObject", 200, "lost-answer (rules[0])"],
    ["PutObject", 500, "500 (rules[1])"],
    ["PutObject", 200, undefined],
    ...Array(3).fill(["GetObject", 503, "503 (rules[2])"]),
  ]);
  client.destroy();
});

test("DynamoDB's SDK is throttled, and its table is not made twice", async () => {
  const { env, recorder } = await record("dynamodb", [
    { operation: "CreateTable", fault: "throttle", at: [1] },
    { operation: "*", fault: "delay", delayMs: 5, every: 1 },
  ]);
  const endpoint = env["AWS_ENDPOINT_URL_DYNAMODB"] ?? "";
  const client = new DynamoDBClient({ endpoint, region: "us-east-1", credentials });

  await client.send(
    new CreateTableCommand({
      TableName: "users",
      AttributeDefinitions: [{ AttributeName: "id", AttributeType: "S" }],
      KeySchema: [{ AttributeName: "id", KeyType: "HASH" }],
      BillingMode: "PAY_PER_REQUEST",
    }),
  );
  const { TableNames } = await client.send(new ListTablesCommand({}));

  expect(TableNames).toEqual(["users"]);
  expect(await story(recorder)).toEqual([
    ["CreateTable", 400, "throttle (rules[0])"],
    ["CreateTable", 200, "delay (rules[1])"],
    ["ListTables", 200, "delay (rules[1])"],
  ]);
  client.destroy();
});
