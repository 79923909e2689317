import { expect, test } from "vitest";
import { scopesOf } from "../../../src/clouds/index.ts";

const at = (method: string, url: string, body?: object) =>
  scopesOf("azure-table", {
    method,
    url: `/devstoreaccount1/${url}`,
    headers: { host: "127.0.0.1:10002" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });

test("an entity has the same scope when it is put in and when it is asked for", () => {
  const own = [["people", "PartitionKey='it''s',RowKey='b'"]];

  expect(at("POST", "People", { PartitionKey: "it's", RowKey: "b" })).toEqual(own);
  expect(at("GET", "people(PartitionKey='it''s',RowKey='b')")).toEqual(own);
});

test("a table has the same scope when it is made, used and removed", () => {
  expect(at("POST", "Tables", { TableName: "People" })).toEqual([["people"]]);
  expect(at("GET", "people()")).toEqual([["people"]]);
  expect(at("DELETE", "Tables('People')")).toEqual([["people"]]);
});

test("what reaches further, or may, is the account's", () => {
  expect(at("GET", "Tables")).toEqual([[]]);
  expect(at("POST", "$batch", { PartitionKey: "a", RowKey: "b" })).toEqual([[]]);
  expect(at("POST", "Tables")).toEqual([[]]);
});
