import { describe, expect, test } from "vitest";
import {
  interfaceOf,
  operationOf,
  type ServiceName,
  serviceNames,
  topLevelOf,
} from "../../../../src/clouds/index.ts";
import { namedThings, unreadable } from "../../../../src/fidelity/sides/named-things.ts";
import { defaultInput } from "../../../../src/model/index.ts";

const endpoint = "http://127.0.0.1:10000/devstoreaccount1";

function named(service: ServiceName, operation: string, input: Record<string, unknown>): readonly string[] {
  return namedThings(service, endpoint)(operation, input);
}

const arn = "arn:aws:dynamodb:us-east-1:123456789012:table/photos";

test.each([
  ["azure-blob", "Container_Delete", { containerName: "photos" }],
  ["azure-blob", "Container_Restore", { containerName: "new", deletedContainerName: "photos" }],
  ["azure-queue", "Messages_Clear", { queueName: "photos" }],
  ["azure-table", "Table_Batch", { body: [{ Table: "photos" }, { Table: "photos" }] }],
  ["s3", "DeleteObject", { Bucket: "photos", Key: "a" }],
  ["dynamodb", "DeleteTable", { TableName: arn }],
  ["dynamodb", "DeleteBackup", { BackupArn: `${arn}/backup/01` }],
  ["dynamodb", "TagResource", { ResourceArn: `${arn}/index/by-day`, Tags: [] }],
  ["dynamodb", "UpdateGlobalTableSettings", { GlobalTableName: "photos" }],
  ["dynamodb", "CancelBulkOperation", { BulkOperationArn: `${arn}/bulk/01` }],
  ["dynamodb", "BatchWriteItem", { RequestItems: { photos: [] } }],
  ["dynamodb", "ExecuteStatement", { Statement: `DELETE FROM "photos" WHERE id = 'mine'` }],
  ["dynamodb", "BatchExecuteStatement", { Statements: [{ Statement: "delete from photos" }] }],
  ["dynamodb", "ExecuteTransaction", { TransactStatements: [{ Statement: "update photos set a=1" }] }],
] as const)("%s %s is about photos", (service, operation, input) => {
  expect(named(service, operation, input)).toEqual(["photos"]);
});

test("what is moved is changed, and what is copied or only read is not", () => {
  expect(named("s3", "RenameObject", { Bucket: "mine", Key: "a", RenameSource: "/photos/a" })).toEqual([
    "mine",
    "photos",
  ]);
  expect(named("s3", "CopyObject", { Bucket: "mine", Key: "a", CopySource: "/photos/a" })).toEqual(["mine"]);
  expect(named("dynamodb", "ExecuteStatement", { Statement: `SELECT * FROM "photos"` })).toEqual([]);
  expect(named("dynamodb", "DescribeBackup", { BackupArn: arn })).toEqual([]);
  expect(named("azure-blob", "Container_Create", { containerName: "photos" })).toEqual([]);
});

test("nothing is called as the examples of what services give names to", () => {
  const operation = operationOf("dynamodb", "DeleteBackup");

  expect(named("dynamodb", "DeleteBackup", defaultInput(operation, interfaceOf("dynamodb").types))).toEqual(
    [],
  );
});

test("a batch is about what its parts are about", () => {
  const body = Buffer.from(
    [
      "--batch_1\r\nContent-Type: application/http\r\n\r\nDELETE /photos/a HTTP/1.1\r\n\r\n",
      "--batch_1\r\n\r\nDELETE /devstoreaccount1/albums/b?snapshot=1 HTTP/1.1\r\n\r\n--batch_1--",
    ].join(""),
  );

  expect(named("azure-blob", "Service_SubmitBatch", { body })).toEqual(["photos", "albums"]);
  expect(named("azure-blob", "Container_SubmitBatch", { containerName: "mine", body })).toEqual([
    "mine",
    "photos",
    "albums",
  ]);
});

test("a batch of a table, as it is sent, is about the tables in its addresses", () => {
  const sent = (...targets: string[]) => ({
    body: targets.map((target) => `--changes\r\n\r\n${target} HTTP/1.1\r\n\r\n{}`).join("\r\n"),
  });

  expect(
    named(
      "azure-table",
      "Table_Batch",
      sent(
        "POST http://127.0.0.1:10002/devstoreaccount1/users",
        "DELETE http://127.0.0.1:10002/devstoreaccount1/albums(PartitionKey='a',RowKey='/b')",
        "DELETE https://any.table.core.windows.net/Tables('photos')",
      ),
    ),
  ).toEqual(["users", "albums", "photos"]);
  expect(named("azure-table", "Table_Batch", sent("POST /devstoreaccount1/$batch"))).toEqual([unreadable]);
});

describe("a name that cannot be told", () => {
  test.each([
    ["azure-blob", "Blob_Delete", { containerName: "mine", blob: "../photos/a" }],
    ["azure-blob", "Blob_Delete", { containerName: "mine", blob: ".." }],
    ["azure-queue", "MessageId_Delete", { queueName: "mine", messageId: "%2e%2E/.%2e/photos" }],
    ["azure-queue", "MessageId_Delete", { queueName: "mine", messageId: ".\n./.\t./photos" }],
    ["dynamodb", "DeleteBackup", { BackupArn: 7 }],
    ["dynamodb", "ExecuteStatement", { Statement: "/* ? */ DELETE FROM photos" }],
    ["azure-blob", "Service_SubmitBatch", { body: "DELETE photos HTTP/1.1" }],
  ] as const)("is none of ours: %s %s %j", (service, operation, input) => {
    expect(named(service, operation, input)).toContain(unreadable);
  });
});

/** What changes nothing that has a name: settings of the account, and an answer to somebody's open request. */
const nameless = new Set(["Service_SetProperties", "WriteGetObjectResponse"]);

test.each(serviceNames)("every change of %s says what it is about, or makes it", (service) => {
  const { operations } = interfaceOf(service);
  const { changes } = topLevelOf(service);
  const changing = operations.filter(({ name, readOnly }) => !readOnly && !nameless.has(name));

  const unnamed = changing.filter(({ name, consumes, parameters }) => {
    const filled = Object.fromEntries(
      parameters.map((parameter) => [parameter.name, filler(parameter.name)]),
    );
    const isText = name.includes("Execute") || name.endsWith("_SubmitBatch");
    const isMade = changes[name] === "made" && Object.keys(consumes).every((one) => one === "bucket");
    return (
      !isText && !isMade && Object.keys(consumes).length > 0 && named(service, name, filled).length === 0
    );
  });

  expect(unnamed.map(({ name }) => name)).toEqual([]);
});

/** Something at every depth at which names stand. */
function filler(name: string): unknown {
  const item = { TableName: "photos", Table: "photos" };
  if (name === "RequestItems") return { photos: [] };
  if (name === "TransactItems") return [{ Put: item }];
  return name === "body" ? [item] : "photos";
}
