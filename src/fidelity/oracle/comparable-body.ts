import { interfaceOf, type ServiceName } from "../../clouds/index.ts";
import {
  type ObjectType,
  type Operation,
  present,
  resolve,
  type Type,
  type Types,
} from "../../model/index.ts";

/** Lists in whose order nothing is said, by their fields; of some only in the answers to one operation. */
const unordered: Partial<Readonly<Record<ServiceName, ReadonlySet<string>>>> = {
  "azure-blob": new Set(["BlobTagSet"]),
  s3: new Set(["TagSet", "Grants"]),
  dynamodb: new Set([
    ...["SS", "NS", "BS", "AttributeDefinitions", "GlobalSecondaryIndexes", "LocalSecondaryIndexes", "Tags"],
    ...["NonKeyAttributes", "Scan Items", "BatchGetItem Responses", "ListTables TableNames"],
  ]),
};

/** Who somebody is differs from account to account; that there is somebody does not. */
const persons = new Set(["Owner", "Initiator"]);
const personal = new Set(["ID", "DisplayName"]);

interface Walk {
  readonly operation: Operation;
  readonly types: Types;
  readonly unordered: ReadonlySet<string>;
  /** In XML nothing and an empty element are the same. */
  readonly isXml: boolean;
  /** Where the account is listed: of what others have made nothing is told. */
  readonly isOwn: (text: string) => boolean;
}

export interface BodyOptions {
  readonly isXml: boolean;
  /** The names of what the performance has made itself, where the answer tells of others' things too. */
  readonly only: ReadonlySet<string> | undefined;
}

/** The body of a success, read by its type, as JSON in which only what matters differs. */
export function comparableBody(
  service: ServiceName,
  operation: Operation,
  body: unknown,
  { isXml, only }: BodyOptions,
): string | undefined {
  const { types } = interfaceOf(service);
  const walk: Walk = {
    operation,
    types,
    unordered: unordered[service] ?? new Set(),
    isXml,
    isOwn: only === undefined ? () => true : (text) => [...only].some((name) => text.includes(name)),
  };
  const told = comparable(body, operation.output.body, "", walk);
  return told === undefined ? undefined : JSON.stringify(told);
}

function comparable(value: unknown, declared: Type, field: string, walk: Walk): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString("base64");
  if (persons.has(field) && typeof value === "object") return "somebody";
  if (walk.isXml && field === "Location" && /^https?:/.test(String(value))) return "an address";
  const type = resolve(present(declared), walk.types);
  if (Array.isArray(value)) return items(value, type, field, walk);
  if (typeof value === "object" && value !== null) return fields(value, type, field, walk);
  return walk.isXml && value === "" ? undefined : value;
}

function items(values: readonly unknown[], type: Type, field: string, walk: Walk): unknown {
  const itemType: Type = type.kind === "array" ? type.items : { kind: "any" };
  // An item is there, also where nothing is said of it.
  const told = values.map((item) => comparable(item, itemType, "", walk) ?? null);
  const own = told.filter((item) => walk.isOwn(JSON.stringify(item)));
  if (walk.isXml && own.length === 0) return undefined;
  const isUnordered = walk.unordered.has(field) || walk.unordered.has(`${walk.operation.name} ${field}`);
  return isUnordered ? own.toSorted(byText) : own;
}

function byText(a: unknown, b: unknown): number {
  return JSON.stringify(a) < JSON.stringify(b) ? -1 : 1;
}

function fields(value: object, type: Type, field: string, walk: Walk): unknown {
  const told = Object.entries(value).flatMap(([name, part]) => {
    if (field === "Grantee" && personal.has(name)) return [];
    const own = type.kind === "object" && Object.hasOwn(type.fields, name);
    // The values of a map belong to the field that the map is; its names are the user's and mean nothing.
    const text = comparable(part, fieldType(type, name), own ? name : field, walk);
    return text === undefined ? [] : [[name, text] as const];
  });
  return walk.isXml && told.length === 0 ? undefined : Object.fromEntries(told);
}

function fieldType(type: Type, name: string): Type {
  if (type.kind !== "object") return { kind: "any" };
  return (Object.hasOwn(type.fields, name) ? type.fields[name] : restOf(type)) ?? { kind: "any" };
}

function restOf({ rest }: ObjectType): Type | undefined {
  return rest;
}
