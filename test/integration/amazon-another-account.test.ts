import { Readable } from "node:stream";
import {
  BatchGetItemCommand,
  BatchWriteItemCommand,
  CreateTableCommand,
  DeleteTableCommand,
  DescribeTableCommand,
  GetItemCommand,
  ListTablesCommand,
  ListTagsOfResourceCommand,
  PutItemCommand,
  QueryCommand,
  TagResourceCommand,
  waitUntilTableExists,
} from "@aws-sdk/client-dynamodb";
import {
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteBucketCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListBucketsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Lab, parseServiceTargets } from "../../src/lab/index.ts";
import { Names } from "../../src/wire/index.ts";
import { temporaryFolderOfThisFile } from "../temporary-folder.ts";
import {
  dynamodbApplication,
  key,
  mark,
  region,
  type Styles,
  s3Application,
  wrongCredentials,
} from "./amazon/applications.ts";
import { presigned } from "./amazon/presign.ts";
import { type Gate, gate } from "./amazon/servers.ts";

temporaryFolderOfThisFile();

let lab: Lab;
let s3Gate: Gate;
let dynamodbGate: Gate;

beforeAll(async () => {
  const wanted = ["s3=s3rver", "dynamodb=dynalite"].flatMap((text) =>
    parseServiceTargets(text, () => undefined),
  );
  lab = await Lab.start(wanted, { cwd: process.cwd() });
  const endpoint = (service: string) => lab.targets.find((each) => each.service === service)?.endpoint ?? "";
  s3Gate = await gate({ expected: { key, region, service: "s3" }, behind: endpoint("s3") });
  dynamodbGate = await gate({ expected: { key, region, service: "dynamodb" }, behind: endpoint("dynamodb") });
});

beforeEach(() => {
  s3Gate.arrivals.length = 0;
  dynamodbGate.arrivals.length = 0;
});

afterAll(async () => {
  s3Gate.close();
  dynamodbGate.close();
  await lab[Symbol.asyncDispose]();
});

const refusedArrivals = (at: Gate) => at.arrivals.flatMap(({ refused }) => refused ?? []);

const allStyles: readonly Styles[] = [
  { client: "path", there: "host" },
  { client: "path", there: "path" },
  { client: "host", there: "host" },
  { client: "host", there: "path" },
];

describe.each(allStyles)("s3, $client style here, $there style there", (styles) => {
  test("every form of a request is accepted there, and the application sees its own names and addresses", async () => {
    const { client, names } = await s3Application(s3Gate, styles);
    const Bucket = `photos-${styles.client}-${styles.there}`;
    const seen: unknown[] = [];
    const see = async <Answer>(answer: Promise<Answer>): Promise<Answer> => {
      seen.push(await answer);
      return answer;
    };

    const created = await see(client.send(new CreateBucketCommand({ Bucket })));
    await see(client.send(new PutObjectCommand({ Bucket, Key: "a b/ü(1).txt", Body: "hello" })));
    const stream = Readable.from([Buffer.alloc(70_000, "s"), Buffer.from("end")]);
    await see(
      client.send(new PutObjectCommand({ Bucket, Key: "streamed", Body: stream, ContentLength: 70_003 })),
    );
    const CopySource = `/${Bucket}/${encodeURI("a b/ü(1).txt")}`;
    await see(client.send(new CopyObjectCommand({ Bucket, Key: "copy", CopySource })));
    const copy = await client.send(new GetObjectCommand({ Bucket, Key: "copy" }));
    const streamed = await client.send(new HeadObjectCommand({ Bucket, Key: "streamed" }));
    const listed = await see(client.send(new ListObjectsV2Command({ Bucket })));
    const buckets = await see(client.send(new ListBucketsCommand({})));
    const missing = await client
      .send(new GetObjectCommand({ Bucket: "no-such", Key: "k" }))
      .catch((error) => error);

    expect(created.Location).toBe(`/${Bucket}`);
    expect(await copy.Body?.transformToString()).toBe("hello");
    expect(streamed.ContentLength).toBe(70_003);
    expect(s3Gate.arrivals.flatMap(({ rawHeaders }) => rawHeaders)).toContain(
      "STREAMING-UNSIGNED-PAYLOAD-TRAILER",
    );
    expect(listed.Name).toBe(Bucket);
    expect(listed.Contents?.map(({ Key }) => Key)).toEqual(["a b/ü(1).txt", "copy", "streamed"]);
    expect(buckets.Buckets?.map(({ Name }) => Name)).toEqual([Bucket]);
    expect(missing).toMatchObject({ Code: "NoSuchBucket", BucketName: "no-such" });
    expect(refusedArrivals(s3Gate)).toEqual([]);
    const there = names.there("bucket", Bucket, { tier: 1, file: "a.test.ts", test: "one" });
    expect(JSON.stringify(seen)).not.toContain(there);
    const addressed = s3Gate.arrivals.every(({ host, target }) =>
      styles.there === "host"
        ? /\.s3\.localhost/.test(host) || target.startsWith("/?")
        : host.startsWith("127."),
    );
    expect(addressed).toBe(true);
    expect(s3Gate.arrivals.some(({ host, target }) => (host + target).includes(there))).toBe(true);
  });

  test("a multipart upload ends at the application's own address", async () => {
    const { client, origin } = await s3Application(s3Gate, styles);
    const Bucket = `parts-${styles.client}-${styles.there}`;
    await client.send(new CreateBucketCommand({ Bucket }));

    const { UploadId, Bucket: told } = await client.send(
      new CreateMultipartUploadCommand({ Bucket, Key: "big/one" }),
    );
    const part = await client.send(
      new UploadPartCommand({
        Bucket,
        Key: "big/one",
        UploadId,
        PartNumber: 1,
        Body: Buffer.alloc(1024, "p"),
      }),
    );
    const done = await client.send(
      new CompleteMultipartUploadCommand({
        ...{ Bucket, Key: "big/one", UploadId },
        MultipartUpload: { Parts: [{ PartNumber: 1, ETag: part.ETag }] },
      }),
    );

    const { port } = new URL(origin);
    const own =
      styles.client === "path" ? `${origin}/${Bucket}/big/one` : `http://${Bucket}.localhost:${port}/big/one`;
    expect(told).toBe(Bucket);
    expect(done.Bucket).toBe(Bucket);
    expect(done.Location).toBe(own);
    expect(refusedArrivals(s3Gate)).toEqual([]);
  });
});

