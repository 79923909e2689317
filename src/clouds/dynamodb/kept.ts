import type { Operation } from "../../model/index.ts";
import type { Names } from "../../wire/index.ts";
import { notChanged, notWritten } from "../shared/written.ts";
import { isRecord, type Naming } from "./names-in-documents.ts";

type Item = Readonly<Record<string, unknown>>;

/** An item that is written or deleted, with the application's name of its table. */
interface TableItem {
  readonly table: string;
  readonly item: Item;
}

/** What a request does to items, as far as it says so by item. */
export interface ItemChanges {
  readonly puts: readonly TableItem[];
  readonly deletes: readonly TableItem[];
}

/** They change items alone, which are looked at one by one. */
const ofItems = new Set([
  "PutItem",
  "UpdateItem",
  "DeleteItem",
  "BatchWriteItem",
  "TransactWriteItems",
  "ExecuteStatement",
  "BatchExecuteStatement",
  "ExecuteTransaction",
]);

/** They make something new out of a table, or are refused where there is one already. */
const harmless = new Set([
  "CreateTable",
  "CreateBackup",
  "ExportTableToPointInTime",
  "RestoreTableFromBackup",
  "RestoreTableToPointInTime",
]);

/** What a run has put into tables that were there before it: only that may it delete from them. */
export class WrittenItems {
  readonly #items = new Map<string, Item[]>();

  add({ table, item }: TableItem): void {
    this.#items.set(table, [...(this.#items.get(table) ?? []), keyValues(item)]);
  }

  /** A key says itself which of an item's values it is made of. */
  has({ table, item: key }: TableItem): boolean {
    const wanted = Object.entries(key).map(([name, value]) => [name, JSON.stringify(value)] as const);
    const items = this.#items.get(table) ?? [];
    return (
      wanted.length > 0 &&
      items.some((item) => wanted.every(([name, value]) => JSON.stringify(item[name]) === value))
    );
  }
}

/** The values of an item that a key can be made of. */
function keyValues(item: Item): Item {
  return Object.fromEntries(
    Object.entries(item).filter(
      ([, value]) => isRecord(value) && ("S" in value || "N" in value || "B" in value),
    ),
  );
}

/** Reads which items a request puts and deletes. */
export function itemChanges(
  { name }: Operation,
  document: Item,
  tableIn: (text: string) => string,
): ItemChanges {
  const of = (table: unknown, item: unknown): TableItem[] =>
    typeof table === "string" && isRecord(item) ? [{ table: tableIn(table), item }] : [];
  const inner = (record: unknown, field: string): Item => {
    const value = isRecord(record) ? record[field] : undefined;
    return isRecord(value) ? value : {};
  };
  const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
  switch (name) {
    case "PutItem":
      return { puts: of(document["TableName"], document["Item"]), deletes: [] };
    case "DeleteItem":
      // Without a key that can be read, nothing can be said to be the run's.
      return { puts: [], deletes: of(document["TableName"], document["Key"] ?? {}) };
    case "BatchWriteItem": {
      const entries = Object.entries(inner(document, "RequestItems")).flatMap(([table, requests]) =>
        list(requests).map((request) => ({ table, request })),
      );
      return {
        puts: entries.flatMap(({ table, request }) => of(table, inner(request, "PutRequest")["Item"])),
        deletes: entries.flatMap(({ table, request }) => of(table, inner(request, "DeleteRequest")["Key"])),
      };
    }
    case "TransactWriteItems": {
      const actions = list(document["TransactItems"]);
      const put = actions.map((action) => inner(action, "Put"));
      const deleted = actions.map((action) => inner(action, "Delete"));
      return {
        puts: put.flatMap((action) => of(action["TableName"], action["Item"])),
        deletes: deleted.flatMap((action) => of(action["TableName"], action["Key"])),
      };
    }
    default:
      return { puts: [], deletes: [] };
  }
}

interface NamedTexts {
  /** The application's tables that a request names. */
  readonly tables: readonly string[];
  readonly texts: readonly { readonly text: string; readonly naming: Naming }[];
}

/** Why a request would touch what was there before the run; `undefined` if it would not. */
export function whyKept(
  operation: Operation,
  { tables, texts }: NamedTexts,
  { deletes }: ItemChanges,
  { names, written }: { readonly names: Names; readonly written: WrittenItems },
): string | undefined {
  const isExisting = (table: string): boolean => names.isExisting("dynamodbTable", table);
  const existing = tables.find(isExisting);
  if (existing === undefined || operation.readOnly || harmless.has(operation.name)) return undefined;
  if (!ofItems.has(operation.name)) return notChanged(existing);
  const statements = texts.filter(({ naming }) => naming === "statement");
  if (statements.some(({ text }) => !/^\s*(?:SELECT|INSERT|UPDATE|EXISTS)\b/i.test(text))) {
    return notWritten(existing);
  }
  const strange = deletes.find((one) => isExisting(one.table) && !written.has(one));
  return strange === undefined ? undefined : notWritten(strange.table);
}

/** The items of a request that its answer does not give back as unprocessed. */
export function putItems({ puts }: ItemChanges, answer: Item | undefined): readonly TableItem[] {
  const unprocessed = JSON.stringify(answer?.["UnprocessedItems"] ?? {});
  return unprocessed === "{}" ? puts : [];
}
