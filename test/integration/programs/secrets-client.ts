import { randomBytes } from "node:crypto";
import { subscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { type ClientRequest, request } from "node:http";
import { request as secureRequest } from "node:https";
import { DynamoDBClient, ListTablesCommand } from "@aws-sdk/client-dynamodb";
import { CopyObjectCommand, CreateBucketCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import {
  BlobBatchClient,
  BlobSASPermissions,
  BlobServiceClient,
  generateBlobSASQueryParameters,
  StorageSharedKeyCredential,
} from "@azure/storage-blob";
import { presigned } from "../amazon/presign.ts";

/** Uses every kind of secret, and writes what it has used where only the test looks. */
const {
  AZURE_STORAGE_BLOB_ENDPOINT: blobEndpoint = "",
  AZURE_STORAGE_ACCOUNT: account = "",
  AZURE_STORAGE_KEY: accountKey = "",
  AWS_ENDPOINT_URL_S3: s3Endpoint = "",
  SECRETS_FILE: secretsFile = "",
} = process.env;

const secrets = new Set<string>([accountKey]);
const secret = (bytes = 32) => {
  const made = randomBytes(bytes).toString("base64");
  secrets.add(made);
  return made;
};

/** What is signed shows only on its way out. */
subscribe("http.client.request.start", (message) => {
  const { request: sent } = message as { request: ClientRequest };
  const text = `${sent.getHeader("authorization") ?? ""}\n${sent.path}\n${sent.getHeader("x-ms-copy-source") ?? ""}`;
  const found = text.matchAll(/(?:SharedKey \w+:|[?&]sig=|Signature=|X-Amz-Security-Token=)([^&\s]+)/g);
  for (const [, signature = ""] of found) secrets.add(decodeURIComponent(signature));
});

const outcomes: Record<string, unknown> = {};

async function attempt(name: string, call: () => Promise<unknown>): Promise<void> {
  outcomes[name] = await call().then(
    () => "done",
    (error: Error & { statusCode?: number; $metadata?: { httpStatusCode?: number } }) =>
      error.statusCode ?? error.$metadata?.httpStatusCode ?? error.message,
  );
}

async function get(url: string): Promise<unknown> {
  const asked = (url.startsWith("https:") ? secureRequest : request)(url).end();
  const [answer] = await once(asked, "response");
  answer.resume();
  return answer.statusCode < 400 ? answer.statusCode : Promise.reject(new Error(String(answer.statusCode)));
}

function token(): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const now = Math.floor(Date.now() / 1000);
  const tid = "00000000-0000-0000-0000-000000000000";
  const who = { iss: `https://sts.windows.net/${tid}/`, tid, oid: "11111111-1111-1111-1111-111111111111" };
  const claims = { ...who, aud: "https://storage.azure.com", nbf: now - 60, iat: now - 60, exp: now + 3600 };
  const made = `${encode({ alg: "none", typ: "JWT" })}.${encode(claims)}.${randomBytes(32).toString("base64url")}`;
  secrets.add(made);
  return made;
}

const credential = new StorageSharedKeyCredential(account, accountKey);
const service = new BlobServiceClient(blobEndpoint, credential, { retryOptions: { maxTries: 1 } });
const container = service.getContainerClient("vault");
const blob = container.getBlockBlobClient("a");
const hour = () => new Date(Date.now() + 3_600_000);

await attempt("shared key", () => container.create());
await attempt("a body with the key", () => {
  const body = `AccountKey=${accountKey};${encodeURIComponent(accountKey)} and as it is: ${accountKey}`;
  return blob.upload(body, body.length, { metadata: { note: accountKey } });
});
const sas = await blob.generateSasUrl({ expiresOn: hour(), permissions: BlobSASPermissions.parse("r") });
await attempt("sas", () => get(sas));
await attempt("copy from sas", () => container.getBlockBlobClient("b").syncCopyFromURL(sas));
await attempt("batch", () =>
  new BlobBatchClient(blobEndpoint, credential).deleteBlobs(
    [container.getBlobClient("none").url],
    credential,
  ),
);
await attempt("wrong key", () => {
  const wrong = new StorageSharedKeyCredential(account, secret(64));
  return new BlobServiceClient(blobEndpoint, wrong, { retryOptions: { maxTries: 1 } }).getProperties();
});
await attempt("customer's key of azure", () =>
  container.getBlockBlobClient("c").upload("hello", 5, {
    customerProvidedKey: {
      encryptionKey: secret(),
      encryptionKeySha256: "hash",
      encryptionAlgorithm: "AES256",
    },
  }),
);

const bearer = token();
const byToken = new BlobServiceClient(blobEndpoint, {
  getToken: async () => ({ token: bearer, expiresOnTimestamp: Date.now() + 3_600_000 }),
});
await attempt("token", () => byToken.getContainerClient("vault").getProperties());
await attempt("delegation", async () => {
  const key = await byToken.getUserDelegationKey(new Date(Date.now() - 60_000), hour());
  secrets.add(key.value);
  const options = { containerName: "vault", blobName: "a", expiresOn: hour() };
  const permissions = BlobSASPermissions.parse("r");
  const query = generateBlobSASQueryParameters({ ...options, permissions }, key, account);
  return get(`${blob.url}?${query.toString()}`);
});

const session = { accessKeyId: "S3RVER", secretAccessKey: secret(), sessionToken: secret(120) };
const amazon = { region: "us-east-1", credentials: session, maxAttempts: 1 };
const s3 = new S3Client({ ...amazon, forcePathStyle: true });
const object = { Bucket: "vault", Key: "a" };
await attempt("signature v4", () => s3.send(new CreateBucketCommand({ Bucket: "vault" })));
await attempt("customer's key", () =>
  s3.send(
    new PutObjectCommand({ ...object, Body: "hi", SSECustomerAlgorithm: "AES256", SSECustomerKey: secret() }),
  ),
);
await attempt("customer's key of a copy", () =>
  s3.send(
    new CopyObjectCommand({
      ...{ Bucket: "vault", Key: "b", CopySource: "vault/a" },
      ...{ CopySourceSSECustomerAlgorithm: "AES256", CopySourceSSECustomerKey: secret() },
    }),
  ),
);
await attempt("presigned", async () =>
  get(await presigned(s3, { method: "GET", origin: s3Endpoint, path: "/vault/a" })),
);
await attempt("dynamodb", () => new DynamoDBClient(amazon).send(new ListTablesCommand({})));
await attempt("cookie", async () => {
  const asked = request(`${s3Endpoint}/vault/a`, { headers: { cookie: `session=${secret()}` } }).end();
  const [answer] = await once(asked, "response");
  answer.resume();
});

writeFileSync(secretsFile, JSON.stringify([...secrets]));
console.log(JSON.stringify(outcomes));
