import type { Call, Success, Tracker } from "./contract.ts";

/** What calls are about: the texts of these parameters together; `undefined` if one of them is missing. */
export function keyOf(...parameters: readonly string[]): (call: Call) => string | undefined {
  return ({ input }) => {
    const parts = parameters.map((name) => textAt(input, name));
    return parts.includes(undefined) ? undefined : parts.join("/");
  };
}

function textAt(input: Readonly<Record<string, unknown>>, path: string): string | undefined {
  let value: unknown = input;
  for (const step of path.split(".")) {
    value = typeof value === "object" && value !== null ? Reflect.get(value, step) : undefined;
  }
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
}

type Key = Tracker["key"];

/** What a time is remembered of. */
interface OnResource {
  readonly on: (...key: readonly (string | Key)[]) => Tracker<number>;
}

/**
 * When an operation last succeeded on the same resource, in milliseconds; until others succeed, where these are named.
 *
 * @example
 * lastSuccessOf("Container_Delete").until("Container_Create").on("containerName");
 */
export function lastSuccessOf(
  ...operations: readonly string[]
): OnResource & { readonly until: (...undone: readonly string[]) => OnResource } {
  return {
    ...lastSuccess(operations, []),
    until: (...undone) => lastSuccess(operations, undone),
  };
}

function lastSuccess(operations: readonly string[], undone: readonly string[]): OnResource {
  const until = undone.length === 0 ? "" : ` until ${undone.join(", ")}`;
  return {
    on: (...key) => ({
      name: `last ${operations.join(", ")}${until} by ${key.map((part) => (typeof part === "string" ? part : part.name)).join(", ")}`,
      operations: [...operations, ...undone],
      key: oneKey(key),
      next: (_before, { call, now }) => (operations.includes(call.operation) ? now : undefined),
    }),
  };
}

function oneKey(key: readonly (string | Key)[]): Key {
  const [first] = key;
  if (typeof first === "function") return first;
  return keyOf(...key.filter((part) => typeof part === "string"));
}

/** Operations that make a thing, and those that remove it. */
interface Life {
  readonly name: string;
  readonly key: Key;
  readonly made: readonly string[];
  readonly removed: readonly string[];
}

/** Whether a thing is there: made or removed, as far as that was seen. */
export function existenceOf({ name, key, made, removed }: Life): Tracker<"there" | "gone"> {
  return {
    name: `existence of ${name}`,
    operations: [...made, ...removed],
    key,
    next: (_before, { call }) => (made.includes(call.operation) ? "there" : "gone"),
  };
}

/** Operations that are about many things at once, and the keys of those of which nothing is known then. */
export interface Forgetting {
  readonly operations: readonly string[];
  readonly which: (call: Call) => (key: string) => boolean;
}

/** What was set last: kept by the operations that set it, forgotten by those that clear it, alone or with others. */
export function settingOf<Value>({
  name,
  key,
  set,
  cleared = [],
  forgets,
  value,
  readsAnswer,
}: {
  readonly name: string;
  readonly key: Key;
  readonly set: readonly string[];
  readonly cleared?: readonly string[];
  readonly forgets?: Forgetting;
  readonly value: (success: Success) => Value | undefined;
  readonly readsAnswer?: true;
}): Tracker<Value> {
  return {
    name,
    operations: [...set, ...cleared, ...(forgets?.operations ?? [])],
    key,
    next: (before, success) =>
      set.includes(success.call.operation) ? (value(success) ?? before) : undefined,
    ...(forgets && {
      forgotten: (call: Call) =>
        forgets.operations.includes(call.operation) ? forgets.which(call) : () => false,
    }),
    ...(readsAnswer && { readsAnswer }),
  };
}
