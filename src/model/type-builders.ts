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

export function long(refinements: Refinements<NumberType> = {}): NumberType {
  return { kind: "long", ...refinements };
}

export function double(refinements: Refinements<NumberType> = {}): NumberType {
  return { kind: "double", ...refinements };
}

export function bool(): BoolType {
  return { kind: "bool" };
}

export function bytes(refinements: Refinements<BytesType> = {}): BytesType {
  return { kind: "bytes", ...refinements };
}

/** The type of no value at all. */
export function nothing(): VoidType {
  return { kind: "void" };
}

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

/** An object from names of the user's choice to values of one type. */
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

export function optional(of: Type): OptionalType {
  return of.kind === "optional" ? of : { kind: "optional", of };
}

export function union(...of: readonly Type[]): UnionType {
  return { kind: "union", of };
}

export function ref(name: string): RefType {
  return { kind: "ref", name };
}

/** The same type under another name on the wire: `{ Rules: wire("Rule", array(…)) }`. */
export function wire<T extends Type>(name: string, type: T): T {
  return { ...type, wire: name };
}

/** The same type, written as an XML attribute. */
export function attribute<T extends Type>(type: T): T {
  return { ...type, attribute: true };
}
