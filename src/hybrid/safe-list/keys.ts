import { hash } from "node:crypto";
import type { LearnedNoise, Measured, SafeListEntry } from "./entry.ts";

/** What makes an entry the same as another: everything but what a later run renews. */
export function entryKey({ test, fingerprint, measured, outcome, source }: SafeListEntry): string {
  return hashOf([test, fingerprint, ...measuredParts(measured), outcome, source]);
}

/** What noise is known for: a test with what it was measured with. */
export function noiseKey({ test, measured }: Pick<LearnedNoise, "test" | "measured">): string {
  return hashOf([test, ...measuredParts(measured)]);
}

/** One place of noise, or the mere fact that noise was looked for. */
export function placeKey(noise: string, place: string | undefined): string {
  return hashOf(place === undefined ? [noise] : [noise, place]);
}

/** Names of tests may be longer than what an index takes. */
export function testKey(test: string): string {
  return hashOf([test]);
}

function measuredParts({ emulators, apiVersions, interfaces }: Measured): unknown[] {
  return [sortedSet(emulators), sortedSet(apiVersions), interfaces];
}

/** Each once, in the order of their code units. */
export function sortedSet(texts: readonly string[]): string[] {
  return [...new Set(texts)].sort();
}

function hashOf(parts: readonly unknown[]): string {
  return hash("sha256", JSON.stringify(parts));
}
