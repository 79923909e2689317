import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { DynamoDBClient, PutItemCommand } from "@aws-sdk/client-dynamodb";
import { CopyObjectCommand, GetObjectCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { presigned } from "./amazon/presign.ts";
import { listen, type TestServer } from "./amazon/servers.ts";
import { type ArrivedRequest, type Expected, whyRefused } from "./amazon/signature-verifier.ts";

const key = { id: "AKIDEXAMPLE", secret: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY", token: "a+token/=" };
const region = "eu-west-1";
const credentials = { accessKeyId: key.id, secretAccessKey: key.secret, sessionToken: key.token };

let server: TestServer;
let arrived: ArrivedRequest[] = [];
beforeAll(async () => {
  server = await listen(async (request, response) => {
    const body = await buffer(request);
    arrived.push({
      method: request.method ?? "",
      target: request.url ?? "",
      rawHeaders: request.rawHeaders,
      body,
    });
    response.writeHead(200, { "content-type": "application/xml" }).end("<a/>");
  });
});
beforeEach(() => {
  arrived = [];
});
afterAll(() => server.close());

function clients() {
  const common = { region, credentials, endpoint: server.origin, maxAttempts: 1 };
  return { s3: new S3Client({ ...common, forcePathStyle: true }), dynamodb: new DynamoDBClient(common) };
}

const signedBySdk: Readonly<Record<string, { service: string; send: () => Promise<unknown> }>> = {
  "a strange key and metadata": {
    service: "s3",
    send: () =>
      clients().s3.send(
        new PutObjectCommand({
          ...{
            Bucket: "photos",
            Key: "a b/ü+(1)*!'~.txt",
            Body: "hello",
            Metadata: { note: "two   blanks" },
          },
        }),
      ),
  },
  "a streamed body with a trailing checksum": {
    service: "s3",
    send: () =>
      clients().s3.send(
        new PutObjectCommand({
          Bucket: "photos",
          Key: "k",
          Body: Readable.from(["hello ", "stream"]),
          ContentLength: 12,
        }),
      ),
  },
  "a query": {
    service: "s3",
    send: () =>
      clients().s3.send(
        new GetObjectCommand({ Bucket: "photos", Key: "k", ResponseContentType: "text/plain; a=b" }),
      ),
  },
  "a copy": {
    service: "s3",
    send: () =>
      clients().s3.send(new CopyObjectCommand({ Bucket: "photos", Key: "k", CopySource: "photos/a%20b" })),
  },
  "an item": {
    service: "dynamodb",
    send: () => clients().dynamodb.send(new PutItemCommand({ TableName: "songs", Item: { id: { S: "ü" } } })),
  },
};

/** The same with one bit of it turned. */
function flipped(request: ArrivedRequest, what: "target" | "body" | "header"): ArrivedRequest {
  if (what === "target") return { ...request, target: request.target.replace(/^\/(.?)/, "/z$1") };
  if (what === "body") {
    const body = Buffer.from(request.body);
    body[body.length >> 1] = (body[body.length >> 1] ?? 0) ^ 1;
    return { ...request, body };
  }
  const rawHeaders = request.rawHeaders.map((value, at) =>
    request.rawHeaders[at - 1]?.toLowerCase() === "host" ? `x${value}` : value,
  );
  return { ...request, rawHeaders };
}

describe.each(Object.entries(signedBySdk))("%s", (_, { service, send }) => {
  const expected: Expected = { key, region, service };

  test("signed by the SDK is accepted, and refused with a bit turned or another key", async () => {
    await send().catch(() => {});
    const [request] = arrived;
    if (request === undefined) throw new Error("the SDK sent nothing");

    expect(whyRefused(request, expected)).toBeUndefined();
    expect(whyRefused(flipped(request, "target"), expected)).toBeDefined();
    expect(whyRefused(flipped(request, "header"), expected)).toBe("SignatureDoesNotMatch");
    if (request.body.length > 0) expect(whyRefused(flipped(request, "body"), expected)).toBeDefined();
    expect(whyRefused(request, { ...expected, key: { ...key, secret: "other" } })).toBe(
      "SignatureDoesNotMatch",
    );
    expect(whyRefused(request, { ...expected, region: "us-east-1" })).toMatch(/credential/);
    expect(whyRefused(request, { ...expected, now: new Date(Date.now() + 3_600_000) })).toBe(
      "RequestTimeTooSkewed",
    );
  });
});

test("an address that the SDK has presigned is accepted until it expires, and refused for another host", async () => {
  const headers = { "x-amz-meta-note": "n" };
  const address = await presigned(clients().s3, {
    method: "PUT",
    origin: server.origin,
    path: "/photos/a%20b",
    headers,
  });
  await fetch(address, { method: "PUT", body: "hello" });
  const [request] = arrived;
  if (request === undefined) throw new Error("nothing arrived");
  const expected: Expected = { key, region: "us-east-1", service: "s3" };

  expect(whyRefused(request, expected)).toBeUndefined();
  expect(whyRefused(flipped(request, "header"), expected)).toBe("SignatureDoesNotMatch");
  expect(whyRefused({ ...request, method: "GET" }, expected)).toBe("SignatureDoesNotMatch");
  expect(whyRefused(request, { ...expected, now: new Date(Date.now() + 601_000) })).toBe(
    "Request has expired",
  );
});
