import type { LearnedNoise, Measured, SafeListEntry } from "../../../src/hybrid/safe-list/index.ts";

export const measured: Measured = {
  emulators: ["azurite 3.37.0"],
  apiVersions: ["azure-blob 2025-05-05"],
  interfaces: "1",
};

export function entry(test: string, more: Partial<SafeListEntry> = {}): SafeListEntry {
  return {
    test,
    fingerprint: "f1",
    measured,
    outcome: "passed",
    source: "s1",
    tolerated: [],
    run: "run-1",
    learned: "2026-11-01T10:00:00.000Z",
    requests: 3,
    ...more,
  };
}

export function noise(
  test: string,
  places: readonly string[],
  learned = "2026-11-01T10:00:00.000Z",
): LearnedNoise {
  return { test, measured, places, learned };
}
