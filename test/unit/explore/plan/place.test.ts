import { describe, expect, test } from "vitest";
import { interfaceOf, operationOf } from "../../../../src/clouds/index.ts";
import { placed, typeAt, valueAt } from "../../../../src/explore/plan/place.ts";

const dynamodb = interfaceOf("dynamodb").types;
const transact = operationOf("dynamodb", "TransactWriteItems");
const batch = operationOf("dynamodb", "BatchGetItem");

describe("a value is put", () => {
  test("at a parameter", () => {
    const create = operationOf("azure-queue", "Queue_Create");

    expect(placed({}, "queueName", "jobs", create, {})).toEqual({ queueName: "jobs" });
  });

  test("into each item of a list, where the way there is given", () => {
    const items = [{ Put: { TableName: "old", Item: {} } }, { Delete: { TableName: "old", Key: {} } }];

    const input = placed(
      { TransactItems: items },
      "TransactItems[].Put.TableName",
      "new",
      transact,
      dynamodb,
    );

    expect(input).toEqual({
      TransactItems: [{ Put: { TableName: "new", Item: {} } }, { Delete: { TableName: "old", Key: {} } }],
    });
  });

  test("as the name of a map's only member", () => {
    const keys = { Keys: [{ id: { S: "a" } }] };

    expect(placed({ RequestItems: { old: keys } }, "RequestItems[name]", "new", batch, dynamodb)).toEqual({
      RequestItems: { new: keys },
    });
  });

  test("into an item that is made for it", () => {
    const commit = operationOf("azure-blob", "BlockBlob_CommitBlockList");
    const { types } = interfaceOf("azure-blob");

    const input = placed({ blocks: {} }, "blocks.Latest[]", "MQ==", commit, types);

    expect(
      valueAt(placed({ blocks: { Latest: [] } }, "blocks.Latest[]", "MQ==", commit, types), "blocks"),
    ).toEqual({
      Latest: ["MQ=="],
    });
    expect(input).toEqual({ blocks: {} });
  });
});

test("a value is found by its path, of lists and maps the first", () => {
  const input = { RequestItems: { photos: { Keys: [{ id: { S: "a" } }, { id: { S: "b" } }] } } };

  expect(valueAt(input, "RequestItems[name]")).toBe("photos");
  expect(valueAt(input, "RequestItems[].Keys[]")).toEqual({ id: { S: "a" } });
  expect(valueAt(input, "RequestItems[].Nothing.there")).toBeUndefined();
});

test("the type behind a path is found through lists, maps and references", () => {
  expect(typeAt("TransactItems[].Put.TableName", transact, dynamodb)).toMatchObject({ kind: "string" });
  expect(typeAt("RequestItems[name]", batch, dynamodb)).toMatchObject({ kind: "string" });
  expect(typeAt("nothing", batch, dynamodb)).toEqual({ kind: "any" });
});
