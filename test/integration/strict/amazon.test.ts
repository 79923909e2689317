import * as dynamo from "@aws-sdk/client-dynamodb";
import * as s3 from "@aws-sdk/client-s3";
import { afterAll, beforeAll, expect, test } from "vitest";
import { presigned } from "../amazon/presign.ts";
import { type StrictEmulator, startStrict } from "./strict-emulator.ts";

let buckets: StrictEmulator;
let tables: StrictEmulator;
let store: s3.S3Client;
let database: dynamo.DynamoDBClient;

const own = {
  region: "us-east-1",
  credentials: { accessKeyId: "S3RVER", secretAccessKey: "S3RVER" },
  maxAttempts: 1,
};

beforeAll(async () => {
  [buckets, tables] = await Promise.all([startStrict(["s3"]), startStrict(["dynamodb"])]);
  store = new s3.S3Client({ ...own, endpoint: buckets.endpoint, forcePathStyle: true });
  database = new dynamo.DynamoDBClient({ ...own, endpoint: tables.endpoint });
});

afterAll(async () => {
  store.destroy();
  database.destroy();
  await buckets[Symbol.asyncDispose]();
  await tables[Symbol.asyncDispose]();
});

/** How a call is refused, as the SDK tells it: `404 NoSuchBucketPolicy`. */
async function refusal(doing: Promise<unknown>): Promise<string> {
  return await doing.then(
    () => "done",
    (error: s3.S3ServiceException) => `${error.$metadata.httpStatusCode} ${error.name}`,
  );
}

test("what was never set is refused by the cloud's own codes", async () => {
  const Bucket = "never-set";
  await store.send(new s3.CreateBucketCommand({ Bucket }));

  const refused = await Promise.all([
    refusal(store.send(new s3.GetBucketPolicyCommand({ Bucket }))),
    refusal(store.send(new s3.GetBucketTaggingCommand({ Bucket }))),
    refusal(store.send(new s3.GetBucketAnalyticsConfigurationCommand({ Bucket, Id: "none" }))),
    refusal(store.send(new s3.DeleteBucketIntelligentTieringConfigurationCommand({ Bucket, Id: "none" }))),
    refusal(store.send(new s3.GetBucketPolicyCommand({ Bucket: "nowhere" }))),
  ]);

  expect(refused).toEqual([
    "404 NoSuchBucketPolicy",
    "404 NoSuchTagSet",
    "404 NoSuchConfiguration",
    "404 NoSuchConfiguration",
    "404 NoSuchBucket",
  ]);
  // s3rver takes the fourth for the deletion of the bucket.
  await store.send(new s3.HeadBucketCommand({ Bucket }));
});

test("an object is read unsigned only where somebody may have allowed it", async () => {
  const Bucket = "unsigned";
  const own = `${buckets.endpoint}/${Bucket}/a.txt`;
  const unsigned = async (url: string, method = "GET") => {
    const response = await fetch(url, { method });
    return `${response.status} ${/<Code>([^<]+)/.exec(await response.text())?.[1] ?? ""}`.trim();
  };
  await store.send(new s3.CreateBucketCommand({ Bucket }));
  await store.send(new s3.PutObjectCommand({ Bucket, Key: "a.txt", Body: "hello" }));

  const refused = [
    await unsigned(own),
    await unsigned(own, "HEAD"),
    await unsigned(`${buckets.endpoint}/${Bucket}/none.txt`),
    await unsigned(`${own}?tagging`),
    await unsigned(`${buckets.endpoint}/nowhere/a.txt`),
  ];
  const origin = buckets.endpoint;
  const signed = await unsigned(await presigned(store, { method: "GET", origin, path: `/${Bucket}/a.txt` }));
  const Statement = [
    { Effect: "Allow", Principal: "*", Action: "s3:GetObject", Resource: `arn:aws:s3:::${Bucket}/*` },
  ];
  const Policy = JSON.stringify({ Version: "2012-10-17", Statement });
  await store.send(new s3.PutBucketPolicyCommand({ Bucket, Policy }));
  const allowed = [await unsigned(own), await unsigned(own, "HEAD")];

  expect(refused).toEqual([
    "403 AccessDenied",
    "403",
    "403 AccessDenied",
    "403 AccessDenied",
    "404 NoSuchBucket",
  ]);
  expect(signed).toBe("200");
  expect(allowed).toEqual(["200", "200"]);
});

