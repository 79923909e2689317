import { crc32 } from "node:zlib";
import { describe, expect, test } from "vitest";
import { namesIn } from "../../../../src/clouds/dynamodb/names-in-documents.ts";
import { type DynamodbAccountOptions, dynamodbRewriter, interfaceOf } from "../../../../src/clouds/index.ts";
import { Names } from "../../../../src/wire/index.ts";
import {
  account,
  by,
  credentials,
  dynamodbHead,
  headerOf,
  identity,
  key,
  region,
  verdict,
} from "../another-account.ts";

function rewriter(options: Partial<DynamodbAccountOptions> = {}) {
  const names = options.names ?? new Names({ run: "k3x9", existing: { kept: "acme-kept" } });
  return dynamodbRewriter({
    region,
    account,
    identity,
    credentials,
    names,
    allowHosts: ["amazonaws.com"],
    ...options,
  });
}

async function sentFor(operation: string, document: unknown, subject = rewriter()) {
  const sent = await subject.request(dynamodbHead(operation), Buffer.from(JSON.stringify(document)));
  expect(verdict(sent, "dynamodb")).toBeUndefined();
  return JSON.parse(sent.body?.toString() ?? "");
}

async function answerOf(operation: string, status: number, document: unknown, subject = rewriter()) {
  const body = Buffer.from(JSON.stringify(document));
  const headers = [["x-amz-crc32", String(crc32(body))]] as const;
  const back = await subject.response(dynamodbHead(operation), { status, reason: "", headers }, body);
  expect(headerOf(back.headers, "x-amz-crc32")).toBe(String(crc32(back.body ?? "")));
  return JSON.parse(back.body?.toString() ?? "");
}

const there = "songs-tsk3x9001";
const ownArn = "arn:aws:dynamodb:us-east-1:000000000000:table/songs";
const thereArn = `arn:aws:dynamodb:${region}:${account}:table/${there}`;

