import { interfaceOf, type ServiceName, type Volatile, volatileOf } from "../../clouds/index.ts";
import { type Operation, present, resolve, type Type, type Types } from "../../model/index.ts";

/** Who somebody is differs from account to account; that there is somebody does not. */
const persons = new Set(["Owner", "Initiator"]);
const personal = new Set(["ID", "DisplayName"]);

/** What lets its holder in is told to nobody. */
const secrets = new Set([
  ...["AccessKeyId", "SecretAccessKey", "SessionToken"],
  ...["Value", "SignedOid", "SignedTid"].map((field) => `Service_GetUserDelegationKey ${field}`),
]);

interface Walk extends Pick<Volatile, "unordered" | "late"> {
  readonly operation: Operation;
  readonly types: Types;
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
  const { unordered, late } = volatileOf(service);
  const walk: Walk = {
    operation,
    types,
    unordered,
    late,
    isXml,
    isOwn: only === undefined ? () => true : (text) => [...only].some((name) => text.includes(name)),
  };
  const told = comparable(body, operation.output.body, "", walk);
  return told === undefined ? undefined : JSON.stringify(told);
}

function comparable(value: unknown, declared: Type, field: string, walk: Walk): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString("base64");
  if (isAmong(secrets, field, walk)) return "a secret";
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
  return isAmong(walk.unordered, field, walk) ? own.toSorted(byText) : own;
}

function isAmong(names: ReadonlySet<string>, field: string, { operation }: Walk): boolean {
  return names.has(field) || names.has(`${operation.name} ${field}`);
}

function byText(a: unknown, b: unknown): number {
  return JSON.stringify(a) < JSON.stringify(b) ? -1 : 1;
}

function fields(value: object, type: Type, field: string, walk: Walk): unknown {
  const told = Object.entries(value).flatMap(([name, part]) => {
    if (field === "Grantee" && personal.has(name)) return [];
    const own = type.kind === "object" && Object.hasOwn(type.fields, name);
    if (own && walk.late.has(name)) return [];
    // The values of a map belong to the field that the map is; its names are the user's and mean nothing.
    const text = comparable(part, fieldType(type, name), own ? name : field, walk);
    return text === undefined ? [] : [[name, text] as const];
  });
  return walk.isXml && told.length === 0 ? undefined : Object.fromEntries(told);
}

function fieldType(type: Type, name: string): Type {
  if (type.kind !== "object") return { kind: "any" };
  return (Object.hasOwn(type.fields, name) ? type.fields[name] : type.rest) ?? { kind: "any" };
}
