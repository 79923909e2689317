import { setTimeout as delay } from "node:timers/promises";
import {
  CreateTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
} from "@aws-sdk/client-dynamodb";
import {
  CreateBucketCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import { BlobServiceClient, StorageSharedKeyCredential } from "@azure/storage-blob";

const { env } = process;
const overHttps = env.SCHEME === "https";
const secured = (url) => (overHttps ? url.replace(/^http:/, "https:") : url);

async function failure(call) {
  const { name, code, statusCode, $metadata } = await call.then(
    () => ({}),
    (error) => error,
  );
  return { name, code, status: statusCode ?? $metadata?.httpStatusCode };
}

function blobService() {
  if (!overHttps) return BlobServiceClient.fromConnectionString(env.AZURE_STORAGE_CONNECTION_STRING);
  const credential = new StorageSharedKeyCredential(env.AZURE_STORAGE_ACCOUNT, env.AZURE_STORAGE_KEY);
  return new BlobServiceClient(env.AZURE_STORAGE_BLOB_ENDPOINT, credential);
}

async function blobs() {
  const container = blobService().getContainerClient("photos");
  await container.create();
  const blob = container.getBlockBlobClient("summer/a b+c's ü.txt");
  await blob.upload("hello", 5, { metadata: { By: "Ada" }, tags: { kind: "text" } });
  await container.getBlockBlobClient("large").uploadData(Buffer.alloc(300_000, "0123456789"));
  const { metadata, contentLength } = await blob.getProperties();
  const text = (await blob.downloadToBuffer()).toString();
  const range = (await container.getBlobClient("large").downloadToBuffer(10, 20)).toString();
  const names = await Array.fromAsync(container.listBlobsFlat(), ({ name }) => name);
  const missing = await failure(container.getBlobClient("none").downloadToBuffer());
  return { metadata, contentLength, text, range, names, missing };
}

async function objects() {
  const client = new S3Client({ forcePathStyle: true, endpoint: secured(env.AWS_ENDPOINT_URL_S3) });
  const Bucket = "photos";
  await client.send(new CreateBucketCommand({ Bucket }));
  await client.send(new PutObjectCommand({ Bucket, Key: "a b/ü+'.txt", Body: "hello" }));
  await client.send(
    new PutObjectCommand({ Bucket, Key: "large", Body: Buffer.alloc(300_000, "0123456789") }),
  );
  const { Body, ETag } = await client.send(new GetObjectCommand({ Bucket, Key: "a b/ü+'.txt" }));
  const { ContentLength } = await client.send(new HeadObjectCommand({ Bucket, Key: "large" }));
  const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket }));
  const missing = await failure(client.send(new GetObjectCommand({ Bucket, Key: "none" })));
  const keys = Contents.map(({ Key }) => Key);
  return { text: await Body.transformToString(), ETag, ContentLength, keys, missing };
}

async function items() {
  const client = new DynamoDBClient({ endpoint: secured(env.AWS_ENDPOINT_URL_DYNAMODB) });
  const TableName = "users";
  await client.send(
    new CreateTableCommand({
      TableName,
      AttributeDefinitions: [{ AttributeName: "id", AttributeType: "S" }],
      KeySchema: [{ AttributeName: "id", KeyType: "HASH" }],
      BillingMode: "PAY_PER_REQUEST",
    }),
  );
  const status = async () => (await client.send(new DescribeTableCommand({ TableName }))).Table.TableStatus;
  while ((await status()) !== "ACTIVE") await delay(50);
  await client.send(new PutItemCommand({ TableName, Item: { id: { S: "1" }, name: { S: "Ada ü" } } }));
  const { Item } = await client.send(new GetItemCommand({ TableName, Key: { id: { S: "1" } } }));
  const missing = await failure(
    client.send(new GetItemCommand({ TableName: "none", Key: { id: { S: "1" } } })),
  );
  return { Item, missing };
}

console.log(JSON.stringify({ blobs: await blobs(), objects: await objects(), items: await items() }));
process.exitCode = Number(env.EXIT ?? 0);
