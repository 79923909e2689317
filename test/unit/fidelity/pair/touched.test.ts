import { describe, expect, test } from "vitest";
import { operationOf, type ServiceName } from "../../../../src/clouds/index.ts";
import type { Step } from "../../../../src/explore/index.ts";
import {
  changesNothing,
  collide,
  givesOthers,
  listsAccount,
  needsAccountAlone,
  sharedThings,
  touchedScopes,
  touchesAccount,
} from "../../../../src/fidelity/pair/touched.ts";
import type { Input } from "../../../../src/model/index.ts";

const own = new Set(["fz000001", "fz000002"]);

test.each<[ServiceName, string, Input, readonly (readonly string[])[]]>([
  ["azure-blob", "Container_Create", { containerName: "fz000001" }, [["fz000001"]]],
  ["azure-blob", "Blob_Delete", { containerName: "$root", blob: "a" }, [["$root"]]],
  ["azure-blob", "Blob_Delete", { containerName: "a/b?c", blob: "a" }, []],
  [
    "azure-blob",
    "Blob_CopyFromURL",
    { containerName: "fz000001", copySource: { $endpoint: "/fz000002/a" } },
    [["fz000001"], ["fz000002"]],
  ],
  ["azure-blob", "Service_SetProperties", { blobServiceProperties: {} }, [[]]],
  ["azure-table", "Service_SetProperties", { tableServiceProperties: {} }, [[]]],
  ["azure-blob", "Service_GetProperties", {}, []],
  [
    "azure-blob",
    "Service_SubmitBatch",
    { body: new TextEncoder().encode("DELETE /fz000002/a") },
    [["fz000002"]],
  ],
  ["azure-table", "Table_Create", { tableProperties: { TableName: "fz000001" } }, [["fz000001"]]],
  ["s3", "PutObject", { Bucket: "fz000001", Key: "a" }, [["fz000001"]]],
  ["dynamodb", "BatchWriteItem", { RequestItems: { fz000001: [], others: [] } }, [["fz000001"], ["others"]]],
  ["dynamodb", "ExecuteStatement", { Statement: 'SELECT * FROM "fz000002"' }, [["fz000002"]]],
  ["dynamodb", "TagResource", { ResourceArn: "arn:aws:dynamodb:us-east-1:1:table/fz000001" }, [["fz000001"]]],
])("%s: %s of %j touches %j", (service, operation, input, scopes) => {
  expect(touchedScopes(service, operationOf(service, operation), input, own)).toEqual(scopes);
});

describe("an account", () => {
  const step = (operation: string): Step => ({
    operation,
    input: {},
    caller: "owner",
    tries: { kind: "valid" },
  });

  test("is touched by what sets something for all in it", () => {
    expect(touchesAccount("azure-queue", [step("Queue_Create"), step("Service_SetProperties")])).toBe(true);
    expect(touchesAccount("azure-blob", [step("Service_SubmitBatch"), step("Service_GetProperties")])).toBe(
      false,
    );
    expect(touchesAccount("dynamodb", [step("ExecuteStatement")])).toBe(false);
  });

  test("is for one alone who sets what others feel", () => {
    expect(needsAccountAlone("azure-blob", [step("Container_Create"), step("Service_SetProperties")])).toBe(
      true,
    );
    expect(needsAccountAlone("azure-queue", [step("Queue_Create"), step("Service_SetProperties")])).toBe(
      false,
    );
    expect(needsAccountAlone("azure-table", [step("Table_Create"), step("Table_Delete")])).toBe(false);
  });

  test.each<[string, Input, readonly Step[], boolean]>([
    ["all of it", {}, [], false],
    ["what begins with something", { prefix: "ts0" }, [], false],
    ["a page of it", { maxPageSize: 2 }, [], true],
    ["the page behind another", { marker: { $from: 0, at: "body NextMarker" } }, [], true],
    [
      "what is taken then",
      {},
      [{ ...step("Queue_Delete"), input: { queueName: { $from: 1, at: "body Queues[0].Name" } } }],
      true,
    ],
    [
      "what is not taken",
      {},
      [{ ...step("Queue_Delete"), input: { queueName: { $from: 10, at: "" } } }],
      false,
    ],
  ])("is for one alone who lists %s: %j", (_, input, behind, isAlone) => {
    const sequence = [step("Queue_Create"), { ...step("Service_ListQueuesSegment"), input }, ...behind];

    expect(needsAccountAlone("azure-queue", sequence)).toBe(isAlone);
    expect(givesOthers("azure-queue", sequence, 1)).toBe(!isAlone);
    expect(givesOthers("azure-queue", sequence, 0)).toBe(false);
  });

  test("is set and asked for its settings by one after the other", () => {
    const [sets, asks] = [
      [step("Service_SetProperties")],
      [step("Queue_Create"), step("Service_GetProperties")],
    ];

    const [setting, asking] = [sharedThings("azure-queue", sets), sharedThings("azure-queue", asks)];

    expect(collide(setting, asking)).toBe(true);
    expect(collide(asking, setting)).toBe(true);
    expect(collide(setting, setting)).toBe(true);
    expect(collide(asking, asking)).toBe(false);
    expect(sharedThings("azure-queue", [step("Queue_Create"), step("Service_ListQueuesSegment")]).size).toBe(
      0,
    );
    expect(sharedThings("s3", [step("ListBuckets")]).size).toBe(0);
  });

  test("has names that two may have chosen, but not where they are told by a token or by an answer", () => {
    const makes = (TableName: unknown): Step => ({ ...step("CreateTable"), input: { TableName } });

    const two = sharedThings("dynamodb", [makes("users"), makes("users2")]);

    expect([...two.keys()]).toEqual(["users", "users2"]);
    expect(collide(two, sharedThings("dynamodb", [makes("users2")]))).toBe(true);
    expect(sharedThings("dynamodb", [makes({ $from: 0, at: "body TableNames[0]" })]).size).toBe(0);
    expect(sharedThings("dynamodb", [makes("ts000001")]).size).toBe(0);
  });

  test("is changed by nothing that only reads", () => {
    expect(changesNothing("s3", [step("ListBuckets"), step("HeadBucket")])).toBe(true);
    expect(changesNothing("s3", [step("ListBuckets"), step("CreateBucket")])).toBe(false);
  });

  test("is listed by what goes from page to page and names nothing in it", () => {
    const lists = (service: ServiceName, name: string, input: Input = {}) =>
      listsAccount(operationOf(service, name), input);

    expect(lists("azure-blob", "Service_ListContainersSegment")).toBe(true);
    expect(lists("azure-blob", "Service_FilterBlobs")).toBe(true);
    expect(lists("dynamodb", "ListTables")).toBe(true);
    expect(lists("dynamodb", "ListBackups", { TableName: "users" })).toBe(false);
    expect(lists("dynamodb", "ListBackups", { TableName: "" })).toBe(true);
    expect(
      lists("dynamodb", "ListBackups", { ExclusiveStartBackupArn: "arn:aws:dynamodb:a:1:table/b" }),
    ).toBe(true);
    expect(
      lists("dynamodb", "ListTagsOfResource", { ResourceArn: { $from: 0, at: "body Table.TableArn" } }),
    ).toBe(false);
    expect(lists("dynamodb", "ListExports", { TableArn: "arn:aws:dynamodb:us-east-1:0:table/users" })).toBe(
      false,
    );
    expect(lists("s3", "ListObjectsV2", { Bucket: "photos" })).toBe(false);
    expect(lists("azure-queue", "Service_GetProperties")).toBe(false);
  });
});
