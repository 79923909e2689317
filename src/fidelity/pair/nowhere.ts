import {
  type FormatName,
  format,
  type ObjectType,
  present,
  resolve,
  type StringType,
  type Type,
  type Types,
  validate,
} from "../../model/index.ts";

/** What nobody calls anything. */
export const nowhereName = "nowhere";

/** What has these forms and is nobody's; the other forms' examples are no names of anything. */
const byFormat: Partial<Readonly<Record<FormatName, string>>> = {
  guid: "00000000-dead-4000-8000-000000000000",
  "date-time": "2001-01-01T00:00:00.0000000Z",
  etag: '"0x8D0000000000000"',
  arn: `arn:aws:dynamodb:us-east-1:000000000000:table/${nowhereName}`,
};

/** A value in the form of its type that names nothing anywhere: it stands for what no answer has given. */
export function nowhere(declared: Type, types: Types): unknown {
  const type = resolve(present(declared), types);
  switch (type.kind) {
    case "string":
      return textOf(type);
    case "int":
    case "long":
    case "double":
      return Math.min(type.max ?? 9_999, Math.max(type.min ?? 0, 9_999));
    case "bool":
      return true;
    case "bytes":
      return new Uint8Array(type.minLength ?? 0);
    case "array":
      return [nowhere(type.items, types)];
    case "union":
      return nowhere(type.of[0] ?? { kind: "any" }, types);
    case "optional":
      return nowhere(type.of, types);
    case "object":
      return fieldsOf(type, types);
    default:
      return nowhereName;
  }
}

function textOf(type: StringType): string {
  const own = type.format === undefined || type.pattern !== undefined ? undefined : byFormat[type.format];
  const known = own ?? type.example ?? type.oneOf?.[0];
  if (known !== undefined) return known;
  if (type.format !== undefined) return format(type.format).example;
  const text = nowhereName.padEnd(type.minLength ?? 0, "e").slice(0, type.maxLength);
  return validate(type, text).length === 0 ? text : "0".repeat(Math.max(1, type.minLength ?? 0));
}

/** What it must have; where any field will do, one. */
function fieldsOf({ fields, open, rest, minFields = 0 }: ObjectType, types: Types): unknown {
  const all = Object.entries(fields);
  const required = all.filter(([, type]) => type.kind !== "optional");
  const chosen = required.length === 0 && minFields > 0 ? all.slice(0, minFields) : required;
  const named = chosen.map(([name, type]) => [name, nowhere(type, types)] as const);
  const isShort = open && named.length < minFields;
  return Object.fromEntries(
    isShort ? [...named, [nowhereName, nowhere(rest ?? { kind: "any" }, types)]] : named,
  );
}
