const stepPattern = /\[name\]|\[\]|[^.[\]]+/g;

/**
 * All values that a path of the interface leads to: `.name` goes into a field, `[]` into the items of a list or the
 * values of a map, `[name]` to the names of a map.
 *
 * @example
 * valuesAt({ Queues: [{ Name: "a" }, { Name: "b" }] }, "Queues[].Name"); // ["a", "b"]
 */
export function valuesAt(value: unknown, path: string): readonly unknown[] {
  const steps: readonly string[] = path.match(stepPattern) ?? [];
  return steps
    .reduce<readonly unknown[]>((reached, step) => reached.flatMap((one) => next(one, step)), [value])
    .filter((found) => found !== undefined);
}

function next(value: unknown, step: string): readonly unknown[] {
  if (typeof value !== "object" || value === null) return [];
  if (step === "[name]") return Object.keys(value);
  if (step === "[]") return Array.isArray(value) ? value : Object.values(value);
  return Object.entries(value).flatMap(([name, field]) => (name === step ? [field] : []));
}
