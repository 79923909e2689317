import { TouchstoneError } from "./error.ts";
import type { FormatName } from "./formats.ts";

/** What any type may say about how it is written in XML or JSON. */
interface Written {
  /** The name on the wire, where it is not the field's own. */
  readonly wire?: string;
  /** Written as an attribute of the surrounding XML element. */
  readonly attribute?: true;
}

/** Text. Every refinement that is given must hold. Lengths count UTF-16 units unless `countsBytes` is set. */
export interface StringType extends Written {
  readonly kind: "string";
  readonly minLength?: number;
  readonly maxLength?: number;
  /** The length is that of the UTF-8 encoding. */
  readonly countsBytes?: true;
  /** A regular expression that the whole text must match. */
  readonly pattern?: string;
  readonly format?: FormatName;
  /** The inside of a character class, such as `a-z0-9-`: the only characters allowed. */
  readonly charset?: string;
  readonly oneOf?: readonly string[];
  /** A value that satisfies all of the above; needed where `pattern` is given. */
  readonly example?: string;
}

/** A whole or broken number; `int` is 32 bits, `long` 64 (its values may be bigints). */
export interface NumberType extends Written {
  readonly kind: "int" | "long" | "double";
  readonly min?: number;
  readonly max?: number;
  readonly multipleOf?: number;
}

/** True or false. */
export interface BoolType extends Written {
  readonly kind: "bool";
}

/** Bytes, held as a `Uint8Array`. */
export interface BytesType extends Written {
  readonly kind: "bytes";
  readonly minLength?: number;
  readonly maxLength?: number;
}

/** Nothing: there is no value. */
export interface VoidType extends Written {
  readonly kind: "void";
}

/** Any value at all, but there must be one. */
export interface AnyType extends Written {
  readonly kind: "any";
}

/** Named fields; an open object may have others, of the type `rest` where that is given. */
export interface ObjectType extends Written {
  readonly kind: "object";
  readonly fields: Readonly<Record<string, Type>>;
  readonly open: boolean;
  readonly rest?: Type;
  /** Refines the names of the fields beyond those listed. */
  readonly names?: StringType;
  readonly minFields?: number;
  readonly maxFields?: number;
  /** The end of a field's name by which it says something of another field, and is none itself: `@odata.type`. */
  readonly annotation?: string;
}

/** A list; `min` and `max` are how many items it may have. */
export interface ArrayType extends Written {
  readonly kind: "array";
  readonly items: Type;
  readonly min?: number;
  readonly max?: number;
  /** The name of each item's XML element; items stand directly in the parent when `flat`. */
  readonly element?: string;
  readonly flat?: true;
}

/** A value that may be left out. */
export interface OptionalType extends Written {
  readonly kind: "optional";
  readonly of: Type;
}

/** A value of one of these types. */
export interface UnionType extends Written {
  readonly kind: "union";
  readonly of: readonly Type[];
}

/** A type of the same interface by its name; types may refer to themselves. */
export interface RefType extends Written {
  readonly kind: "ref";
  readonly name: string;
}

/** A type with its refinements, as plain data. */
export type Type =
  | StringType
  | NumberType
  | BoolType
  | BytesType
  | VoidType
  | AnyType
  | ObjectType
  | ArrayType
  | OptionalType
  | UnionType
  | RefType;

/** The named types of an interface. */
export type Types = Readonly<Record<string, Type>>;

/** The type without its optional marks: what a value has when there is one. */
export function present(type: Type): Type {
  return type.kind === "optional" ? present(type.of) : type;
}

function named(name: string, types: Types): Type {
  const type = Object.hasOwn(types, name) ? types[name] : undefined;
  if (type !== undefined) return type;
  throw new TouchstoneError("TS_UNKNOWN_TYPE", `there is no type named ${name}`, {
    hint: `The types are ${Object.keys(types).join(", ") || "none"}: were those of the interface passed on?`,
  });
}

/** The types that a type is directly made of. */
export function partsOf(type: Type): readonly Type[] {
  switch (type.kind) {
    case "optional":
      return [type.of];
    case "array":
      return [type.items];
    case "union":
      return type.of;
    case "object":
      return [...Object.values(type.fields), type.rest, type.names].filter((part) => part !== undefined);
    default:
      return [];
  }
}

/**
 * The named types that these types refer to, directly or by other types.
 *
 * @example
 * typesReachedFrom([array(ref("Tag"))], { Tag: string(), Owner: string() }); // { Tag: { kind: "string" } }
 */
export function typesReachedFrom(from: readonly Type[], types: Types): Types {
  const reached = new Map<string, Type>();
  const visit = (type: Type): void => {
    if (type.kind !== "ref") partsOf(type).forEach(visit);
    else if (!reached.has(type.name)) {
      const target = named(type.name, types);
      reached.set(type.name, target);
      visit(target);
    }
  };
  from.forEach(visit);
  return Object.fromEntries(reached);
}

/** Follows references until a type that is none. */
export function resolve(type: Type, types: Types): Exclude<Type, RefType> {
  let current = type;
  while (current.kind === "ref") {
    current = named(current.name, types);
  }
  return current;
}
