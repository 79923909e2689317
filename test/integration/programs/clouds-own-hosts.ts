import { CreateTableCommand, DynamoDBClient, ListTablesCommand } from "@aws-sdk/client-dynamodb";
import { CreateBucketCommand, GetObjectCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { BlobServiceClient, StorageSharedKeyCredential } from "@azure/storage-blob";

/** An application that takes no endpoint from anybody: its hosts are the clouds' own, and its keys its own. */
for (const name of ["AWS_ENDPOINT_URL", "AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL_DYNAMODB"])
  delete process.env[name];
const seen: unknown[] = [];
const key = new StorageSharedKeyCredential("acme", Buffer.from("a key of its own").toString("base64"));
const blobs = new BlobServiceClient("https://acme.blob.core.windows.net", key);
const photos = blobs.getContainerClient("photos");
await photos.create();
await photos.getBlockBlobClient("a b.txt").upload("hello", 5);
for await (const { name } of blobs.listContainers()) seen.push(name);
seen.push((await photos.getBlockBlobClient("a b.txt").downloadToBuffer()).toString());

const amazon = { region: "eu-west-1", credentials: { accessKeyId: "AK", secretAccessKey: "SK" } };
const s3 = new S3Client(amazon);
await s3.send(new CreateBucketCommand({ Bucket: "thumbnails" }));
await s3.send(new PutObjectCommand({ Bucket: "thumbnails", Key: "k/1", Body: "small" }));
const object = await s3.send(new GetObjectCommand({ Bucket: "thumbnails", Key: "k/1" }));
seen.push(await object.Body?.transformToString());

const dynamodb = new DynamoDBClient(amazon);
await dynamodb.send(
  new CreateTableCommand({
    TableName: "users",
    KeySchema: [{ AttributeName: "id", KeyType: "HASH" }],
    AttributeDefinitions: [{ AttributeName: "id", AttributeType: "S" }],
    BillingMode: "PAY_PER_REQUEST",
  }),
);
seen.push((await dynamodb.send(new ListTablesCommand({}))).TableNames);
console.log(JSON.stringify(seen));
