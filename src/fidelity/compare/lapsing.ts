import type { ChangedTest, LapsingEntry } from "./result.ts";

/** An entry of a safe list, as far as it lapses. */
export interface ListedEntry {
  readonly test: string;
  readonly measured: { readonly emulators: readonly string[] };
  readonly learned: string;
}

/** The entries that were measured on one of the first targets, which the second ones are not. */
export function lapsingEntries(
  entries: readonly ListedEntry[],
  a: Readonly<Record<string, string>>,
  b: Readonly<Record<string, string>>,
  tests: { readonly compared: ReadonlySet<string>; readonly changed: readonly ChangedTest[] },
): LapsingEntry[] {
  const there = new Set(Object.values(b));
  const left = new Set(Object.values(a).filter((label) => !there.has(label)));
  const changed = new Set(tests.changed.map(({ test }) => test));
  return entries
    .filter(({ measured }) => measured.emulators.some((label) => left.has(label)))
    .map(({ test, measured, learned }) => ({
      test,
      emulators: measured.emulators,
      learned,
      isChanged: tests.compared.has(test) ? changed.has(test) : null,
    }))
    .toSorted((one, other) => (one.test < other.test ? -1 : one.test > other.test ? 1 : 0));
}
