import {
  type Contract,
  contract,
  fault,
  type Input,
  type Success,
  type Tracker,
} from "../../../model/index.ts";
import { awsSnapshot } from "../../shared/amazon-sources.ts";
import { at, listOf } from "../../shared/contract-conditions.ts";
import { ownTableOf, untilOthersChange } from "./own-tables.ts";
import { documentOf, madeTable, making, users } from "./tracked.ts";

type Item = Readonly<Record<string, unknown>>;

/** The items of a table as they were put whole, by their keys; those that were changed since are not known. */
interface Items {
  readonly keys: readonly string[];
  readonly known: Map<string, Item>;
}

const most = 5000;
const writing = ["PutItem", "UpdateItem", "DeleteItem"];

/** Operations that may write many items, or that of many tables. */
const others = [
  "BatchWriteItem",
  "TransactWriteItems",
  "ExecuteStatement",
  "BatchExecuteStatement",
  "ExecuteTransaction",
];

const items: Tracker<Items> = untilOthersChange({
  name: "items that were put",
  operations: [...making, ...writing, ...others, "DeleteTable"],
  key: ownTableOf,
  next(before, { call: { operation, input } }: Success) {
    if (operation === "CreateTable") return { keys: keysOf(input), known: new Map() };
    if (before === undefined || !writing.includes(operation)) return undefined;
    const given = operation === "PutItem" ? input["Item"] : input["Key"];
    const name = nameOf(given, before.keys);
    before.known.delete(name);
    if (operation === "PutItem" && before.known.size < most) before.known.set(name, Object(given));
    return before;
  },
  forgotten: ({ operation }) => (others.includes(operation) ? () => true : undefined),
});

function keysOf(input: Input): readonly string[] {
  return listOf(input["KeySchema"]).map((part) => String(at(part, "AttributeName")));
}

function nameOf(item: unknown, keys: readonly string[]): string {
  return JSON.stringify(keys.map((key) => at(item, key)));
}

/** The item that a call is about, as it was put. */
function itemOf(input: Input, items: Items | undefined): Item | undefined {
  return items?.known.get(nameOf(input["Item"] ?? input["Key"], items.keys));
}

const failed = {
  status: 400,
  code: "ConditionalCheckFailedException",
  text: JSON.stringify({
    __type: "com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException",
    message: "The conditional request failed",
  }),
};
const key = { id: { S: "1" } };
const put = { operation: "PutItem", input: { ...users, Item: { ...key, name: { S: "Ann" } } } };
const asked = (value: string) => ({
  ...users,
  Item: key,
  Key: key,
  ConditionExpression: "attribute_not_exists(id)",
  ReturnValuesOnConditionCheckFailure: value,
});

export const failedConditionContracts: readonly Contract[] = [
  contract({
    id: "dynamodb/failed-condition-tells-the-item",
    says: "where its condition fails, an item is told as it is, if that was asked for",
    on: writing,
    asksFirst: true,
    track: { items },
    when: ({ input, answered, items }) =>
      answered.code === "ConditionalCheckFailedException" &&
      input["ReturnValuesOnConditionCheckFailure"] === "ALL_OLD" &&
      documentOf(answered.text)["Item"] === undefined &&
      itemOf(input, items) !== undefined,
    answer: ({ input, answered, items }) => ({
      ...fault(400, "ConditionalCheckFailedException", "The conditional request failed"),
      body: JSON.stringify({ ...documentOf(answered.text), Item: itemOf(input, items) }),
    }),
    evidence: awsSnapshot("dynamodb", "test_return_values_on_conditions_check_failure", "items"),
    breaks: { input: asked("ALL_OLD"), after: [madeTable, put], answered: failed },
    keeps: { input: asked("NONE"), after: [madeTable, put], answered: failed },
  }),
];
