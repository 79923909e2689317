import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { crc32 } from "node:zlib";
import { DynamoDBClient, GetItemCommand, ListTablesCommand } from "@aws-sdk/client-dynamodb";
import { GetObjectCommand, HeadObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { AzureNamedKeyCredential, TableClient } from "@azure/data-tables";
import { BlobServiceClient, StorageSharedKeyCredential } from "@azure/storage-blob";
import { StorageSharedKeyCredential as QueueCredential, QueueServiceClient } from "@azure/storage-queue";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AnsweredFault, faultAnswer, type ServiceName } from "../../src/clouds/index.ts";

const requestId = "0f2f7a0e-5d43-4f83-8d8f-5f8c2e2d1f73";
let fault: { service: ServiceName; kind: AnsweredFault; operation: string };
let asked = 0;
let endpoint = "";

const server = createServer({ keepAlive: false }, (request, response) => {
  asked++;
  const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)] as const);
  const { method = "" } = request;
  const {
    status,
    reason,
    headers: own,
    body,
  } = faultAnswer(fault.service, fault.kind, {
    method,
    operation: fault.operation,
    headers,
    requestId,
  });
  request.resume().on("end", () => response.writeHead(status, reason, own.flat()).end(body));
});

beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const key = Buffer.from("not a real key").toString("base64");
const azureRetries = { retryOptions: { maxTries: 1 } };
const amazon = () => ({
  endpoint,
  region: "eu-west-1",
  maxAttempts: 1,
  credentials: { accessKeyId: "AKID", secretAccessKey: "not-a-real-key" },
});

const blobs = () =>
  new BlobServiceClient(`${endpoint}/acme`, new StorageSharedKeyCredential("acme", key), azureRetries);
const queues = () =>
  new QueueServiceClient(`${endpoint}/acme`, new QueueCredential("acme", key), azureRetries);
const table = () =>
  new TableClient(`${endpoint}/acme`, "users", new AzureNamedKeyCredential("acme", key), {
    allowInsecureConnection: true,
    retryOptions: { maxRetries: 0 },
  });
const s3 = () => new S3Client({ ...amazon(), forcePathStyle: true });
const dynamodb = () => new DynamoDBClient(amazon());

/** What the SDK throws for the answer; it must have asked only once. */
async function errorOf(given: typeof fault, call: () => Promise<unknown>): Promise<unknown> {
  fault = given;
  asked = 0;
  const error = await call().then(
    () => "no error",
    (thrown: unknown) => thrown,
  );
  expect(asked).toBe(1);
  return error;
}

describe("Azure Blob", () => {
  test.each([
    ["throttle", 503, "ServerBusy"],
    ["500", 500, "InternalError"],
    ["503", 503, "ServerBusy"],
  ] as const)("%s", async (kind, statusCode, code) => {
    const given = { service: "azure-blob", kind, operation: "Container_Create" } as const;

    const error = await errorOf(given, () => blobs().getContainerClient("photos").create());
    const ofHead = await errorOf(given, () =>
      blobs().getContainerClient("c").getBlobClient("b").getProperties(),
    );

    expect(error).toMatchObject({
      name: "RestError",
      statusCode,
      code,
      details: { errorCode: code },
    });
    expect(error).toHaveProperty("message", expect.stringContaining(`RequestId:${requestId}`));
    expect(ofHead).toMatchObject({ statusCode, details: { errorCode: code } });
  });
});

describe("Azure Queue", () => {
  test.each([
    ["throttle", 503, "ServerBusy"],
    ["500", 500, "InternalError"],
    ["503", 503, "ServerBusy"],
  ] as const)("%s", async (kind, statusCode, code) => {
    const error = await errorOf({ service: "azure-queue", kind, operation: "Queue_Create" }, () =>
      queues().getQueueClient("jobs").create(),
    );

    expect(error).toMatchObject({ name: "RestError", statusCode, code, details: { errorCode: code } });
  });
});

describe("Azure Table", () => {
  test.each([
    ["throttle", 503, "ServerBusy"],
    ["500", 500, "InternalError"],
    ["503", 503, "ServerBusy"],
  ] as const)("%s", async (kind, statusCode, code) => {
    const error = await errorOf({ service: "azure-table", kind, operation: "Table_QueryEntities" }, () =>
      table().getEntity("p", "r"),
    );

    expect(error).toMatchObject({ statusCode, details: { odataError: { code } } });
  });

  test("answers in XML who asks for Atom", () => {
    const { headers, body } = faultAnswer("azure-table", "throttle", {
      method: "GET",
      operation: "Table_Query",
      headers: [["Accept", "application/atom+xml"]],
      requestId,
    });

    expect(headers).toContainEqual(["Content-Type", "application/xml"]);
    expect(body.toString()).toContain("<code>ServerBusy</code>");
  });
});

describe("S3", () => {
  test.each([
    ["throttle", 503, "SlowDown"],
    ["500", 500, "InternalError"],
    ["503", 503, "ServiceUnavailable"],
  ] as const)("%s", async (kind, httpStatusCode, name) => {
    const given = { service: "s3", kind, operation: "GetObject" } as const;
    const object = { Bucket: "photos", Key: "a" };

    const error = await errorOf(given, () => s3().send(new GetObjectCommand(object)));
    const ofHead = await errorOf(given, () => s3().send(new HeadObjectCommand(object)));

    expect(error).toMatchObject({ name, $metadata: { httpStatusCode, requestId } });
    expect(ofHead).toMatchObject({ $metadata: { httpStatusCode, requestId } });
  });
});

describe("DynamoDB", () => {
  const item = { TableName: "users", Key: { id: { S: "1" } } };

  test.each([
    ["throttle", 400, "ProvisionedThroughputExceededException"],
    ["500", 500, "InternalServerError"],
    ["503", 503, "ServiceUnavailable"],
  ] as const)("%s", async (kind, httpStatusCode, name) => {
    const error = await errorOf({ service: "dynamodb", kind, operation: "GetItem" }, () =>
      dynamodb().send(new GetItemCommand(item)),
    );

    expect(error).toMatchObject({ name, $metadata: { httpStatusCode, requestId } });
  });

  test("throttles calls that use no throughput in another way", async () => {
    const error = await errorOf({ service: "dynamodb", kind: "throttle", operation: "ListTables" }, () =>
      dynamodb().send(new ListTablesCommand({})),
    );

    expect(error).toMatchObject({ name: "ThrottlingException", $metadata: { httpStatusCode: 400 } });
  });

  test("has the checksum of its body", () => {
    const request = { method: "POST", operation: "GetItem", headers: [], requestId };

    const { headers, body } = faultAnswer("dynamodb", "500", request);

    expect(headers).toContainEqual(["x-amz-crc32", String(crc32(body))]);
  });
});