describe("s3", () => {
  const styles = { client: "path", there: "host" } as const;

  test("presigned addresses read and write there, with their own date and no other key", async () => {
    const { client, origin } = await s3Application(s3Gate, styles);
    await client.send(new CreateBucketCommand({ Bucket: "shared" }));
    const path = "/shared/a%20file%2B.txt";

    const put = await presigned(client, { method: "PUT", origin, path, headers: { "x-amz-meta-note": "n" } });
    const written = await fetch(put, { method: "PUT", body: "by address", headers: mark("one") });
    const get = await presigned(client, { method: "GET", origin, path });
    const read = await fetch(get, { headers: mark("one") });

    expect(written.status).toBe(200);
    expect(await read.text()).toBe("by address");
    expect(refusedArrivals(s3Gate)).toEqual([]);
    const sent = s3Gate.arrivals.at(-1)?.target ?? "";
    expect(new URLSearchParams(sent.split("?")[1]).get("X-Amz-Date")).toBe(
      new URL(get).searchParams.get("X-Amz-Date"),
    );
    expect(sent).not.toContain("S3RVER");
  });

  test("a wrong key is refused for every form, and the refusal tells nothing of it", async () => {
    const { client, origin } = await s3Application(s3Gate, styles, { signs: wrongCredentials });
    const Bucket = "closed";
    const refusals = [
      client.send(new CreateBucketCommand({ Bucket })),
      client.send(new PutObjectCommand({ Bucket, Key: "k", Body: "hello" })),
      client.send(new PutObjectCommand({ Bucket, Key: "k", Body: Readable.from(["s"]), ContentLength: 1 })),
      client.send(new CopyObjectCommand({ Bucket, Key: "k", CopySource: "closed/a" })),
      client.send(new ListObjectsV2Command({ Bucket })),
    ].map((sent) => sent.then(() => undefined).catch((error: unknown) => error));

    for (const error of await Promise.all(refusals)) {
      expect(error).toMatchObject({ name: "SignatureDoesNotMatch", $metadata: { httpStatusCode: 403 } });
      expect(JSON.stringify(error)).not.toContain(key.id);
    }
    const address = await presigned(client, { method: "GET", origin, path: "/closed/k" });
    const read = await fetch(address);
    expect(read.status).toBe(403);
    expect(await read.text()).not.toContain(key.id);
    expect(refusedArrivals(s3Gate)).toHaveLength(6);
  });

  test("tests that run side by side do not see each other, nor what was there before", async () => {
    const names = new Names({ existing: { terraformed: "acme-made-by-terraform" } });
    const direct = await s3Application(s3Gate, styles, {
      names: new Names({
        existing: { "acme-made-by-terraform": "acme-made-by-terraform", "a-strangers": "a-strangers" },
      }),
    });
    await direct.client.send(new CreateBucketCommand({ Bucket: "acme-made-by-terraform" }));
    await direct.client.send(new CreateBucketCommand({ Bucket: "a-strangers" }));
    const [one, two] = [
      await s3Application(s3Gate, styles, { names, test: "one" }),
      await s3Application(s3Gate, styles, { names, test: "two" }),
    ];

    await one.client.send(new CreateBucketCommand({ Bucket: "same" }));
    await two.client.send(new CreateBucketCommand({ Bucket: "same" }));
    await two.client.send(new CreateBucketCommand({ Bucket: "same-a" }));
    await one.client.send(new PutObjectCommand({ Bucket: "same", Key: "of one", Body: "1" }));
    const seenByTwo = await two.client.send(new ListBucketsCommand({}));
    const inSameOfTwo = await two.client.send(new ListObjectsV2Command({ Bucket: "same" }));

    expect(seenByTwo.Buckets?.map(({ Name }) => Name)).toEqual(["same", "same-a", "terraformed"]);
    expect(inSameOfTwo.KeyCount).toBe(0);
  });

  test("what exists already is used, and never deleted", async () => {
    const names = new Names({ existing: { terraformed: "acme-existing" } });
    const { client } = await s3Application(s3Gate, styles, { names });
    await client.send(new CreateBucketCommand({ Bucket: "terraformed" }));
    await client.send(new PutObjectCommand({ Bucket: "terraformed", Key: "k", Body: "v" }));
    const before = s3Gate.arrivals.length;

    const refused = await client
      .send(new DeleteBucketCommand({ Bucket: "terraformed" }))
      .catch((error) => error);
    await client.send(
      new DeleteObjectsCommand({ Bucket: "terraformed", Delete: { Objects: [{ Key: "k" }] } }),
    );

    expect(refused).toMatchObject({ $metadata: { httpStatusCode: 501 } });
    expect(s3Gate.arrivals.slice(before).map(({ method }) => method)).toEqual(["POST"]);
    expect(s3Gate.arrivals.every(({ host }) => host.startsWith("acme-existing."))).toBe(true);
  });
});

