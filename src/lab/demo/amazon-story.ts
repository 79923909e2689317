import type { DemoSdks } from "./sdks.ts";
import { untilActive } from "./until-active.ts";

/** Where the two Amazon services answer, and who asks. */
export interface AmazonAccess {
  readonly s3Endpoint: string;
  readonly dynamodbEndpoint: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** A bucket of invoices and a table of orders. */
export async function amazonStory(sdks: DemoSdks, access: AmazonAccess): Promise<void> {
  const { accessKeyId, secretAccessKey } = access;
  const common = { region: "us-east-1", credentials: { accessKeyId, secretAccessKey } };
  await invoices(sdks.s3, { ...common, endpoint: access.s3Endpoint, forcePathStyle: true });
  await orders(sdks.dynamodb, { ...common, endpoint: access.dynamodbEndpoint });
}

async function invoices(s3: DemoSdks["s3"], options: object): Promise<void> {
  const client = new s3.S3Client(options);
  const Bucket = "invoices";
  const Key = "2026/11/0001.txt";
  await client.send(new s3.CreateBucketCommand({ Bucket }));
  await client.send(new s3.PutObjectCommand({ Bucket, Key, Body: "one bar of gold" }));
  await client.send(new s3.HeadObjectCommand({ Bucket, Key }));
  await client.send(new s3.CopyObjectCommand({ Bucket, Key: "copy.txt", CopySource: `${Bucket}/${Key}` }));
  await client.send(new s3.ListObjectsV2Command({ Bucket }));
  await client.send(
    new s3.DeleteObjectsCommand({ Bucket, Delete: { Objects: [{ Key }, { Key: "copy.txt" }] } }),
  );
  await client.send(new s3.DeleteBucketCommand({ Bucket }));
  client.destroy();
}

async function orders(dynamodb: DemoSdks["dynamodb"], options: object): Promise<void> {
  const client = new dynamodb.DynamoDBClient(options);
  const TableName = "orders";
  await client.send(
    new dynamodb.CreateTableCommand({
      TableName,
      AttributeDefinitions: [{ AttributeName: "id", AttributeType: "S" }],
      KeySchema: [{ AttributeName: "id", KeyType: "HASH" }],
      BillingMode: "PAY_PER_REQUEST",
    }),
  );
  await untilActive(TableName, async () => {
    const { Table } = await client.send(new dynamodb.DescribeTableCommand({ TableName }));
    return Table?.TableStatus;
  });
  await client.send(new dynamodb.PutItemCommand({ TableName, Item: { id: { S: "1" }, bars: { N: "1" } } }));
  await client.send(new dynamodb.GetItemCommand({ TableName, Key: { id: { S: "1" } } }));
  await client.send(new dynamodb.ScanCommand({ TableName }));
  await client.send(new dynamodb.DeleteTableCommand({ TableName }));
  client.destroy();
}
