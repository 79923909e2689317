import {
  type ObjectType,
  type Operation,
  present,
  readXml,
  resolve,
  type Type,
  type Types,
} from "../../model/index.ts";

/**
 * The body of a success as the interface's type describes it, without what the type does not know; what does not fit
 * stays as it is. `undefined` where there is none, or where it is no document at all.
 *
 * @example
 * readAnswer(operationOf("azure-blob", "BlockBlob_GetBlockList"), body, types); // { CommittedBlocks: [], … }
 */
export function readAnswer({ output }: Operation, body: Uint8Array, types: Types): unknown {
  const type = resolve(present(output.body), types);
  if (type.kind === "void") return undefined;
  if (type.kind === "bytes") return body;
  const text = Buffer.from(body.buffer, body.byteOffset, body.length).toString("utf8");
  if (type.kind === "string") return text;
  if (text.trim() === "") return undefined;
  return isXml(text) ? readAgain(text, type, types) : readJson(text, type, types);
}

interface ReadDocument {
  readonly text: string;
  readonly value: unknown;
}

const latest = new WeakMap<Type, ReadDocument>();

/**
 * The last document of each type is kept: XML takes long to read, and what is asked on two sides mostly answers the same. So what
 * is read is everybody's, and nobody's to change.
 */
function readAgain(text: string, type: Type, types: Types): unknown {
  const known = latest.get(type);
  if (known?.text === text) return known.value;
  const value = readDocument(text, type, types);
  latest.set(type, { text, value });
  return value;
}

function isXml(text: string): boolean {
  return /^\uFEFF?\s*</.test(text);
}

const rootName = /^\uFEFF?\s*(?:<\?[^>]*>\s*)?<([A-Za-z]\w*)/;

/** S3 tells a bucket's location by the root element alone, which is called as its only field. */
function readDocument(text: string, type: Type, types: Types): unknown {
  const name = rootName.exec(text)?.[1] ?? "";
  const isField = type.kind === "object" && Object.hasOwn(type.fields, name);
  const root = isField ? /<([A-Za-z]\w*)[^<>]*>[^<]*<\/\1>\s*$/.exec(text) : null;
  return readXml(root === null ? text : `<root>${root[0]}</root>`, type, types);
}

function readJson(text: string, type: Type, types: Types): unknown {
  try {
    return declared(JSON.parse(text), type, types);
  } catch {
    return undefined;
  }
}

/** What a type knows of a JSON value; bytes stand there as base64. */
function declared(value: unknown, declaredType: Type, types: Types): unknown {
  const type = resolve(present(declaredType), types);
  switch (type.kind) {
    case "optional":
      return declared(value, type.of, types);
    case "bytes":
      return typeof value === "string" ? new Uint8Array(Buffer.from(value, "base64")) : value;
    case "array":
      return Array.isArray(value) ? value.map((item) => declared(item, type.items, types)) : value;
    case "object":
      return isRecord(value) ? declaredFields(value, type, types) : value;
    case "union":
      return declared(value, alternativeFor(value, type.of, types), types);
    default:
      return value;
  }
}

function declaredFields(value: Readonly<Record<string, unknown>>, type: ObjectType, types: Types): unknown {
  const known = Object.entries(value).flatMap(([name, part]) => {
    const own = Object.hasOwn(type.fields, name) ? type.fields[name] : undefined;
    const partType = own ?? (type.open ? (type.rest ?? { kind: "any" as const }) : undefined);
    return partType === undefined ? [] : [[name, declared(part, partType, types)] as const];
  });
  return Object.fromEntries(known);
}

/** The alternative that knows the value's fields; of scalars one is as good as another. */
function alternativeFor(value: unknown, of: readonly Type[], types: Types): Type {
  const names = isRecord(value) ? Object.keys(value) : [];
  const fitting = of.find((one) => {
    const type = resolve(present(one), types);
    return type.kind === "object" && names.every((name) => Object.hasOwn(type.fields, name));
  });
  return names.length === 0 || fitting === undefined ? { kind: "any" } : fitting;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