describe("dynamodb", () => {
  const table = (TableName: string) =>
    new CreateTableCommand({
      TableName,
      AttributeDefinitions: [{ AttributeName: "id", AttributeType: "S" }],
      KeySchema: [{ AttributeName: "id", KeyType: "HASH" }],
      BillingMode: "PAY_PER_REQUEST",
    });

  test("every form of a request is accepted there, and the application sees its own names", async () => {
    const { client, names } = await dynamodbApplication(dynamodbGate);
    const seen: unknown[] = [];
    const note = (answer: unknown) => seen.push(answer);

    note(await client.send(table("songs")));
    note(await client.send(table("albums")));
    for (const TableName of ["songs", "albums"]) {
      await waitUntilTableExists({ client, maxWaitTime: 30, minDelay: 1, maxDelay: 1 }, { TableName });
    }
    const described = await client.send(new DescribeTableCommand({ TableName: "songs" }));
    const there = names.there("dynamodbTable", "songs", { tier: 1, file: "a.test.ts", test: "one" });
    const item = { id: { S: "1" }, note: { S: `${there} is a name in an item` } };
    note(
      await client.send(
        new PutItemCommand({ TableName: "songs", Item: item, ReturnConsumedCapacity: "TOTAL" }),
      ),
    );
    const got = await client.send(new GetItemCommand({ TableName: "songs", Key: { id: { S: "1" } } }));
    note(
      await client.send(
        new BatchWriteItemCommand({
          RequestItems: {
            songs: [{ PutRequest: { Item: { id: { S: "2" } } } }],
            albums: [{ PutRequest: { Item: { id: { S: "3" } } } }],
          },
          ReturnConsumedCapacity: "TOTAL",
        }),
      ),
    );
    const batch = await client.send(
      new BatchGetItemCommand({
        RequestItems: { songs: { Keys: [{ id: { S: "2" } }] }, albums: { Keys: [{ id: { S: "3" } }] } },
        ReturnConsumedCapacity: "TOTAL",
      }),
    );
    const queried = await client.send(
      new QueryCommand({
        TableName: "songs",
        KeyConditionExpression: "id = :id",
        ExpressionAttributeValues: { ":id": { S: "2" } },
        ReturnConsumedCapacity: "TOTAL",
      }),
    );
    const ResourceArn = described.Table?.TableArn ?? "";
    await client.send(new TagResourceCommand({ ResourceArn, Tags: [{ Key: "team", Value: "a" }] }));
    const tags = await client.send(new ListTagsOfResourceCommand({ ResourceArn }));
    const tables = await client.send(new ListTablesCommand({}));
    const missing = await client
      .send(new DescribeTableCommand({ TableName: "no-such" }))
      .catch((error) => error);

    expect(described.Table?.TableName).toBe("songs");
    expect(ResourceArn).toMatch(/^arn:aws:dynamodb:[a-z0-9-]+:000000000000:table\/songs$/);
    expect(got.Item).toEqual(item);
    expect(Object.keys(batch.Responses ?? {}).toSorted()).toEqual(["albums", "songs"]);
    expect(batch.ConsumedCapacity?.map(({ TableName }) => TableName).toSorted()).toEqual(["albums", "songs"]);
    expect(queried.ConsumedCapacity?.TableName).toBe("songs");
    expect(tags.Tags).toEqual([{ Key: "team", Value: "a" }]);
    expect(tables.TableNames).toEqual(["albums", "songs"]);
    expect(missing).toMatchObject({ name: "ResourceNotFoundException" });
    expect(missing.message).not.toContain("-ts");
    expect(JSON.stringify([seen, described, batch, queried])).not.toContain(there);
    expect(refusedArrivals(dynamodbGate)).toEqual([]);
    expect(dynamodbGate.arrivals.some(({ body }) => body.includes(there))).toBe(true);
  });

  test("a wrong key is refused", async () => {
    const { client } = await dynamodbApplication(dynamodbGate, { signs: wrongCredentials });

    const error = await client.send(new ListTablesCommand({})).catch((failure) => failure);

    expect(error).toMatchObject({ name: "InvalidSignatureException" });
    expect(refusedArrivals(dynamodbGate)).toEqual(["SignatureDoesNotMatch"]);
  });

  test("pages that end at a stranger's table go on, and tests do not see each other's tables", async () => {
    const names = new Names({ existing: { terraformed: "acme-table" } });
    const strangers = new Names({ existing: { "acme-table": "acme-table", "a-stranger": "a-stranger" } });
    const direct = await dynamodbApplication(dynamodbGate, { names: strangers });
    await direct.client.send(table("acme-table"));
    await direct.client.send(table("a-stranger"));
    const one = await dynamodbApplication(dynamodbGate, { names, test: "one" });
    const two = await dynamodbApplication(dynamodbGate, { names, test: "two" });
    await one.client.send(table("mine"));
    await two.client.send(table("mine"));
    await two.client.send(table("mine-a"));

    const pages: string[][] = [];
    let ExclusiveStartTableName: string | undefined;
    do {
      const page = await two.client.send(new ListTablesCommand({ Limit: 1, ExclusiveStartTableName }));
      pages.push(page.TableNames ?? []);
      ExclusiveStartTableName = page.LastEvaluatedTableName;
    } while (ExclusiveStartTableName !== undefined);

    expect(pages.flat().toSorted()).toEqual(["mine", "mine-a", "terraformed"]);
    expect(pages.length).toBeGreaterThan(3);
  });

  test("a table that exists already is never deleted", async () => {
    const { client } = await dynamodbApplication(dynamodbGate, {
      names: new Names({ existing: { terraformed: "acme-kept" } }),
    });

    const byName = await client
      .send(new DeleteTableCommand({ TableName: "terraformed" }))
      .catch((error) => error);
    const arn = "arn:aws:dynamodb:us-east-1:000000000000:table/terraformed";
    const byArn = await client.send(new DeleteTableCommand({ TableName: arn })).catch((error) => error);

    for (const error of [byName, byArn]) expect(error).toMatchObject({ $metadata: { httpStatusCode: 501 } });
    expect(dynamodbGate.arrivals).toEqual([]);
  });
});
