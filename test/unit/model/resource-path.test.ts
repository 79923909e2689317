import { expect, test } from "vitest";
import { any, array, map, object, optional, ref, string, union } from "../../../src/model/index.ts";
import { namePaths, requestPaths, typesAt, valuesAt } from "../../../src/model/resource-path.ts";

test("follows paths into fields, items, values and names, through references and alternatives", () => {
  const types = { Item: union(string(), object({ "Id?": ref("Id") })), Id: string({ maxLength: 9 }) };
  const byName = map(array(ref("Item")), { names: string({ maxLength: 3 }) });

  expect(typesAt("[][].Id", byName, types)).toEqual([optional(ref("Id"))]);
  expect(typesAt("[name]", byName, types)).toEqual([string({ maxLength: 3 })]);
  expect(typesAt("a.b[]", any())).toEqual([any()]);
  expect(typesAt("[].Id", byName, types)).toEqual([]);
  expect(typesAt("constructor", object({}))).toEqual([]);
});

test("a path leads to all values, to names and to nothing", () => {
  const value = { RequestItems: { users: [{ Put: 1 }, { Put: 2 }], jobs: [] } };

  expect(valuesAt(value, "RequestItems[][].Put")).toEqual([1, 2]);
  expect(valuesAt(value, "RequestItems[name]")).toEqual(["users", "jobs"]);
  expect(valuesAt(value, "RequestItems.users.Put")).toEqual([]);
  expect(valuesAt(value, "constructor")).toEqual([]);
});

test("a request names what it takes, and what it makes by a name of its choice", () => {
  const operation = {
    consumes: { bucket: ["Bucket"], upload: ["UploadId"] },
    produces: { key: ["request Key"], etag: ["header ETag"] },
  };

  expect(requestPaths(["header ETag", "request Key"])).toEqual(["Key"]);
  expect(namePaths(operation)).toEqual(["Bucket", "UploadId", "Key"]);
});
