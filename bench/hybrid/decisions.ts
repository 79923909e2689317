import { hash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { emptyCatalogue } from "../../src/hybrid/decide/catalogue.ts";
import { decide, type SeenTest } from "../../src/hybrid/decide/decide.ts";
import { measuredBy } from "../../src/hybrid/run/measured.ts";
import { openSafeList, type SafeListEntry } from "../../src/hybrid/safe-list/index.ts";
import { leastTimeOf, seconds, whole } from "./measure.ts";

const sizes = [1_000, 10_000, 100_000];
const measured = measuredBy.of(["azurite 3.37.0"], ["azure-blob 2025-05-05", "azure-queue 2025-05-05"]);
const learned = new Date().toISOString();

/** Reads lists of these sizes and decides as many tests by them. Gives the time for 10,000. */
export async function benchDecisions(): Promise<number> {
  const rows: Record<string, object> = {};
  let msForTenThousand = 0;
  for (const size of sizes) {
    const ms = await decisionsOf(size);
    if (size === 10_000) msForTenThousand = ms;
    rows[whole(size)] = { time: seconds(ms), "tests/s": whole((size / ms) * 1000) };
  }
  console.log(
    "\ndecisions from stored fingerprints, one entry a test: SQLite opened, read, decided; best of three",
  );
  console.table(rows);
  return msForTenThousand;
}

async function decisionsOf(size: number): Promise<number> {
  using folder = new DisposableStack();
  const home = folder.adopt(mkdtempSync(join(tmpdir(), "touchstone-bench-")), (path) =>
    rmSync(path, { recursive: true, force: true }),
  );
  const numbers = Array.from({ length: size }, (_, number) => number);
  const seen = numbers.map(seenTest);
  await fill(home, numbers);
  return await leastTimeOf(async () => {
    const kept = await decided(home, seen);
    if (kept !== size) throw new Error(`only ${kept} of ${size} tests were found on the list`);
  });
}

async function fill(home: string, numbers: readonly number[]): Promise<void> {
  await using store = await openSafeList("sqlite:list.db", home);
  await store.addNoise(
    numbers.map((number) => ({
      test: testOf(number),
      measured,
      places: ["Container_Create request.path[1]"],
      learned,
    })),
  );
  await store.add(numbers.map(entryOf));
}

async function decided(home: string, seen: readonly SeenTest[]): Promise<number> {
  await using store = await openSafeList("sqlite:list.db", home);
  const noise = Map.groupBy(await store.noise(), ({ test }) => test);
  const entries = Map.groupBy(await store.entries(), ({ test }) => test);
  const context = {
    policy: "combined",
    catalogue: emptyCatalogue,
    pinned: () => undefined,
    entriesOf: (test: string) => entries.get(test) ?? [],
    notBefore: new Date(Date.now() - 90 * 86_400_000).toISOString(),
    isObserving: true,
  } as const;
  return seen.filter((one) => noise.has(one.test.id) && decide(one, context).target === "emulator").length;
}

function testOf(number: number): string {
  return `albums/album-${number % 100}.test.ts > an album > keeps photo ${number}`;
}

function fingerprintOf(number: number): string {
  return hash("sha256", `fingerprint ${number}`);
}

const source = hash("sha256", "the tests");

function entryOf(number: number): SafeListEntry {
  return {
    test: testOf(number),
    fingerprint: fingerprintOf(number),
    measured,
    outcome: "passed",
    source,
    tolerated: [],
    run: "bench",
    learned,
    requests: 9,
  };
}

function seenTest(number: number): SeenTest {
  const id = testOf(number);
  const [file = "", ...titles] = id.split(" > ");
  return {
    test: { id, file, titles },
    result: { id, status: "passed" },
    observation: {
      read: [{ exchange: 1, problem: "only its fingerprint is stored" }],
      requests: 9,
      operations: ["azure-blob Container_Create", "azure-blob BlockBlob_Upload"],
      apiVersions: measured.apiVersions,
      throttled: 0,
    },
    trace: { steps: [], fingerprint: fingerprintOf(number), masked: [], problems: [] },
    measured,
    noise: new Set(),
    source,
  };
}
