import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { type Recording, type ReplayResult, replay } from "../../../src/fidelity/index.ts";
import { parseServiceTargets } from "../../../src/lab/index.ts";
import { each, recorded } from "./recordings.ts";

const xml = { "content-type": "application/xml" };

async function on(target: string, ...recordings: readonly Recording[]): Promise<ReplayResult> {
  return replay(
    each(...recordings),
    parseServiceTargets(target, () => undefined),
    { cwd: process.cwd() },
  );
}

function call(operation: string, body: object, status: number, document: object = {}) {
  return {
    send: "POST /",
    headers: {
      "x-amz-target": `DynamoDB_20120810.${operation}`,
      "content-type": "application/x-amz-json-1.0",
      "x-amz-date": "20210503T100000Z",
    },
    body: JSON.stringify(body),
    status,
    answer: { "content-type": "application/x-amz-json-1.0" },
    document: JSON.stringify(document),
  };
}

test("replays S3, with the uploads and tokens of the target", async () => {
  const origin = "https://s3.us-east-1.amazonaws.com";
  const recording = recorded("parts", origin, [
    { send: "PUT /photos-gone", status: 200 },
    {
      send: "POST /photos-gone/a?uploads",
      status: 200,
      answer: xml,
      document:
        "<InitiateMultipartUploadResult><UploadId>recordedupload0001</UploadId></InitiateMultipartUploadResult>",
    },
    {
      send: "PUT /photos-gone/b",
      body: "hello",
      status: 200,
      answer: { etag: '"5d41402abc4b2a76b9719d911017c592"' },
    },
    {
      send: "GET /photos-gone/b",
      headers: { "if-match": '"5d41402abc4b2a76b9719d911017c592"' },
      status: 200,
    },
    {
      send: "PUT /photos-gone/a?partNumber=1&uploadId=recordedupload0001",
      body: "part",
      status: 200,
      answer: { etag: '"recordedetag0000001"' },
    },
    {
      send: "POST /photos-gone/a?uploadId=recordedupload0001",
      headers: xml,
      body: '<CompleteMultipartUpload><Part><PartNumber>1</PartNumber><ETag>"recordedetag0000001"</ETag></Part></CompleteMultipartUpload>',
      status: 200,
    },
    {
      send: "GET /photos-gone/none",
      status: 404,
      answer: xml,
      document: "<Error><Code>NoSuchKey</Code></Error>",
    },
  ]);

  const result = await on("s3rver", recording, recording);

  expect(result.discrepancies).toEqual([]);
  expect(result).toMatchObject({ exchanges: 14, matched: 14, skipped: 0 });
});

test("replays DynamoDB, and says what differs", async () => {
  const table = {
    TableName: "people",
    KeySchema: [{ AttributeName: "id", KeyType: "HASH" }],
    AttributeDefinitions: [{ AttributeName: "id", AttributeType: "S" }],
    BillingMode: "PAY_PER_REQUEST",
  };
  const origin = "https://dynamodb.us-east-1.amazonaws.com";
  const recording = recorded("people", origin, [
    call("CreateTable", table, 200),
    call("PutItem", { TableName: "people", Item: { id: { S: "1" } } }, 200),
    call("PutItem", { TableName: "nobody", Item: { id: { S: "1" } } }, 400, {
      __type: "com.amazonaws.dynamodb.v20120810#ResourceNotFoundException",
    }),
    call("DescribeTable", { TableName: "people" }, 400, {
      __type: "com.amazonaws.dynamodb.v20120810#ResourceNotFoundException",
    }),
  ]);

  const result = await on("dynalite", recording, recording);

  expect(result).toMatchObject({ exchanges: 8, matched: 6, skipped: 0, recordings: 2 });
  expect(result.groups).toMatchObject([
    {
      operation: "DescribeTable",
      expected: { status: 400, code: "ResourceNotFoundException" },
      actual: { status: 200, code: null },
      count: 2,
    },
  ]);
});

test("survives a target that breaks off, and marks what follows", async () => {
  let asked = 0;
  const server = createServer((request, response) => {
    asked++;
    if (request.url?.includes("fatal") === true) request.socket.destroy();
    else response.writeHead(404, xml).end("<Error><Code>NoSuchBucket</Code></Error>");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const recording = recorded("breaks off", "https://s3.us-east-1.amazonaws.com", [
    {
      send: "GET /box/fatal",
      status: 404,
      answer: xml,
      document: "<Error><Code>NoSuchBucket</Code></Error>",
    },
    { send: "GET /box/other", status: 403, answer: xml, document: "<Error><Code>NotThis</Code></Error>" },
  ]);

  const result = await on(`s3=http://127.0.0.1:${port}`, recording);
  await new Promise((resolve) => server.close(resolve));

  expect(asked).toBeGreaterThanOrEqual(4);
  expect(result.discrepancies).toMatchObject([
    { index: 0, actual: { status: 0, code: "NoAnswer" }, reproduced: true },
  ]);
  expect(result.skips).toMatchObject([{ index: 1, following: 0 }]);
});
