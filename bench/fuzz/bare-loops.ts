import {
  CreateTableCommand,
  DeleteItemCommand,
  DeleteTableCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  ScanCommand,
  waitUntilTableExists,
} from "@aws-sdk/client-dynamodb";
import {
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  PutObjectTaggingCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import { AzureNamedKeyCredential, TableClient } from "@azure/data-tables";
import { BlobServiceClient, StorageSharedKeyCredential } from "@azure/storage-blob";
import { StorageSharedKeyCredential as QueueCredential, QueueServiceClient } from "@azure/storage-queue";
import type { ServiceName } from "../../src/clouds/index.ts";
import type { Reachable } from "../../src/lab/index.ts";

/** A loop as anybody would write it, one call after the other through the vendor's SDK; what it gives is one round. */
type BareLoop = (reached: Reachable) => (round: number) => Promise<void>;

const blobs: BareLoop = ({ endpoint, credentials }) => {
  const { id = "", secret = "" } = credentials ?? {};
  const service = new BlobServiceClient(endpoint, new StorageSharedKeyCredential(id, secret));
  return async (round) => {
    const container = service.getContainerClient(`bare${round}`);
    const blob = container.getBlockBlobClient("a.txt");
    await container.create();
    await blob.upload("hello", 5);
    await blob.getProperties();
    await blob.setMetadata({ colour: "gold" });
    await blob.downloadToBuffer();
    await blob.delete();
    await container.delete();
  };
};

const queues: BareLoop = ({ endpoint, credentials }) => {
  const { id = "", secret = "" } = credentials ?? {};
  const service = new QueueServiceClient(endpoint, new QueueCredential(id, secret));
  return async (round) => {
    const queue = service.getQueueClient(`bare${round}`);
    await queue.create();
    await queue.sendMessage("hello");
    await queue.peekMessages();
    const { receivedMessageItems } = await queue.receiveMessages();
    for (const { messageId, popReceipt } of receivedMessageItems) {
      await queue.deleteMessage(messageId, popReceipt);
    }
    await queue.setMetadata({ colour: "gold" });
    await queue.delete();
  };
};

const tables: BareLoop = ({ endpoint, credentials }) => {
  const { id = "", secret = "" } = credentials ?? {};
  const credential = new AzureNamedKeyCredential(id, secret);
  return async (round) => {
    const table = new TableClient(endpoint, `bare${round}`, credential, { allowInsecureConnection: true });
    const keys = { partitionKey: "a", rowKey: "b" };
    await table.createTable();
    await table.createEntity({ ...keys, colour: "gold" });
    await table.getEntity("a", "b");
    await table.updateEntity({ ...keys, colour: "red" }, "Merge");
    for await (const _ of table.listEntities()) break;
    await table.deleteEntity("a", "b");
    await table.deleteTable();
  };
};

const buckets: BareLoop = ({ endpoint, credentials }) => {
  const { id: accessKeyId = "", secret: secretAccessKey = "" } = credentials ?? {};
  const client = new S3Client({
    endpoint,
    region: "us-east-1",
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
  });
  return async (round) => {
    const Bucket = `bare${round}`;
    const of = { Bucket, Key: "a.txt" };
    await client.send(new CreateBucketCommand({ Bucket }));
    await client.send(new PutObjectCommand({ ...of, Body: "hello" }));
    const { Body } = await client.send(new GetObjectCommand(of));
    await Body?.transformToString();
    await client.send(
      new PutObjectTaggingCommand({ ...of, Tagging: { TagSet: [{ Key: "colour", Value: "gold" }] } }),
    );
    await client.send(new ListObjectsV2Command({ Bucket }));
    await client.send(new DeleteObjectCommand(of));
    await client.send(new DeleteBucketCommand({ Bucket }));
  };
};

/** As often as the fuzzer looks whether a table can be used. */
const looking = { maxWaitTime: 10, minDelay: 0.025, maxDelay: 0.025 };

const items: BareLoop = ({ endpoint, credentials }) => {
  const { id: accessKeyId = "", secret: secretAccessKey = "" } = credentials ?? {};
  const client = new DynamoDBClient({
    endpoint,
    region: "us-east-1",
    credentials: { accessKeyId, secretAccessKey },
  });
  return async (round) => {
    const TableName = `bare${round}`;
    await client.send(
      new CreateTableCommand({
        TableName,
        AttributeDefinitions: [{ AttributeName: "id", AttributeType: "S" }],
        KeySchema: [{ AttributeName: "id", KeyType: "HASH" }],
        BillingMode: "PAY_PER_REQUEST",
      }),
    );
    await waitUntilTableExists({ client, ...looking }, { TableName });
    const Key = { id: { S: "a" } };
    await client.send(new PutItemCommand({ TableName, Item: Key }));
    await client.send(new GetItemCommand({ TableName, Key }));
    await client.send(new ScanCommand({ TableName }));
    await client.send(new DeleteItemCommand({ TableName, Key }));
    await client.send(new DeleteTableCommand({ TableName }));
  };
};

/** What the fuzzer is held against: each makes a thing, works with what is in it, and removes it. */
export const bareLoops: Readonly<Record<ServiceName, BareLoop>> = {
  "azure-blob": blobs,
  "azure-queue": queues,
  "azure-table": tables,
  s3: buckets,
  dynamodb: items,
};
