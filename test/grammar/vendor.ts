import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

/** What a value is; `any` where the grammar does not say. */
export type VendorKind =
  | "text"
  | "whole"
  | "broken"
  | "flag"
  | "bytes"
  | "time"
  | "list"
  | "map"
  | "structure"
  | "any";

/** What a vendor's grammar says of a value: parts are functions, since shapes may contain themselves. */
export interface VendorShape {
  readonly kind: VendorKind;
  readonly min?: number;
  readonly max?: number;
  readonly pattern?: string;
  readonly values?: readonly string[];
  readonly members?: Readonly<
    Record<string, { readonly required: boolean; readonly shape: () => VendorShape }>
  >;
  readonly items?: () => VendorShape;
}

export interface VendorOperation {
  readonly name: string;
  readonly parameters: readonly {
    readonly wire: string;
    readonly place: string;
    readonly required: boolean;
    readonly shape: VendorShape;
  }[];
  /** Whether faults are documented at all, and those that are named, with their status where it is said. */
  readonly hasFaults: boolean;
  readonly faults: readonly { readonly code: string; readonly status?: number }[];
  /** All codes that the service knows, where the grammar lists them. */
  readonly codes?: ReadonlySet<string>;
}

const folder =
  process.env["TOUCHSTONE_GRAMMARS"] ?? join(import.meta.dirname, "../../../shared/data/grammar");

export const grammarsAreThere: boolean = existsSync(folder);

const files: Readonly<
  Record<string, { readonly file: string; readonly read: (json: Json) => VendorOperation[] }>
> = {
  "azure-blob": { file: "azure-blob-storage-2021-10-04.json.gz", read: readOpenApi },
  "azure-queue": { file: "azure-queue-storage.json.gz", read: readOpenApi },
  "azure-table": { file: "azure-table.json.gz", read: readOpenApi },
  s3: { file: "aws-s3-service-2.json.gz", read: readAws },
  dynamodb: { file: "aws-dynamodb-service-2.json.gz", read: readAws },
};

/** A service's operations as its vendor's grammar has them. */
export function vendorOperations(service: string): VendorOperation[] {
  const entry = files[service];
  if (entry === undefined) throw new Error(`no grammar for ${service}`);
  return entry.read(JSON.parse(gunzipSync(readFileSync(join(folder, entry.file))).toString()));
}

// biome-ignore lint/suspicious/noExplicitAny: grammars of five kinds, read once, in a test
type Json = any;

const stringKinds: Readonly<Record<string, VendorKind>> = {
  byte: "bytes",
  "date-time": "time",
  "date-time-rfc1123": "time",
};

const kindsOfTypes: Readonly<Record<string, VendorKind>> = {
  integer: "whole",
  long: "whole",
  number: "broken",
  float: "broken",
  double: "broken",
  boolean: "flag",
  blob: "bytes",
  timestamp: "time",
};

function readOpenApi(root: Json): VendorOperation[] {
  const deref = (node: Json): Json =>
    node?.$ref
      ? node.$ref
          .slice(2)
          .split("/")
          .reduce((at: Json, key: string) => at[key], root)
      : node;
  const shapeOf = (raw: Json): VendorShape => {
    const node = deref(raw) ?? {};
    const bounds = { ...pick(node, "minimum", "min"), ...pick(node, "maximum", "max") };
    const sizes = { ...pick(node, "minLength", "min"), ...pick(node, "maxLength", "max") };
    if (node.properties) {
      const required: string[] = node.required ?? [];
      const members = Object.entries(node.properties).map(([name, part]) => [
        name,
        { required: required.includes(name), shape: () => shapeOf(part) },
      ]);
      return { kind: "structure", members: Object.fromEntries(members) };
    }
    if (node.type === "array") {
      return {
        kind: "list",
        items: () => shapeOf(node.items),
        ...pick(node, "minItems", "min"),
        ...pick(node, "maxItems", "max"),
      };
    }
    if (node.type === "string") {
      const kind = stringKinds[node.format] ?? "text";
      return { kind, ...sizes, ...pick(node, "pattern", "pattern"), ...pick(node, "enum", "values") };
    }
    if (node.format === "file") return { kind: "bytes" };
    if (node.additionalProperties) return { kind: "map", items: () => shapeOf(node.additionalProperties) };
    return { kind: kindsOfTypes[node.type] ?? "any", ...bounds };
  };
  const headerFamily: VendorShape = { kind: "map", items: () => ({ kind: "text" }) };
  const codes = root.definitions.ErrorCode?.enum;
  const methods = ["get", "put", "post", "delete", "head", "patch"];
  return Object.values({ ...root.paths, ...root["x-ms-paths"] } as Record<string, Json>).flatMap((item) =>
    methods
      .filter((method) => item[method])
      .map((method) => ({
        name: item[method].operationId,
        parameters: [...(item.parameters ?? []), ...(item[method].parameters ?? [])]
          .map(deref)
          .filter((parameter: Json) => parameter.name !== "url")
          .map((parameter: Json) => ({
            wire: parameter["x-ms-header-collection-prefix"] ?? parameter.name,
            place: parameter.in,
            required: parameter.required ?? false,
            shape: parameter["x-ms-header-collection-prefix"]
              ? headerFamily
              : shapeOf(parameter.schema ?? parameter),
          })),
        hasFaults: item[method].responses.default !== undefined,
        faults: [],
        ...(codes !== undefined && { codes: new Set<string>(codes) }),
      })),
  );
}

function readAws(root: Json): VendorOperation[] {
  const shapeOf = (name: string): VendorShape => {
    const node = root.shapes[name];
    const bounds = { ...pick(node, "min", "min"), ...pick(node, "max", "max") };
    switch (node.type) {
      case "structure": {
        const members = Object.entries(node.members as Record<string, Json>).map(([member, part]) => [
          member,
          { required: (node.required ?? []).includes(member), shape: () => shapeOf(part.shape) },
        ]);
        return { kind: "structure", members: Object.fromEntries(members) };
      }
      case "list":
        return { kind: "list", items: () => shapeOf(node.member.shape), ...bounds };
      case "map":
        return { kind: "map", items: () => shapeOf(node.value.shape), ...bounds };
      case "string":
        return {
          kind: "text",
          ...bounds,
          ...pick(node, "pattern", "pattern"),
          ...pick(node, "enum", "values"),
        };
      default:
        return { kind: kindsOfTypes[node.type] ?? "any", ...bounds };
    }
  };
  const places: Record<string, string> = {
    uri: "path",
    querystring: "query",
    header: "header",
    headers: "headers",
  };
  return Object.values(root.operations as Record<string, Json>).map((operation) => {
    const input = root.shapes[operation.input?.shape] ?? { members: {} };
    return {
      name: operation.name,
      parameters: Object.entries(input.members as Record<string, Json>).map(([member, part]) => ({
        wire: part.location ? (part.locationName ?? member) : member,
        place: places[part.location] ?? (input.payload === member ? "body" : "field"),
        required: (input.required ?? []).includes(member),
        shape: shapeOf(part.shape),
      })),
      hasFaults: (operation.errors ?? []).length > 0,
      faults: (operation.errors ?? []).map((error: Json) => {
        const { error: told, fault } = root.shapes[error.shape];
        const status =
          told?.httpStatusCode ?? (fault ? 500 : root.metadata.protocol === "json" ? 400 : undefined);
        return { code: told?.code ?? error.shape, ...(status !== undefined && { status }) };
      }),
    };
  });
}

function pick(node: Json, from: string, to: string): Record<string, Json> {
  return node[from] === undefined ? {} : { [to]: node[from] };
}