test("settings that the emulator does not keep are kept, read back and removed", async () => {
  const Bucket = "settings";
  await store.send(new s3.CreateBucketCommand({ Bucket }));
  const TagSet = [{ Key: "team", Value: "a & b" }];

  await store.send(new s3.PutBucketTaggingCommand({ Bucket, Tagging: { TagSet } }));
  await store.send(
    new s3.PutBucketVersioningCommand({ Bucket, VersioningConfiguration: { Status: "Enabled" } }),
  );
  const tagging = await store.send(new s3.GetBucketTaggingCommand({ Bucket }));
  const versioning = await store.send(new s3.GetBucketVersioningCommand({ Bucket }));
  const encryption = await store.send(new s3.GetBucketEncryptionCommand({ Bucket }));
  await store.send(new s3.DeleteBucketTaggingCommand({ Bucket }));

  await store.send(new s3.DeleteBucketCommand({ Bucket }));
  await store.send(new s3.CreateBucketCommand({ Bucket }));
  const anew = await store.send(new s3.GetBucketVersioningCommand({ Bucket }));

  expect(tagging.TagSet).toEqual(TagSet);
  expect(anew.Status).toBeUndefined();
  expect(versioning.Status).toBe("Enabled");
  expect(
    encryption.ServerSideEncryptionConfiguration?.Rules?.[0]?.ApplyServerSideEncryptionByDefault
      ?.SSEAlgorithm,
  ).toBe("AES256");
  expect(await refusal(store.send(new s3.GetBucketTaggingCommand({ Bucket })))).toBe("404 NoSuchTagSet");
});

test("objects without versions are listed as they are", async () => {
  const Bucket = "listed";
  await store.send(new s3.CreateBucketCommand({ Bucket }));
  for (const Key of ["b/ä & b.txt", "a.txt", "gone.txt"]) {
    await store.send(new s3.PutObjectCommand({ Bucket, Key, Body: Key }));
  }
  await store.send(new s3.DeleteObjectCommand({ Bucket, Key: "gone.txt" }));

  const all = await store.send(new s3.ListObjectVersionsCommand({ Bucket }));
  const some = await store.send(new s3.ListObjectVersionsCommand({ Bucket, Prefix: "b/" }));

  expect(all.Versions?.map(({ Key, VersionId, Size }) => [Key, VersionId, Size])).toEqual([
    ["a.txt", "null", 5],
    ["b/ä & b.txt", "null", 12],
  ]);
  expect(some.Versions?.map(({ Key }) => Key)).toEqual(["b/ä & b.txt"]);
});

test("an object that was put with a lock, or where a rule retains all, is not said to have none", async () => {
  const Bucket = "locked";
  await store.send(new s3.CreateBucketCommand({ Bucket, ObjectLockEnabledForBucket: true }));
  const put = (Key: string, more: Partial<s3.PutObjectCommandInput> = {}) =>
    store.send(new s3.PutObjectCommand({ Bucket, Key, Body: "x", ...more }));
  await put("bare.txt");
  await put("locked.txt", {
    ObjectLockMode: "GOVERNANCE",
    ObjectLockRetainUntilDate: new Date("2042-01-31T10:00:00Z"),
    ObjectLockLegalHoldStatus: "ON",
  });

  const retention = await store.send(new s3.GetObjectRetentionCommand({ Bucket, Key: "locked.txt" }));
  const hold = await store.send(new s3.GetObjectLegalHoldCommand({ Bucket, Key: "locked.txt" }));
  const bare = await refusal(store.send(new s3.GetObjectRetentionCommand({ Bucket, Key: "bare.txt" })));
  await store.send(
    new s3.PutObjectLockConfigurationCommand({
      Bucket,
      ObjectLockConfiguration: {
        ObjectLockEnabled: "Enabled",
        Rule: { DefaultRetention: { Mode: "GOVERNANCE", Days: 1 } },
      },
    }),
  );
  await put("ruled.txt");
  const ruled = await refusal(store.send(new s3.GetObjectRetentionCommand({ Bucket, Key: "ruled.txt" })));

  expect(retention.Retention).toEqual({
    Mode: "GOVERNANCE",
    RetainUntilDate: new Date("2042-01-31T10:00:00Z"),
  });
  expect(hold.LegalHold).toEqual({ Status: "ON" });
  expect(bare).toBe("404 NoSuchObjectLockConfiguration");
  expect(ruled).toBe("501 NotImplemented");
});