describe("a request for another account", () => {
  test("goes to the region's host, and asks for nothing compressed", async () => {
    const head = dynamodbHead("ListTables");
    const asking = { ...head, headers: [...head.headers, ["Accept-Encoding", "gzip"] as const] };

    const sent = await rewriter().request(asking, Buffer.from("{}"));

    expect([sent.origin, sent.target]).toEqual(["https://dynamodb.eu-west-1.amazonaws.com", "/"]);
    expect(headerOf(sent.headers, "accept-encoding")).toBeUndefined();
    expect(verdict(sent, "dynamodb")).toBeUndefined();
    expect(verdict(sent, "dynamodb", { key: { ...key, secret: "guessed" } })).toBe("SignatureDoesNotMatch");
  });

  test.each([
    ["DescribeTable", { TableName: "songs" }, { TableName: there }],
    ["DescribeTable", { TableName: ownArn }, { TableName: thereArn }],
    ["DescribeTable", { TableName: "kept" }, { TableName: "acme-kept" }],
    ["DescribeTable", { TableName: "ab" }, { TableName: "ab" }],
    [
      "PutItem",
      { TableName: "songs", Item: { TableName: { S: "songs" } } },
      { TableName: there, Item: { TableName: { S: "songs" } } },
    ],
    ["BatchGetItem", { RequestItems: { songs: { Keys: [] } } }, { RequestItems: { [there]: { Keys: [] } } }],
    ["BatchWriteItem", { RequestItems: { [ownArn]: [] } }, { RequestItems: { [thereArn]: [] } }],
    [
      "TransactWriteItems",
      {
        TransactItems: [
          { Put: { TableName: "songs", Item: {} } },
          { ConditionCheck: { TableName: "songs" } },
        ],
      },
      { TransactItems: [{ Put: { TableName: there, Item: {} } }, { ConditionCheck: { TableName: there } }] },
    ],
    ["ExecuteStatement", { Statement: `SELECT * FROM "songs"` }, { Statement: `SELECT * FROM "${there}"` }],
    [
      "BatchExecuteStatement",
      { Statements: [{ Statement: "DELETE FROM songs WHERE id = 'songs'" }] },
      { Statements: [{ Statement: `DELETE FROM "${there}" WHERE id = 'songs'` }] },
    ],
    ["DescribeBackup", { BackupArn: `${ownArn}/backup/01-aa` }, { BackupArn: `${thereArn}/backup/01-aa` }],
    [
      "PutResourcePolicy",
      { ResourceArn: ownArn, Policy: `{"Resource":"${ownArn}/index/*"}` },
      { ResourceArn: thereArn, Policy: `{"Resource":"${thereArn}/index/*"}` },
    ],
    [
      "ExportTableToPointInTime",
      { TableArn: ownArn, S3Bucket: "photos" },
      { TableArn: thereArn, S3Bucket: "photos-tsk3x9002" },
    ],
  ])("%s %j", async (operation, document, expected) => {
    expect(await sentFor(operation, document)).toEqual(expected);
  });

  test("finds a table wherever an operation takes one", () => {
    const missed = interfaceOf("dynamodb").operations.flatMap(({ name, consumes, parameters }) =>
      (consumes["table"] ?? [])
        .filter((path) => {
          const fields = Object.fromEntries(parameters.map(({ wire, type }) => [wire, type]));
          const found = namesIn({ kind: "object", open: false, fields }, documentWith(path, "songs"));
          return !found.some(({ text, naming }) => text === "songs" && naming === "table");
        })
        .map((path) => `${name} ${path}`),
    );

    expect(missed).toEqual([]);
  });

  test.each([
    ["DeleteTable", { TableName: "kept" }, /`kept` was there before/],
    ["DeleteTable", { TableName: ownArn.replace("songs", "kept") }, /`kept` was there before/],
    [
      "DeleteBackup",
      { BackupArn: `${ownArn.replace("songs", "kept")}/backup/1-a` },
      /`kept` was there before/,
    ],
    [
      "UpdateTable",
      { TableName: "kept", ReplicaUpdates: [{ Delete: { RegionName: "x" } }] },
      /`kept` was there before/,
    ],
    [
      "UpdateTable",
      { TableName: "kept", GlobalSecondaryIndexUpdates: [{ Delete: { IndexName: "i" } }] },
      /`kept` was there before/,
    ],
    [
      "UpdateTimeToLive",
      { TableName: "kept", TimeToLiveSpecification: { Enabled: true, AttributeName: "t" } },
      /`kept` was there before/,
    ],
    ["DeleteResourcePolicy", { ResourceArn: ownArn.replace("songs", "kept") }, /`kept` was there before/],
    ["DeleteItem", { TableName: "kept", Key: { id: { S: "old" } } }, /has not written/],
    ["DeleteItem", { TableName: "kept" }, /has not written/],
    [
      "BatchWriteItem",
      { RequestItems: { kept: [{ DeleteRequest: { Key: { id: { S: "old" } } } }] } },
      /has not written/,
    ],
    [
      "TransactWriteItems",
      { TransactItems: [{ Delete: { TableName: "kept", Key: { id: { S: "old" } } } }] },
      /has not written/,
    ],
    ["ExecuteStatement", { Statement: "DELETE FROM kept WHERE id = 'old'" }, /has not written/],
    ["InventTable", {}, /no operation of dynamodb is named InventTable/],
    ["PutItem", "text", /no JSON object/],
    ["ExecuteStatement", { Statement: "SELECT * FROM <<songs>>" }, /no table/],
  ])("cannot be sent: %s %j", async (operation, document, why) => {
    const body = Buffer.from(JSON.stringify(document));

    await expect(rewriter().request(dynamodbHead(operation), body)).rejects.toMatchObject({
      code: "TS_CANNOT_SEND",
      message: expect.stringMatching(why),
    });
  });
});

test("in a table that exists, items that the run has put may be deleted", async () => {
  const subject = rewriter();
  const send = async (operation: string, document: unknown, answer: unknown = {}) => {
    const head = dynamodbHead(operation);
    await subject.request(head, Buffer.from(JSON.stringify(document)));
    const ok = { status: 200, reason: "", headers: [] };
    await subject.response(head, ok, Buffer.from(JSON.stringify(answer)));
  };
  const item = (id: string) => ({ id: { S: id }, n: { N: "1" }, tags: { L: [] } });
  const remove = (id: string) => send("DeleteItem", { TableName: "kept", Key: { id: { S: id } } });
  const batch = (id: string) => ({ RequestItems: { kept: [{ PutRequest: { Item: item(id) } }] } });
  await send("PutItem", { TableName: "kept", Item: item("one") });
  await send("BatchWriteItem", batch("two"));
  await send("BatchWriteItem", batch("unprocessed"), { UnprocessedItems: { "acme-kept": [{}] } });
  await send("TransactWriteItems", { TransactItems: [{ Put: { TableName: "kept", Item: item("three") } }] });

  for (const id of ["one", "two", "three"]) await expect(remove(id)).resolves.toBeUndefined();
  for (const id of ["old", "unprocessed"]) await expect(remove(id)).rejects.toThrow(/has not written/);
});

/** A document that has this text at a path such as `TransactItems[].Put.TableName`. */
function documentWith(path: string, text: string): unknown {
  return (path.match(/\[name\]|\[\]|[^.[\]]+/g) ?? []).reduceRight<unknown>((value, step) => {
    if (step === "[name]") return { [text]: {} };
    return step === "[]" ? [value] : { [step]: value };
  }, text);
}

