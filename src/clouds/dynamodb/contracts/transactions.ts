import {
  type Call,
  type Contract,
  contract,
  fault,
  type Input,
  recorded,
  type Situation,
  type Tracker,
} from "../../../model/index.ts";
import { awsSnapshot, dynamodbModelPage } from "../../shared/amazon-sources.ts";
import { at, listOf, textOf } from "../../shared/contract-conditions.ts";
import { tablesOf } from "../partiql.ts";
import { limit } from "./limit.ts";
import {
  type Holders,
  holdersOf,
  isMissing,
  isUnknownOperation,
  madeTable,
  tableOf,
  unknownOperation,
  users,
} from "./tracked.ts";

const actions = ["Put", "Update", "Delete", "ConditionCheck", "Get"];

interface Action {
  readonly name: string;
  readonly table: string;
  /** As JSON; of an item that is put, the key cannot be told from the rest. */
  readonly key: string | undefined;
}

function actionsOf(item: unknown): readonly Action[] {
  return actions.flatMap((name) => {
    const action = at(item, name);
    if (action === undefined || action === null) return [];
    const table = String(at(action, "TableName") ?? "").replace(/^arn:.*:table\//, "");
    const key = at(action, "Key");
    return [{ name, table, key: key === undefined ? undefined : sorted(key) }];
  });
}

function sorted(key: unknown): string {
  const entries = Object.entries(Object(key)).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify(entries);
}

/** Whether an item of these attributes has that key. */
function hasKey(item: unknown, key: unknown): boolean {
  return Object.entries(Object(key)).every(
    ([name, value]) => JSON.stringify(at(item, name)) === JSON.stringify(value),
  );
}

/** Whether two actions of a transaction are certainly about one item. */
function meetsTwice(input: Input): boolean {
  const items = listOf(input["TransactItems"]);
  const keyed = items.flatMap(actionsOf).filter(({ key }) => key !== undefined);
  const named = keyed.map(({ table, key }) => `${table} ${key}`);
  if (new Set(named).size < named.length) return true;
  const puts = items.map((item) => at(item, "Put")).filter((put) => put !== undefined);
  return items.some((item) =>
    ["Update", "Delete", "ConditionCheck"].some((name) => {
      const other = at(item, name);
      return puts.some(
        (put) =>
          other !== undefined &&
          at(put, "TableName") === at(other, "TableName") &&
          Object.keys(Object(at(other, "Key"))).length > 0 &&
          hasKey(at(put, "Item"), at(other, "Key")),
      );
    }),
  );
}

/** The one table that a transaction or a statement is about; `undefined` where there are several. */
function onlyTableOf(call: Call): string | undefined {
  const { operation, input } = call;
  if (operation === "ExecuteStatement") return only(tablesOf(textOf(input, "Statement")));
  if (!operation.startsWith("Transact")) return tableOf(call);
  return only(listOf(input["TransactItems"]).flatMap((item) => actionsOf(item).map(({ table }) => table)));
}

function only(names: readonly string[]): string | undefined {
  const [name, ...more] = new Set(names);
  return more.length === 0 && name !== undefined && /^[\w.-]{3,255}$/.test(name) ? name : undefined;
}

/** Whether the table is there that a transaction or a statement is about. */
const onlyTable: Tracker<Holders> = holdersOf("tables of transactions", onlyTableOf);

function isOfNone(situation: Situation, table: Holders | undefined): boolean {
  const name = onlyTableOf(situation.call);
  const named = { ...situation, call: { ...situation.call, input: { TableName: name } } };
  return isUnknownOperation(situation) && name !== undefined && isMissing(table, named);
}

const noResource = fault(400, "ResourceNotFoundException", "Requested resource not found");
const key = { id: { S: "1" } };
const deleted = (...ids: readonly string[]) => ({
  TransactItems: ids.map((id) => ({ Delete: { ...users, Key: { id: { S: id } } } })),
});
const got = (count: number) => ({ TransactItems: [{ Get: { ...users, Key: key } }].slice(0, count) });

export const transactionContracts: readonly Contract[] = [
  limit({
    id: "transaction-writes-each-item-once",
    says: "no two actions of a transaction are about one item",
    on: ["TransactWriteItems"],
    when: meetsTwice,
    message: "Transaction request cannot include multiple operations on one item",
    breaks: deleted("1", "1"),
    keeps: deleted("1", "2"),
    evidence: recorded("the service's answer, quoted in github.com/getmoto/moto/pull/7378"),
  }),
  contract({
    id: "dynamodb/transaction-writes-to-a-table-that-is-there",
    says: "a transaction writes to tables that are there",
    on: ["TransactWriteItems"],
    asksFirst: true,
    track: { onlyTable },
    when: (situation) => isOfNone(situation, situation.onlyTable),
    answer: noResource,
    evidence: awsSnapshot(
      "dynamodb",
      "test_batch_write_not_existing_table",
      "exc-not-found-transact-write-items",
    ),
    breaks: { input: deleted("1"), ...unknownOperation },
    keeps: { input: deleted("1"), after: [madeTable], ...unknownOperation },
  }),
  contract({
    id: "dynamodb/transaction-reads-from-a-table-that-is-there",
    says: "a transaction reads from tables that are there",
    on: ["TransactGetItems"],
    asksFirst: true,
    track: { onlyTable },
    when: (situation) => isOfNone(situation, situation.onlyTable),
    answer: noResource,
    evidence: dynamodbModelPage("TransactGetItems"),
    breaks: { input: got(1), ...unknownOperation },
    keeps: { input: got(1), after: [madeTable], ...unknownOperation },
  }),
  contract({
    id: "dynamodb/statement-is-about-a-table-that-is-there",
    says: "a statement is about a table that is there",
    on: ["ExecuteStatement"],
    asksFirst: true,
    track: { onlyTable },
    when: (situation) => isOfNone(situation, situation.onlyTable),
    answer: noResource,
    evidence: dynamodbModelPage("ExecuteStatement"),
    breaks: { input: { Statement: "SELECT * FROM users" }, ...unknownOperation },
    keeps: { input: { Statement: "SELECT * FROM users" }, after: [madeTable], ...unknownOperation },
  }),
];
