import { entriesOf, itemSize, listed } from "./item-size.ts";

/** Request units: a write unit is for each KiB begun, a read unit for each 4 KiB begun, half of one if it may be stale. */
export interface RequestUnits {
  readonly read: number;
  readonly write: number;
}

type Json = Readonly<Record<string, unknown>>;
type Count = (request: Json, response: Json) => number;

/** Transactions do everything twice. */
const twice = 2;

const writes: Readonly<Record<string, Count>> = {
  PutItem: ({ Item }) => writeUnits(Item),
  UpdateItem: (_, { Attributes }) => writeUnits(Attributes),
  DeleteItem: (_, { Attributes }) => writeUnits(Attributes),
  BatchWriteItem: ({ RequestItems }) =>
    sum(entriesOf(RequestItems), ([, requests]) =>
      sum(listed(requests), (each) => writeUnits(within(each, "PutRequest", "Item"))),
    ),
  TransactWriteItems: ({ TransactItems }) =>
    twice * sum(listed(TransactItems), (each) => writeUnits(within(each, "Put", "Item"))),
};

const reads: Readonly<Record<string, Count>> = {
  GetItem: ({ ConsistentRead }, { Item }) => readUnits(itemSize(Item), ConsistentRead),
  BatchGetItem: ({ RequestItems }, { Responses }) =>
    sum(entriesOf(RequestItems), ([table, request]) => {
      const found = listed(within(Responses, table));
      const missing = Math.max(0, listed(within(request, "Keys")).length - found.length);
      return (
        sum(found, (item) => readUnits(itemSize(item), within(request, "ConsistentRead"))) +
        missing * readUnits(0, within(request, "ConsistentRead"))
      );
    }),
  TransactGetItems: ({ TransactItems }, { Responses }) =>
    twice *
    sum(listed(TransactItems), (_, at) => readUnits(itemSize(within(listed(Responses)[at], "Item")), true)),
  Query: readTogether,
  Scan: readTogether,
};

/** What a call used up: as the answer tells, or by the sizes that can be seen, or one unit. Others use none. */
export function consumedUnits(operation: string, request: Json, response: Json): RequestUnits | undefined {
  const count = countOf(operation, request, response);
  const told = toldUnits(response["ConsumedCapacity"]);
  if (count === undefined || told === undefined) return count;
  return count.write > 0 ? { read: 0, write: told } : { read: told, write: 0 };
}

function countOf(operation: string, request: Json, response: Json): RequestUnits | undefined {
  const write = writes[operation];
  if (write !== undefined) return { read: 0, write: write(request, response) };
  const read = reads[operation];
  if (read !== undefined) return { read: read(request, response), write: 0 };
  if (operation === "ExecuteStatement") return statements([request], 1);
  if (operation === "BatchExecuteStatement") return statements(listed(request["Statements"]), 1);
  if (operation === "ExecuteTransaction") return statements(listed(request["TransactStatements"]), twice);
  return undefined;
}

/** Items that are read together are weighed together. What a filter has dropped cannot be seen. */
function readTogether({ ConsistentRead }: Json, { Items }: Json): number {
  return readUnits(sum(listed(Items), itemSize), ConsistentRead);
}

/** Of a statement only its kind can be told. */
function statements(all: readonly unknown[], factor: number): RequestUnits {
  const selects = all.filter((each) => /^\s*SELECT\b/i.test(String(within(each, "Statement"))));
  const consistent = selects.filter((each) => factor > 1 || within(each, "ConsistentRead") === true);
  return {
    read: factor * (consistent.length + (selects.length - consistent.length) / 2),
    write: factor * (all.length - selects.length),
  };
}

function writeUnits(item: unknown): number {
  return Math.max(1, Math.ceil(itemSize(item) / 1024));
}

function readUnits(bytes: number, consistent: unknown): number {
  const blocks = Math.max(1, Math.ceil(bytes / 4096));
  return consistent === true ? blocks : blocks / 2;
}

function toldUnits(consumed: unknown): number | undefined {
  const all = Array.isArray(consumed) ? listed(consumed) : [consumed];
  const units = all.map((each) => within(each, "CapacityUnits"));
  const numbers = units.filter((each) => typeof each === "number");
  return numbers.length === 0 ? undefined : sum(numbers, (each) => each);
}

/** What stands in nested objects under these names. */
function within(value: unknown, ...names: readonly string[]): unknown {
  return names.reduce((inner, name) => entriesOf(inner).find(([key]) => key === name)?.[1], value);
}

function sum<T>(values: readonly T[], of: (value: T, at: number) => number): number {
  return values.reduce((total, value, at) => total + of(value, at), 0);
}
