import { resolve, type StringType, type Type } from "../../model/index.ts";
import { dynamodb } from "./interface.ts";
import { bucketName } from "./types/import-export.ts";
import { table, tableName } from "./types/names.ts";
import { statement } from "./types/requests.ts";
import { resourcePolicy } from "./types/tables.ts";

/** What a text of a request or an answer names: a table (by name or ARN), a bucket, or a text with such names in it. */
export type Naming = "table" | "arn" | "bucket" | "policy" | "statement";

const byType: ReadonlyMap<StringType, Naming> = new Map([
  [tableName, "table"],
  [table, "table"],
  [bucketName, "bucket"],
  [resourcePolicy, "policy"],
  [statement, "statement"],
]);

function namingOf(type: StringType): Naming | undefined {
  const isArn = type.pattern?.startsWith("arn:aws[a-z-]*:dynamodb:") === true;
  return byType.get(type) ?? (isArn ? "arn" : undefined);
}

/**
 * Changes every name in a document, wherever its type says that there is one: an item's own values are never touched.
 * What the interface does not know stays as it is.
 */
export function mapNames(
  type: Type,
  document: unknown,
  change: (text: string, naming: Naming) => string,
): unknown {
  return map([type], document);

  function map(declared: readonly Type[], value: unknown): unknown {
    const types = declared.flatMap(alternatives);
    if (typeof value === "string") return mapText(types, value);
    if (Array.isArray(value)) {
      const items = types.flatMap((each) => (each.kind === "array" ? [each.items] : []));
      return items.length === 0 ? value : value.map((item) => map(items, item));
    }
    return isRecord(value) ? mapRecord(types, value) : value;
  }

  function mapText(types: readonly Type[], text: string): string {
    const naming = types.flatMap((each) => (each.kind === "string" ? (namingOf(each) ?? []) : []))[0];
    return naming === undefined ? text : change(text, naming);
  }

  function mapRecord(types: readonly Type[], record: Readonly<Record<string, unknown>>): unknown {
    const objects = types.filter((each) => each.kind === "object");
    const entries = Object.entries(record).map(([name, value]): [string, unknown] => {
      const own = objects.flatMap(({ fields }) => (Object.hasOwn(fields, name) ? (fields[name] ?? []) : []));
      if (own.length > 0) return [name, map(own, value)];
      const rest = objects.flatMap((each) => each.rest ?? []);
      const names = objects.flatMap((each) => each.names ?? []);
      return [mapText(names, name), map(rest, value)];
    });
    return Object.fromEntries(entries);
  }
}

function alternatives(type: Type): readonly Type[] {
  const actual = resolve(type, dynamodb.types);
  if (actual.kind === "optional") return alternatives(actual.of);
  return actual.kind === "union" ? actual.of.flatMap(alternatives) : [actual];
}

/** The names in a document, with what they name. */
export function namesIn(type: Type, document: unknown): readonly { text: string; naming: Naming }[] {
  const found: { text: string; naming: Naming }[] = [];
  mapNames(type, document, (text, naming) => {
    found.push({ text, naming });
    return text;
  });
  return found;
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
