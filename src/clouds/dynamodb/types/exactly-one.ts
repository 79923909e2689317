import { type ObjectType, object, optional, type Type } from "../../../model/index.ts";

/**
 * An object with exactly one of these fields.
 *
 * @example exactlyOne({ Create: ref("VectorIndex"), Delete: ref("IndexByName") })
 */
export function exactlyOne(fields: Readonly<Record<string, Type>>): ObjectType {
  const choice = Object.entries(fields).map(([name, type]) => [name, optional(type)]);
  return object(Object.fromEntries(choice), { minFields: 1, maxFields: 1 });
}
