import { expect, test } from "vitest";
import { interfaceOf, serviceNames, topLevelOf } from "../../../../src/clouds/index.ts";
import { topChanges } from "../../../../src/fidelity/sides/top-names.ts";

test("what is made, removed and written to is read off the input", () => {
  const ofTable = topChanges("azure-table");
  const ofDynamodb = topChanges("dynamodb");

  expect(ofTable("Table_Create", { tableProperties: { TableName: "users" } })).toEqual({
    does: "makes",
    names: ["users"],
  });
  expect(ofTable("Table_Delete", { table: "users" })).toEqual({ does: "removes", names: ["users"] });
  expect(topChanges("s3")("PutBucketTagging", { Bucket: "photos" })).toEqual({
    does: "writes",
    names: ["photos"],
  });
  expect(ofDynamodb("BatchWriteItem", { RequestItems: { a: [], b: [] } })?.names).toEqual(["a", "b"]);
  expect(ofDynamodb("DeleteTable", { TableName: "arn:aws:dynamodb:us-east-1:0:table/a" })?.names).toEqual([
    "a",
  ]);
});

test("what only reads changes nothing, and an input that is nothing like it should be names nothing", () => {
  expect(topChanges("azure-blob")("Container_GetProperties", { containerName: "a" })).toBeUndefined();
  expect(topChanges("azure-table")("Table_Create", { tableProperties: 7 })?.names).toEqual([]);
});

test.each(serviceNames)("every operation of %s that makes or removes something names it", (service) => {
  const { changes } = topLevelOf(service);
  const known = interfaceOf(service).operations.map(({ name }) => name);

  const unnamed = Object.keys(changes).filter(
    (operation) => topChanges(service)(operation, {}) === undefined || !known.includes(operation),
  );

  expect(unnamed).toEqual([]);
});