test("a block of public access that was removed is no default any more", async () => {
  const Bucket = "blocked";
  await store.send(new s3.CreateBucketCommand({ Bucket }));
  const read = () => store.send(new s3.GetPublicAccessBlockCommand({ Bucket }));

  const before = await read();
  await store.send(new s3.DeletePublicAccessBlockCommand({ Bucket }));

  expect(before.PublicAccessBlockConfiguration?.BlockPublicAcls).toBe(true);
  expect(await refusal(read())).toBe("404 NoSuchPublicAccessBlockConfiguration");
});

test("objects and uploads are refused as the cloud refuses them, and made as before", async () => {
  const Bucket = "objects";
  const Key = "a/ä b.txt";
  await store.send(new s3.CreateBucketCommand({ Bucket }));
  await store.send(new s3.PutObjectCommand({ Bucket, Key, Body: "hello" }));
  const { UploadId } = await store.send(new s3.CreateMultipartUploadCommand({ Bucket, Key: "big" }));
  const upload = { Bucket, Key: "big", UploadId };
  const part = await store.send(new s3.UploadPartCommand({ ...upload, PartNumber: 1, Body: "tail" }));
  const complete = (ETag: string | undefined) =>
    store.send(
      new s3.CompleteMultipartUploadCommand({
        ...upload,
        MultipartUpload: { Parts: [{ PartNumber: 1, ETag }] },
      }),
    );

  const refused = [
    await refusal(store.send(new s3.PutObjectCommand({ Bucket, Key, Body: "x", IfNoneMatch: "*" }))),
    await refusal(store.send(new s3.PutObjectCommand({ Bucket, Key: "k".repeat(1025), Body: "x" }))),
    await refusal(
      store.send(new s3.PutObjectCommand({ Bucket, Key, Body: "x", Metadata: { a: "x".repeat(3000) } })),
    ),
    await refusal(store.send(new s3.UploadPartCommand({ ...upload, PartNumber: 10_001, Body: "x" }))),
    await refusal(store.send(new s3.AbortMultipartUploadCommand({ ...upload, UploadId: "unknown" }))),
    await refusal(complete('"d41d8cd98f00b204e9800998ecf8427e"')),
    await refusal(store.send(new s3.PutObjectAclCommand({ Bucket, Key, ACL: "public-read" }))),
  ];
  const { Uploads } = await store.send(new s3.ListMultipartUploadsCommand({ Bucket }));
  await complete(part.ETag);
  const read = await store.send(new s3.GetObjectCommand({ Bucket, Key }));
  const attributes = await store.send(
    new s3.GetObjectAttributesCommand({ Bucket, Key, ObjectAttributes: ["ETag", "ObjectSize"] }),
  );

  expect(refused).toEqual([
    "412 PreconditionFailed",
    "400 KeyTooLongError",
    "400 MetadataTooLarge",
    "400 InvalidArgument",
    "404 NoSuchUpload",
    "400 InvalidPart",
    "400 AccessControlListNotSupported",
  ]);
  expect(Uploads?.map((one) => one.UploadId)).toEqual([UploadId]);
  expect(await read.Body?.transformToString()).toBe("hello");
  expect(attributes.ObjectSize).toBe(5);
});

