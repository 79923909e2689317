import type {
  AnyType,
  ArrayType,
  BoolType,
  BytesType,
  NumberType,
  ObjectType,
  OptionalType,
  RefType,
  StringType,
  Type,
  UnionType,
  VoidType,
} from "./types.ts";

type Refinements<T> = Omit<T, "kind">;

/** @example string({ minLength: 3, maxLength: 63, charset: "a-z0-9-" }) */
export function string(refinements: Refinements<StringType> = {}): StringType {
  return { kind: "string", ...refinements };
}

/** @example oneOf("Hot", "Cool", "Archive") */
export function oneOf(...values: readonly string[]): StringType {
  return { kind: "string", oneOf: values };
}

/** @example int({ min: 1, max: 5000 }) */
export function int(refinements: Refinements<NumberType> = {}): NumberType {
  return { kind: "int", ...refinements };
}

/** @example long({ min: 0, multipleOf: 512 }) */
export function long(refinements: Refinements<NumberType> = {}): NumberType {
  return { kind: "long", ...refinements };
}

/** @example double({ min: 0, max: 1 }) */
export function double(refinements: Refinements<NumberType> = {}): NumberType {
  return { kind: "double", ...refinements };
}

/** @example object({ Enabled: bool() }) */
export function bool(): BoolType {
  return { kind: "bool" };
}

/** @example bytes({ maxLength: 4 * 1024 * 1024 }) */
export function bytes(refinements: Refinements<BytesType> = {}): BytesType {
  return { kind: "bytes", ...refinements };
}

/**
 * The type of no value at all.
 *
 * @example
 * operation("Ping", "HEAD /", { output: nothing(), price: "read" });
 */
export function nothing(): VoidType {
  return { kind: "void" };
}

/**
 * The type of every value.
 *
 * @example object({ kind: string() }, { open: true, rest: any() })
 */
export function any(): AnyType {
  return { kind: "any" };
}

/**
 * An object with these fields and no others; a `?` after a name makes the field optional.
 *
 * @example object({ Id: string({ maxLength: 64 }), "AccessPolicy?": ref("AccessPolicy") })
 */
export function object(
  fields: Readonly<Record<string, Type>>,
  more: Partial<Omit<ObjectType, "kind" | "fields">> = {},
): ObjectType {
  const named = Object.entries(fields).map(([name, type]): [string, Type] =>
    name.endsWith("?") ? [name.slice(0, -1), optional(type)] : [name, type],
  );
  return { kind: "object", fields: Object.fromEntries(named), open: false, ...more };
}

/**
 * An object from names of the user's choice to values of one type.
 *
 * @example map(string({ maxLength: 256 }), { names: string({ charset: "a-z0-9" }), maxFields: 50 })
 */
export function map(
  rest: Type,
  more: Partial<Omit<ObjectType, "kind" | "fields" | "open" | "rest">> = {},
): ObjectType {
  return { kind: "object", fields: {}, open: true, rest, ...more };
}

/** @example array(ref("CorsRule"), { max: 5, element: "CorsRule" }) */
export function array(items: Type, more: Refinements<Omit<ArrayType, "items">> = {}): ArrayType {
  return { kind: "array", items, ...more };
}

/** @example optional(ref("AccessPolicy")) */
export function optional(of: Type): OptionalType {
  return of.kind === "optional" ? of : { kind: "optional", of };
}

/** @example union(int({ min: 1 }), oneOf("infinite")) */
export function union(...of: readonly Type[]): UnionType {
  return { kind: "union", of };
}

/** @example ref("StorageServiceProperties") */
export function ref(name: string): RefType {
  return { kind: "ref", name };
}

/**
 * The same type under another name on the wire.
 *
 * @example object({ Rules: wire("Rule", array(ref("Rule"), { flat: true })) })
 */
export function wire<T extends Type>(name: string, type: T): T {
  return { ...type, wire: name };
}

/**
 * The same type, written as an XML attribute.
 *
 * @example object({ ServiceEndpoint: attribute(string({ format: "url" })) })
 */
export function attribute<T extends Type>(type: T): T {
  return { ...type, attribute: true };
}
