import type { ObjectType, Type, Types } from "./types.ts";

/** Whether a value of the type can be made without coming through one of these named types again. */
export function canEnd(type: Type, types: Types, onTheWay: readonly string[] = []): boolean {
  const ends = (part: Type) => canEnd(part, types, onTheWay);
  switch (type.kind) {
    case "ref": {
      const target = Object.hasOwn(types, type.name) ? types[type.name] : undefined;
      if (target === undefined) return true;
      return !onTheWay.includes(type.name) && canEnd(target, types, [...onTheWay, type.name]);
    }
    case "union":
      return type.of.some(ends);
    case "array":
      return (type.min ?? 0) === 0 || ends(type.items);
    case "object":
      return fieldsEnd(type, ends);
    default:
      return true;
  }
}

function fieldsEnd(
  { fields, open, rest, minFields = 0 }: ObjectType,
  ends: (type: Type) => boolean,
): boolean {
  const all = Object.values(fields);
  const required = all.filter((field) => field.kind !== "optional");
  if (!required.every(ends)) return false;
  const missing = minFields - required.length;
  const choice = all.filter((field) => field.kind === "optional" && ends(field.of));
  return missing <= choice.length || (open && (rest === undefined || ends(rest)));
}
