import {
  type NumberType,
  present,
  resolve,
  type StringType,
  type Type,
  type Types,
  validate,
} from "../../model/index.ts";

/** The value with this number. */
type Variant = (index: number) => unknown;

/** So many values like this one, no two of them the same where the type has room for that. */
export function variants(type: Type, value: unknown, count: number, types: Types): readonly unknown[] {
  const variant = variantOf(type, value, count, types) ?? (() => value);
  return Array.from({ length: count }, (_, index) => variant(index));
}

/** Differs from the others of its kind in one place: the first that can be told apart. */
function variantOf(type: Type, value: unknown, count: number, types: Types): Variant | undefined {
  const actual = resolve(present(type), types);
  switch (actual.kind) {
    case "string":
      return textVariant(actual, String(value), count);
    case "int":
    case "long":
    case "double":
      return numberVariant(actual, value, count);
    case "union": {
      const fitting = actual.of.find((each) => validate(each, value, types).length === 0);
      return fitting === undefined ? undefined : variantOf(fitting, value, count, types);
    }
    case "array": {
      const [first, ...others] = value as readonly unknown[];
      const variant = first === undefined ? undefined : variantOf(actual.items, first, count, types);
      return variant === undefined ? undefined : (index) => [variant(index), ...others];
    }
    case "object": {
      const structure = value as Readonly<Record<string, unknown>>;
      for (const [name, part] of Object.entries(structure)) {
        const of = Object.hasOwn(actual.fields, name) ? actual.fields[name] : actual.rest;
        const variant = of === undefined ? undefined : variantOf(of, part, count, types);
        if (variant !== undefined) return (index) => ({ ...structure, [name]: variant(index) });
      }
      return undefined;
    }
    default:
      return undefined;
  }
}

function numberVariant(type: NumberType, value: unknown, count: number): Variant | undefined {
  const variant = (index: number) => Number(value) + index * (type.multipleOf ?? 1);
  return validate(type, variant(count - 1)).length === 0 ? variant : undefined;
}

/** The number stands behind the text or in place of its end, in digits or letters; the first way that is allowed. */
function textVariant(type: StringType, text: string, count: number): Variant | undefined {
  const { oneOf } = type;
  if (oneOf !== undefined) return (index) => oneOf[index % oneOf.length];
  const wide = String(count).length;
  const digits = (index: number) => String(index).padStart(wide, "0");
  const letters = (index: number) =>
    digits(index).replace(/\d/g, (digit) => "abcdefghij".charAt(Number(digit)));
  const kept = text.slice(0, Math.max(0, text.length - wide));
  const ways: readonly ((index: number) => string)[] = [
    (index) => text + digits(index),
    (index) => text + letters(index),
    (index) => kept + digits(index),
    (index) => kept + letters(index),
    (index) => text.slice(0, 1) + letters(index),
    (index) => Buffer.from(`touchstone${digits(index)}`).toString("base64"),
  ];
  const isAllowed = (way: (index: number) => string) =>
    [0, count - 1].every((index) => validate(type, way(index)).length === 0);
  return type.format === "base64" ? ways.findLast(isAllowed) : ways.find(isAllowed);
}