describe("an answer", () => {
  function used() {
    const names = new Names({ run: "k3x9", existing: { kept: "acme-kept" } });
    names.there("dynamodbTable", "songs", by);
    return names;
  }

  test("speaks of the application's own tables, region and account, and leaves items alone", async () => {
    const subject = rewriter({ names: used() });

    const described = await answerOf(
      "DescribeTable",
      200,
      {
        Table: {
          TableName: there,
          TableArn: thereArn,
          LatestStreamArn: `${thereArn}/stream/1`,
          CreationDateTime: 1.5,
        },
      },
      subject,
    );
    const got = await answerOf(
      "GetItem",
      200,
      { Item: { TableName: { S: there } }, ConsumedCapacity: { TableName: there } },
      subject,
    );
    const batch = await answerOf(
      "BatchGetItem",
      200,
      { Responses: { [there]: [{ a: { S: there } }] }, UnprocessedKeys: {} },
      subject,
    );

    expect(described).toEqual({
      Table: {
        TableName: "songs",
        TableArn: ownArn,
        LatestStreamArn: `${ownArn}/stream/1`,
        CreationDateTime: 1.5,
      },
    });
    expect(got).toEqual({ Item: { TableName: { S: there } }, ConsumedCapacity: { TableName: "songs" } });
    expect(batch).toEqual({ Responses: { songs: [{ a: { S: there } }] }, UnprocessedKeys: {} });
  });

  test("lists this test's own tables alone, and goes on from where a page ended", async () => {
    const names = used();
    const other = names.there("dynamodbTable", "songs", { ...by, test: "two" });
    const subject = rewriter({ names });

    const page = await answerOf(
      "ListTables",
      200,
      { TableNames: ["acme-kept", "prod", there, other], LastEvaluatedTableName: other },
      subject,
    );
    const next = await sentFor(
      "ListTables",
      { ExclusiveStartTableName: page.LastEvaluatedTableName },
      subject,
    );
    const anywhere = await sentFor("ListTables", { ExclusiveStartTableName: "m-of-no-table" }, subject);
    const deleted = await sentFor("DeleteTable", { TableName: page.LastEvaluatedTableName }, subject);
    const backups = await answerOf(
      "ListBackups",
      200,
      {
        BackupSummaries: [
          { TableName: "prod", BackupArn: `${thereArn.replace(there, "prod")}/backup/1` },
          { TableName: there, BackupArn: `${thereArn}/backup/2` },
        ],
      },
      subject,
    );

    expect(page.TableNames).toEqual(["kept", "songs"]);
    expect(page.LastEvaluatedTableName).not.toContain("songs");
    expect(next).toEqual({ ExclusiveStartTableName: other });
    expect(anywhere).toEqual({ ExclusiveStartTableName: "m-of-no-table" });
    expect(deleted.TableName).not.toBe(other);
    expect(backups).toEqual({ BackupSummaries: [{ TableName: "songs", BackupArn: `${ownArn}/backup/2` }] });
  });

  test("refuses without a word of the other account, its key or its token", async () => {
    const subject = rewriter({ names: used() });
    const denied = `User: arn:aws:iam::${account}:user/x is not authorized to perform: dynamodb:GetItem on resource: ${thereArn}`;
    const canonical = `does not match.\n\nThe Canonical String for this request should have been\n'POST x-amz-security-token:${key.token}'`;
    const cancelled = {
      message: "cancelled",
      CancellationReasons: [{ Code: "None", Message: `${there} is busy`, Item: { a: { S: there } } }],
    };

    expect(
      (await answerOf("GetItem", 400, { __type: "x#AccessDeniedException", Message: denied }, subject))
        .Message,
    ).toBe(
      `User: arn:aws:iam::000000000000:user/x is not authorized to perform: dynamodb:GetItem on resource: ${ownArn}`,
    );
    expect(await answerOf("GetItem", 400, { message: canonical }, subject)).toEqual({
      message: "does not match.",
    });
    expect(await answerOf("TransactWriteItems", 400, cancelled, subject)).toEqual({
      message: "cancelled",
      CancellationReasons: [{ Code: "None", Message: "songs is busy", Item: { a: { S: there } } }],
    });
  });

  test("sends SDKs that look for the service back here", async () => {
    const endpoints = await answerOf("DescribeEndpoints", 200, {
      Endpoints: [{ Address: "dynamodb.eu-west-1.amazonaws.com", CachePeriodInMinutes: 1 }],
    });

    expect(endpoints).toEqual({ Endpoints: [{ Address: "127.0.0.1:40002", CachePeriodInMinutes: 1 }] });
  });
});
