import { type CallResult, interfaceOf, operationOf, type ServiceName } from "../../clouds/index.ts";
import { type AtEndpoint, type FromAnswer, isAtEndpoint, isFromAnswer } from "../../explore/index.ts";
import {
  type Input,
  type Operation,
  present,
  readScalar,
  resolve,
  type Type,
  type Types,
} from "../../model/index.ts";
import type { Side } from "../sides/side.ts";
import { answerValue } from "./answer-values.ts";
import { nowhere } from "./nowhere.ts";

/** A step that was performed on one side. */
export interface Past {
  readonly operation: string;
  readonly result: CallResult;
}

/** What references are resolved from. */
export interface Surroundings {
  readonly side: Pick<Side, "service" | "endpoint" | "readSas">;
  readonly past: readonly Past[];
}

/** An input as one side gets it: what refers to earlier answers or to the side's address is replaced. */
export function resolveInput(operation: Operation, input: Input, around: Surroundings): Input {
  const { types } = interfaceOf(around.side.service);
  return replaceReferences(operation, input, types, (reference, declared) =>
    isFromAnswer(reference)
      ? fromAnswer(reference, declared, types, around)
      : atEndpoint(reference, around.side),
  );
}

/** What stands for a reference, which is to be of a type. */
export type Replace = (reference: FromAnswer | AtEndpoint, declared: Type) => unknown;

/** An input with something else in the place of each of its references. */
export function replaceReferences(
  { parameters }: Operation,
  input: Input,
  types: Types,
  replace: Replace,
): Input {
  const replaced = Object.entries(input).map(([name, value]) => {
    const parameter = parameters.find((one) => one.name === name);
    return [name, replaceIn(value, parameter?.type ?? { kind: "any" }, types, replace)] as const;
  });
  return Object.fromEntries(replaced);
}

function replaceIn(value: unknown, declared: Type, types: Types, replace: Replace): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Uint8Array || value instanceof Date) return value;
  if (isFromAnswer(value) || isAtEndpoint(value)) return replace(value, declared);
  if (Array.isArray(value)) {
    return value.map((item) => replaceIn(item, partOf(declared, undefined, types), types, replace));
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name,
      replaceIn(part, partOf(declared, name, types), types, replace),
    ]),
  );
}

/** The type of a field, or of an item where there is no name. */
function partOf(declared: Type, name: string | undefined, types: Types): Type {
  const type = resolve(present(declared), types);
  if (type.kind === "array" && name === undefined) return type.items;
  if (type.kind === "union") {
    const structured = type.of.find((one) => partOf(one, name, types).kind !== "any");
    return structured === undefined ? { kind: "any" } : partOf(structured, name, types);
  }
  if (type.kind !== "object" || name === undefined) return { kind: "any" };
  return (Object.hasOwn(type.fields, name) ? type.fields[name] : type.rest) ?? { kind: "any" };
}

function fromAnswer({ $from, at }: FromAnswer, declared: Type, types: Types, around: Surroundings): unknown {
  const found = pastValue(around.side.service, around.past[$from], at);
  if (found === undefined) return nowhere(declared, types);
  return typeof found === "string" ? readScalar(found, resolve(present(declared), types)) : found;
}

function pastValue(service: ServiceName, past: Past | undefined, at: string): unknown {
  if (past?.result.kind !== "answered") return undefined;
  return answerValue(service, operationOf(service, past.operation), past.result, at);
}

function atEndpoint({ $endpoint, signed }: AtEndpoint, { endpoint, readSas }: Surroundings["side"]): string {
  const address = `${endpoint}${$endpoint}`;
  if (signed === undefined || readSas === "") return address;
  return `${address}${address.includes("?") ? "&" : "?"}${readSas}`;
}