test("an object is read only under conditions that hold, and goes on to be read", async () => {
  const object = { Bucket: "conditions", Key: "a.raw" };
  const Body = Buffer.alloc(2 * 1024 * 1024, "photo");
  const since = new Date(Date.now() - 86_400_000);
  await store.send(new s3.CreateBucketCommand({ Bucket: object.Bucket }));
  const { ETag } = await store.send(new s3.PutObjectCommand({ ...object, Body }));

  const refused = [
    await refusal(store.send(new s3.GetObjectCommand({ ...object, IfMatch: '"0000"' }))),
    await refusal(store.send(new s3.GetObjectCommand({ ...object, IfUnmodifiedSince: since }))),
    await refusal(store.send(new s3.HeadObjectCommand({ ...object, IfMatch: '"0000"' }))),
  ];
  const read = await store.send(new s3.GetObjectCommand({ ...object, IfMatch: ETag }));

  expect(refused).toEqual(["412 PreconditionFailed", "412 PreconditionFailed", "412 Unknown"]);
  expect((await read.Body?.transformToByteArray())?.length).toBe(Body.length);
});

test("a table keeps what the emulator forgets", async () => {
  const TableName = "users";
  const made = await database.send(
    new dynamo.CreateTableCommand({
      TableName,
      AttributeDefinitions: [{ AttributeName: "id", AttributeType: "S" }],
      KeySchema: [{ AttributeName: "id", KeyType: "HASH" }],
      BillingMode: "PAY_PER_REQUEST",
      Tags: [{ Key: "team", Value: "a" }],
    }),
  );
  await dynamo.waitUntilTableExists(
    { client: database, minDelay: 1, maxDelay: 1, maxWaitTime: 20 },
    { TableName },
  );

  await database.send(new dynamo.UpdateTableCommand({ TableName, DeletionProtectionEnabled: true }));
  const ResourceArn = made.TableDescription?.TableArn;
  await database.send(new dynamo.TagResourceCommand({ ResourceArn, Tags: [{ Key: "stage", Value: "b" }] }));
  const { Table } = await database.send(new dynamo.DescribeTableCommand({ TableName }));
  const byArn = await database.send(new dynamo.DescribeTableCommand({ TableName: Table?.TableArn }));
  const { Tags } = await database.send(new dynamo.ListTagsOfResourceCommand({ ResourceArn }));
  const { ContinuousBackupsDescription: backups } = await database.send(
    new dynamo.DescribeContinuousBackupsCommand({ TableName }),
  );

  expect(made.TableDescription?.DeletionProtectionEnabled).toBe(false);
  expect(Table?.DeletionProtectionEnabled).toBe(true);
  expect(byArn.Table?.TableName).toBe(TableName);
  expect(Tags).toEqual([
    { Key: "team", Value: "a" },
    { Key: "stage", Value: "b" },
  ]);
  expect(backups?.PointInTimeRecoveryDescription?.PointInTimeRecoveryStatus).toBe("DISABLED");
});

test("operations that the emulator does not know are answered by the cloud's own codes", async () => {
  const BackupArn = `arn:aws:dynamodb:us-east-1:111122223333:table/users/backup/${"0".repeat(14)}-a1bcd234`;

  const refused = await Promise.all([
    refusal(database.send(new dynamo.DescribeBackupCommand({ BackupArn }))),
    refusal(database.send(new dynamo.DescribeGlobalTableCommand({ GlobalTableName: "none" }))),
    refusal(database.send(new dynamo.DescribeContinuousBackupsCommand({ TableName: "none" }))),
    refusal(
      database.send(
        new dynamo.UpdateContributorInsightsCommand({
          TableName: "none",
          ContributorInsightsAction: "ENABLE",
        }),
      ),
    ),
  ]);
  const { BackupSummaries } = await database.send(new dynamo.ListBackupsCommand({}));

  expect(refused).toEqual([
    "400 BackupNotFoundException",
    "400 GlobalTableNotFoundException",
    "400 TableNotFoundException",
    "400 ResourceNotFoundException",
  ]);
  expect(BackupSummaries).toEqual([]);
});

test("a name that no table can have is refused as such, and is not said to be missing", async () => {
  const removed = (TableName: string) =>
    database.send(new dynamo.DeleteTableCommand({ TableName })).catch((error: Error) => error.name);

  expect(await removed("a b!")).toBe("ValidationException");
  expect(await removed("nobody")).toBe("ResourceNotFoundException");
});
