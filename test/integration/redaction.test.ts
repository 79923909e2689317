import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { DynamoDBClient, GetItemCommand } from "@aws-sdk/client-dynamodb";
import { CopyObjectCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { AzureNamedKeyCredential, TableClient } from "@azure/data-tables";
import {
  BlobBatchClient,
  BlobSASPermissions,
  BlobServiceClient,
  StorageSharedKeyCredential,
} from "@azure/storage-blob";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type RawHeader, Redactor } from "../../src/wire/index.ts";

interface Captured {
  readonly target: string;
  readonly headers: readonly RawHeader[];
  readonly body: string;
}

let captured: Captured[] = [];
let endpoint = "";
const redactor = new Redactor();

const server = createServer((request, response) => {
  const raw = request.rawHeaders;
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    captured.push({
      target: request.url ?? "",
      headers: raw.flatMap((name, index) => (index % 2 === 0 ? [[name, raw[index + 1] ?? ""] as const] : [])),
      body: Buffer.concat(chunks).toString(),
    });
    response.writeHead(403, { "content-length": "0" }).end();
  });
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

/** The first request of a call; what the SDK makes of the refusal does not matter. */
async function requestOf(call: () => Promise<unknown>): Promise<Captured> {
  captured = [];
  await call().catch(() => {});
  const [first] = captured;
  if (first === undefined) throw new Error("the SDK has sent nothing");
  return first;
}

function redact({ target, headers, body }: Captured): Captured {
  const contentType = headers.find(([name]) => name.toLowerCase() === "content-type")?.[1];
  return {
    target: redactor.target(target),
    headers: redactor.headers(headers),
    body: redactor.text(body, { contentType }),
  };
}

/** Everything as it was, but for these secrets, each of which must have been there. */
function expectOnlyGone(request: Captured, secrets: readonly string[]): void {
  const original = JSON.stringify(request);
  expect(secrets).not.toEqual([]);
  expect(secrets.filter((secret) => secret.length < 20 || !original.includes(secret))).toEqual([]);
  expect(redact(request)).toEqual(
    JSON.parse(secrets.reduce((text, secret) => text.replaceAll(secret, "REDACTED"), original)),
  );
}

/** The signatures of a request, found in another way than the redactor's. */
function signaturesOf(request: Captured): string[] {
  const found = JSON.stringify(request).matchAll(/(?:SharedKey(?:Lite)? acme:|Signature=)([\w+/]+=*)/g);
  return [...new Set([...found].map((match) => match[1] ?? ""))];
}

const key = Buffer.from("a key that is none, of any account").toString("base64");
const credential = new StorageSharedKeyCredential("acme", key);
const options = { retryOptions: { maxTries: 1 } };
const service = () => new BlobServiceClient(`${endpoint}/acme`, credential, options);
const blob = (name: string) => service().getContainerClient("photos").getBlockBlobClient(name);

async function addressWithSas(name: string): Promise<{ url: string; signature: string }> {
  const url = await blob(name).generateSasUrl({
    expiresOn: new Date("2042-01-01"),
    permissions: BlobSASPermissions.parse("r"),
  });
  return { url, signature: /[?&]sig=([^&]+)/.exec(url)?.[1] ?? "" };
}

const session = {
  accessKeyId: "AKIDEXAMPLE",
  secretAccessKey: "not-a-real-key",
  sessionToken: Buffer.from("a session token, of nobody at all").toString("base64"),
};
const amazon = () => ({ endpoint, region: "eu-west-1", maxAttempts: 1, credentials: session });
const s3 = () => new S3Client({ ...amazon(), forcePathStyle: true });

test("a blob's upload", async () => {
  const request = await requestOf(() => blob("a").upload("hello", 5, { metadata: { token: "none" } }));

  expectOnlyGone(request, signaturesOf(request));
});

test("a copy from an address with a shared access signature", async () => {
  const { url, signature } = await addressWithSas("a");
  const sourceAuthorization = { scheme: "Bearer", value: "a-token.of-nobody.at-all-1234567890" };

  const request = await requestOf(() => blob("b").syncCopyFromURL(url, { sourceAuthorization }));

  expectOnlyGone(request, [signature, sourceAuthorization.value, ...signaturesOf(request)]);
});

test("a request by a shared access signature", async () => {
  const { url, signature } = await addressWithSas("a");

  const request = await requestOf(() => fetch(url).then(() => {}));

  expectOnlyGone(request, [signature]);
});

test("a blob batch, signed inside and outside", async () => {
  const batches = new BlobBatchClient(`${endpoint}/acme`, credential, options);
  const urls = ["a", "b", "c"].map((name) => blob(name).url);

  const request = await requestOf(() => batches.deleteBlobs(urls, credential));

  const signatures = signaturesOf(request);
  expect(signatures.length).toBeGreaterThanOrEqual(4);
  expectOnlyGone(request, signatures);
});

test("a table's transaction", async () => {
  const table = new TableClient(`${endpoint}/acme`, "users", new AzureNamedKeyCredential("acme", key), {
    allowInsecureConnection: true,
    retryOptions: { maxRetries: 0 },
  });

  const request = await requestOf(() =>
    table.submitTransaction([["create", { partitionKey: "p", rowKey: "o'clock", token: 3 }]]),
  );

  expectOnlyGone(request, signaturesOf(request));
});

test("an object's upload with a key of the customer's, in a session", async () => {
  const key = { SSECustomerAlgorithm: "AES256", SSECustomerKey: Buffer.alloc(32, 5).toString("base64") };
  const object = { Bucket: "photos", Key: "a", Body: "hello", ...key };

  const request = await requestOf(() => s3().send(new PutObjectCommand(object)));

  expectOnlyGone(request, [key.SSECustomerKey, session.sessionToken, ...signaturesOf(request)]);
});

test("a copy of an object whose key is the customer's", async () => {
  const copy = { Bucket: "photos", Key: "b", CopySource: "photos/a" };
  const key = Buffer.alloc(32, 6).toString("base64");
  const sealed = { CopySourceSSECustomerAlgorithm: "AES256", CopySourceSSECustomerKey: key };

  const request = await requestOf(() => s3().send(new CopyObjectCommand({ ...copy, ...sealed })));

  expectOnlyGone(request, [key, session.sessionToken, ...signaturesOf(request)]);
});

test("a call of DynamoDB in a session", async () => {
  const item = { TableName: "users", Key: { id: { S: "1" } } };

  const request = await requestOf(() => new DynamoDBClient(amazon()).send(new GetItemCommand(item)));

  expectOnlyGone(request, [session.sessionToken, ...signaturesOf(request)]);
});
