import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import type { ContractAnswer } from "../../src/model/index.ts";
import { sharedPath } from "./shared-folder.ts";

interface Documented {
  readonly documentation?: string;
}

interface Reference extends Documented {
  readonly shape: string;
}

interface Shape extends Documented {
  readonly min?: number;
  readonly max?: number;
  readonly pattern?: string;
  readonly enum?: readonly string[];
  readonly members?: Readonly<Record<string, Reference>>;
  readonly member?: Reference;
  readonly key?: Reference;
  readonly value?: Reference;
}

interface Model {
  readonly operations: Readonly<
    Record<
      string,
      Documented & {
        readonly http?: { readonly responseCode?: number };
        readonly input?: Reference;
        readonly output?: Reference;
        readonly errors?: readonly { readonly shape: string }[];
      }
    >
  >;
  readonly shapes: Readonly<Record<string, Shape>>;
}

interface PathOperation {
  readonly operationId?: string;
  readonly parameters?: readonly { readonly $ref?: string }[];
}

type Paths = Readonly<Record<string, Readonly<Record<string, PathOperation>>>>;

interface OpenApi {
  readonly paths: Paths;
  readonly "x-ms-paths"?: Paths;
  readonly parameters: Readonly<Record<string, { readonly description?: string }>>;
  readonly definitions: Readonly<Record<string, { readonly enum?: readonly string[] }>>;
}

const models: Readonly<Record<string, string>> = {
  s3: "aws-s3-service-2",
  dynamodb: "aws-dynamodb-service-2",
};
const openApis: Readonly<Record<string, string>> = {
  "azure-blob": "azure-blob-storage-2021-10-04",
  "azure-queue": "azure-queue-storage",
  "azure-table": "azure-table",
};

const read = new Map<string, unknown>();

function grammar(name: string): unknown {
  if (!read.has(name)) {
    const path = join(sharedPath("data/grammar"), `${name}.json.gz`);
    read.set(name, JSON.parse(gunzipSync(readFileSync(path)).toString("utf8")));
  }
  return read.get(name);
}

/**
 * Whether the owner's description of a service has a place, which is one of the operations' own, and says there what a
 * contract answers.
 */
export function isDescribed(
  service: string,
  at: string,
  answer: ContractAnswer,
  on: readonly string[],
): boolean {
  const model = models[service];
  if (model !== undefined) return isModelled(grammar(model) as Model, at, answer, on);
  return isInOpenApi(grammar(openApis[service] ?? "") as OpenApi, at, answer, on);
}

function isModelled(
  model: Model,
  at: string,
  { status, code }: ContractAnswer,
  on: readonly string[],
): boolean {
  const { operations, shapes } = model;
  const operation = operations[at];
  if (operation !== undefined) {
    if (code === undefined) return status === (operation.http?.responseCode ?? 200);
    const errors = operation.errors ?? [];
    return errors.some(({ shape }) => shape === code) || (operation.documentation ?? "").includes(code);
  }
  const [name = "", member] = at.split(".");
  const shape = shapes[name];
  if (member !== undefined) return shape?.members?.[member]?.documentation !== undefined;
  if (shape === undefined) return false;
  const isLimit = [shape.min, shape.max, shape.pattern, shape.enum].some((bound) => bound !== undefined);
  if (isLimit) return on.every((one) => shapesOf(model, operations[one]?.input?.shape).has(name));
  return (shape.documentation ?? "").includes(code ?? String(status));
}

/** A shape with all that it is made of: a limit of another one is none of a request's. */
function shapesOf(model: Model, name: string | undefined, seen = new Set<string>()): ReadonlySet<string> {
  const shape = name === undefined ? undefined : model.shapes[name];
  if (name === undefined || shape === undefined || seen.has(name)) return seen;
  seen.add(name);
  const parts = [...Object.values(shape.members ?? {}), shape.member, shape.key, shape.value];
  for (const part of parts) shapesOf(model, part?.shape, seen);
  return seen;
}

function isInOpenApi(api: OpenApi, at: string, { code }: ContractAnswer, on: readonly string[]): boolean {
  const codes = Object.values(api.definitions).flatMap((definition) => definition.enum ?? []);
  const operations = Object.values({ ...api.paths, ...api["x-ms-paths"] }).flatMap((path) =>
    Object.values(path),
  );
  const places = at.split(", ");
  const isOwn = (name: string) =>
    operations
      .filter(({ operationId }) => operationId === name)
      .flatMap(({ parameters = [] }) => parameters)
      .some(({ $ref = "" }) => places.includes($ref.replace("#/parameters/", "")));
  return (
    places.every((place) => api.parameters[place]?.description !== undefined) &&
    codes.includes(code ?? "") &&
    on.every(isOwn)
  );
}
