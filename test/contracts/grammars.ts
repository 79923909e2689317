import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import type { ContractAnswer } from "../../src/model/index.ts";
import { sharedPath } from "./shared-folder.ts";

interface Documented {
  readonly documentation?: string;
}

interface Shape extends Documented {
  readonly min?: number;
  readonly max?: number;
  readonly pattern?: string;
  readonly members?: Readonly<Record<string, Documented>>;
}

interface Model {
  readonly operations: Readonly<
    Record<
      string,
      Documented & {
        readonly http?: { readonly responseCode?: number };
        readonly output?: { readonly shape: string };
        readonly errors?: readonly { readonly shape: string }[];
      }
    >
  >;
  readonly shapes: Readonly<Record<string, Shape>>;
}

interface OpenApi {
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

/** Whether the owner's description of a service has a place, and says there what a contract answers. */
export function isDescribed(service: string, at: string, answer: ContractAnswer): boolean {
  const model = models[service];
  if (model !== undefined) return isModelled(grammar(model) as Model, at, answer);
  return isInOpenApi(grammar(openApis[service] ?? "") as OpenApi, at, answer);
}

function isModelled({ operations, shapes }: Model, at: string, { status, code }: ContractAnswer): boolean {
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
  const isLimit = shape.min !== undefined || shape.max !== undefined || shape.pattern !== undefined;
  return isLimit || (shape.documentation ?? "").includes(code ?? String(status));
}

function isInOpenApi({ parameters, definitions }: OpenApi, at: string, { code }: ContractAnswer): boolean {
  const codes = Object.values(definitions).flatMap((definition) => definition.enum ?? []);
  return parameters[at]?.description !== undefined && codes.includes(code ?? "");
}
