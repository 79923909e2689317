import type { Call, Success, Tracker } from "./contract.ts";

/** What calls are about: the texts of these parameters together; `undefined` if one of them is missing. */
export function keyOf(...parameters: readonly string[]): Key {
  return together(parameters.map(textOf));
}

/** What calls are about by all of these; `undefined` if one of them has nothing to say. */
function together(keys: readonly Key[]): Key {
  return (call) => {
    const parts = keys.map((key) => key(call));
    return parts.includes(undefined) ? undefined : parts.join("/");
  };
}

function textOf(path: string): Key {
  return ({ input }) => {
    let value: unknown = input;
    for (const step of path.split(".")) {
      value = typeof value === "object" && value !== null ? Reflect.get(value, step) : undefined;
    }
    return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
  };
}

type Key = Tracker["key"];

/** What a time is remembered of. */
interface OnResource {
  /** The thing that calls are about: by its parameters' names, functions of the call, or both together. */
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
      key: together(key.map((part) => (typeof part === "string" ? textOf(part) : part))),
      next: (_before, { call, now }) => (operations.includes(call.operation) ? now : undefined),
    }),
  };
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
        forgets.operations.includes(call.operation) ? forgets.which(call) : undefined,
    }),
    ...(readsAnswer && { readsAnswer }),
  };
}
