import {
  byteRangesOf,
  type Input,
  type Operation,
  pageSize,
  present,
  resolve,
  type Type,
  type Types,
  validate,
} from "../model/index.ts";

/** A drawn range may be longer than anything that anybody would send: what goes with it is no longer than this. */
const longest = 8 * pageSize;

interface Part {
  readonly name: string;
  readonly type: Type;
  readonly value: unknown;
  readonly length: number;
}

/**
 * The input in which the parameters that have to be equally long are so, as the leading one has it: a range reaches as far as
 * the body that goes with it, or the body is as long as the range. What is not valid by itself is left as it is.
 *
 * @example
 * inStep(uploadPages, { range: "bytes=512-1023", body: new Uint8Array(1024) }, types, "body").range; // "bytes=512-1535"
 */
export function inStep(operation: Operation, input: Input, types: Types, leading?: string): Input {
  const changes = operation.sameLength.flatMap((names) => changed(operation, names, input, types, leading));
  return changes.length === 0 ? input : { ...input, ...Object.fromEntries(changes) };
}

function changed(
  operation: Operation,
  names: readonly string[],
  input: Input,
  types: Types,
  leading: string | undefined,
): readonly (readonly [name: string, value: unknown])[] {
  const parts = partsOf(operation, names, input, types) ?? [];
  const leader = parts.find(({ name }) => name === leading) ?? parts[0];
  if (leader === undefined || isSameLength(parts)) return [];
  const length = commonLength(leader, parts);
  const others = parts.map((part) => ({ ...part, value: ofLength(part.value, length) }));
  const isValid = others.every(({ type, value }) => validate(type, value, types).length === 0);
  return isValid ? others.map(({ name, value }) => [name, value]) : [];
}

/** Whether the parameters that have to be equally long are valid, and are so. */
export function isInStep(operation: Operation, input: Input, types: Types): boolean {
  return operation.sameLength.every((names) => {
    const parts = partsOf(operation, names, input, types);
    return parts !== undefined && isSameLength(parts);
  });
}

function isSameLength(parts: readonly Part[]): boolean {
  return parts.every(({ length }) => length === parts[0]?.length);
}

/** Undefined where one of them is not there, or is nothing of which could be said how long it is. */
function partsOf(
  { parameters }: Operation,
  names: readonly string[],
  input: Input,
  types: Types,
): readonly Part[] | undefined {
  const parts = names.flatMap((name): Part[] => {
    const parameter = parameters.find((each) => each.name === name);
    const value = input[name];
    const length = lengthOf(value);
    if (parameter === undefined || length === undefined) return [];
    const type = resolve(present(parameter.type), types);
    return validate(type, value, types).length > 0 ? [] : [{ name, type, value, length }];
  });
  return parts.length === names.length ? parts : undefined;
}

function lengthOf(value: unknown): number | undefined {
  if (value instanceof Uint8Array) return value.length;
  const [range] = typeof value === "string" ? (byteRangesOf(value) ?? []) : [];
  if (range?.first === undefined || range.last === undefined) return undefined;
  return Number(range.last - range.first) + 1;
}

/** As long as the leader where all can be, and of whole pages where one of them counts in pages. */
function commonLength(leader: Part, parts: readonly Part[]): number {
  const isCarried = parts.some(({ value }) => value instanceof Uint8Array);
  const isRange = typeof leader.value === "string";
  const wanted = isCarried && isRange ? Math.min(leader.length, longest) : leader.length;
  const unit = parts.some(({ type }) => type.kind === "string" && type.format === "page-range")
    ? pageSize
    : 1;
  return Math.max(unit, wanted - (wanted % unit));
}

function ofLength(value: unknown, length: number): unknown {
  if (value instanceof Uint8Array) {
    return Uint8Array.from({ length }, (_, index) => value[index % value.length] ?? 0);
  }
  const first = byteRangesOf(String(value))?.[0]?.first ?? 0n;
  return `bytes=${first}-${first + BigInt(length) - 1n}`;
}
