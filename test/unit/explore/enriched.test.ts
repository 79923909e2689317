import { expect, test } from "vitest";
import { exampleOf, interfaceOf, operationOf } from "../../../src/clouds/index.ts";
import { enriched } from "../../../src/explore/enriched.ts";

const { types } = interfaceOf("dynamodb");
const putItem = operationOf("dynamodb", "PutItem");

/** Of which kinds the attributes are that an item is given beside its key: `["N"]`. */
function kindsGiven(pass: number): readonly string[] {
  const plain = { ...exampleOf("dynamodb", putItem), TableName: "orders", Item: { id: { S: "1" } } };
  const how = { paths: new Set(["Item[]"]), pass, seed: 3, naming: new Set<string>() };
  const { Item } = enriched(putItem, plain, types, how);
  const { id: _, ...given } = Item as Record<string, object>;
  return Object.values(given).flatMap((value) => Object.keys(value));
}

test("what entries are given is of another kind each time, from the first time on", () => {
  const kinds = [0, 1, 2, 3].map((pass) => kindsGiven(pass)[0]);

  expect(kinds).toEqual(["N", "B", "SS", "NS"]);
});
