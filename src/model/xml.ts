import { writeJson } from "./json.ts";
import { resolve, type Type, type Types, type UnionType } from "./types.ts";
import { validate } from "./validate.ts";

/** The namespace of `xsi:type`, by which S3 tells its grantees apart. */
const schemaInstance = "http://www.w3.org/2001/XMLSchema-instance";

/** A value as an XML document, by its type: flat and wrapped lists, attributes and wire names. */
export function writeXml(root: string, type: Type, value: unknown, types: Types): string {
  return `<?xml version="1.0" encoding="utf-8"?>${element(root, type, value, types)}`;
}

function element(name: string, declared: Type, value: unknown, types: Types): string {
  if (value === undefined) return "";
  const type = resolve(declared, types);
  switch (type.kind) {
    case "optional":
      return element(name, type.of, value, types);
    case "union":
      return element(name, alternativeOf(type, value, types), value, types);
    case "array":
      return list(name, type, value as readonly unknown[], types);
    case "object":
      return structure(name, type, value as Readonly<Record<string, unknown>>, types);
    default:
      return `<${name}>${escapeXml(scalarText(value))}</${name}>`;
  }
}

/** The first alternative that allows the value; of one that none allows, the first is as good as another. */
function alternativeOf({ of }: UnionType, value: unknown, types: Types): Type {
  const fitting = of.find((alternative) => validate(alternative, value, types).length === 0);
  return fitting ?? of[0] ?? { kind: "any" };
}

function list(
  name: string,
  { items, flat, element: itemName = "member" }: { items: Type; flat?: true; element?: string },
  values: readonly unknown[],
  types: Types,
): string {
  const written = values.map((value) => element(flat ? name : itemName, items, value, types)).join("");
  return flat ? written : `<${name}>${written}</${name}>`;
}

function structure(
  name: string,
  { fields, rest }: { fields: Readonly<Record<string, Type>>; rest?: Type },
  values: Readonly<Record<string, unknown>>,
  types: Types,
): string {
  const given = Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([field, value]) => ({
      field,
      value,
      type: (Object.hasOwn(fields, field) ? fields[field] : rest) ?? ({ kind: "any" } as const),
    }));
  const attributes = given
    .filter(({ type }) => written(type).attribute)
    .map(({ field, value, type }) => ` ${written(type).wire ?? field}="${escapeXml(scalarText(value))}"`);
  const children = given
    .filter(({ type }) => !written(type).attribute)
    .map(({ field, value, type }) => element(written(type).wire ?? field, type, value, types));
  const prefixed = attributes.some((text) => text.startsWith(" xsi:"));
  const start = `<${name}${prefixed ? ` xmlns:xsi="${schemaInstance}"` : ""}${attributes.join("")}>`;
  return `${start}${children.join("")}</${name}>`;
}

/** What the type says about its writing, also behind an optional mark. */
function written(type: Type): { readonly wire?: string; readonly attribute?: true } {
  return type.kind === "optional" && type.wire === undefined && type.attribute === undefined ? type.of : type;
}

/** A scalar as header, query and element text. */
export function scalarText(value: unknown): string {
  if (value instanceof Uint8Array) return Buffer.from(value).toString("base64");
  if (Array.isArray(value)) return value.map(scalarText).join(",");
  return typeof value === "object" ? writeJson(value) : String(value);
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);
}
