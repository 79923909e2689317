import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll } from "vitest";
import type { LearnedNoise, SafeListEntry } from "../../../src/hybrid/safe-list/index.ts";
import { startPostgres } from "../../postgres-server.ts";

/** A kind of store, and where a new list of that kind can be. */
interface KindOfStore {
  readonly name: string;
  readonly skip: boolean;
  readonly freshUrl: () => string;
}

/** Both kinds; PostgreSQL is skipped where no server starts. */
export async function kindsOfStore(): Promise<readonly KindOfStore[]> {
  const folder = mkdtempSync(join(tmpdir(), "touchstone-safe-list-"));
  const server = await startPostgres().catch((error: Error) => error);
  afterAll(async () => {
    if (!(server instanceof Error)) await server[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, force: true });
  });
  if (server instanceof Error) console.log(`PostgreSQL is not tested: ${server.message}`);
  let files = 0;
  return [
    { name: "SQLite", skip: false, freshUrl: () => `sqlite:${join(folder, `${++files}`, "list.db")}` },
    {
      name: "PostgreSQL",
      skip: server instanceof Error,
      freshUrl: () => (server instanceof Error ? "" : server.freshUrl()),
    },
  ];
}

/** Any string at all: also zeros, halves of pairs, quotes and line ends. */
const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 12 }),
  fc.string({
    unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
    maxLength: 6,
  }),
  fc.constantFrom(
    "",
    "album > keeps photos",
    "<<<<<<< ours",
    "# touchstone safe list 2",
    "a\r\nb",
    "x".repeat(5000),
  ),
);
const texts = fc.uniqueArray(text, { maxLength: 3 }).map((each) => each.toSorted());
const date = fc.date({ noInvalidDate: true }).map((each) => each.toISOString());
const someMeasured = fc.record({ emulators: texts, apiVersions: texts, interfaces: text });

export const anyEntries = fc.array(
  fc.record<SafeListEntry>({
    test: text,
    fingerprint: fc.constantFrom("f1", "f2"),
    measured: someMeasured,
    outcome: fc.constantFrom("passed", "failed", "skipped"),
    source: text,
    tolerated: texts,
    run: text,
    learned: date,
    requests: fc.nat(),
  }),
  { maxLength: 12 },
);

export const anyNoise = fc.array(
  fc.record<LearnedNoise>({ test: text, measured: someMeasured, places: texts, learned: date }),
  { maxLength: 6 },
);
