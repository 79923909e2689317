import { TouchstoneError } from "../../model/index.ts";
import type { Database, Statement } from "./database.ts";
import type { DeferredTest, EntryFilter, LearnedNoise, SafeListEntry, SafeListStore } from "./entry.ts";
import { entryKey, noiseKey, placeKey, sortedSet, testKey } from "./keys.ts";
import { entryLine, noiseLine, storedEntry, storedNoise, wholeDate } from "./lines.ts";

/** Both databases take this many values in a statement. */
const mostValues = 10_000;

type Row = readonly (string | number)[];

/** The safe list on any database that speaks SQL. */
export class SqlSafeList implements SafeListStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async entries(filter: EntryFilter = {}): Promise<readonly SafeListEntry[]> {
    const since = filter.since === undefined ? Number.MIN_SAFE_INTEGER : momentOf(filter.since);
    const keys = filter.tests === undefined ? undefined : sortedSet(filter.tests).map(testKey);
    const from = "select line from safe_list_entries where learned >= ?";
    const statements =
      keys === undefined
        ? [{ sql: from, values: [since] }]
        : inChunks(keys, 1).map((chunk) => ({
            sql: `${from} and test_key in (${marks(chunk.length)})`,
            values: [since, ...chunk],
          }));
    const found: SafeListEntry[] = [];
    for (const statement of statements) {
      for (const { line } of await this.#database.read(statement)) found.push(storedEntry(String(line)));
    }
    return found;
  }

  async add(entries: readonly SafeListEntry[]): Promise<void> {
    const rows = entries.map(entryRow);
    await this.#change(
      upserts(
        "insert into safe_list_entries (key, test_key, learned, line)",
        newestByKey(rows, 2),
        "update set learned = excluded.learned, line = excluded.line where excluded.learned >= safe_list_entries.learned",
      ),
    );
  }

  async remove(entries: readonly SafeListEntry[]): Promise<void> {
    await this.#change(deletions("safe_list_entries", "key", entries.map(entryKey)));
  }

  async removeAsRead(entries: readonly SafeListEntry[]): Promise<number> {
    const pairs = entries.map((entry) => [entryKey(entry), momentOf(entry.learned)]);
    return this.#change(
      inChunks(pairs, 2).map((chunk) => ({
        sql: `delete from safe_list_entries where (key, learned) in (values ${chunk.map(() => "(?, cast(? as bigint))").join(", ")})`,
        values: chunk.flat(),
      })),
    );
  }

  async noise(test?: string): Promise<readonly LearnedNoise[]> {
    const rows = await this.#database.read({
      sql: `select line from safe_list_noise${test === undefined ? "" : " where test_key = ?"}`,
      values: test === undefined ? [] : [testKey(test)],
    });
    return joined(rows.map(({ line }) => storedNoise(String(line))));
  }

  async addNoise(noise: readonly LearnedNoise[]): Promise<void> {
    const rows = noise.flatMap(noiseRows);
    await this.#change(
      upserts(
        "insert into safe_list_noise (key, noise_key, test_key, learned, line)",
        newestByKey(rows, 3),
        "update set learned = excluded.learned, line = excluded.line where excluded.learned >= safe_list_noise.learned",
      ),
    );
  }

  async removeNoise(noise: readonly LearnedNoise[]): Promise<void> {
    await this.#change(deletions("safe_list_noise", "noise_key", noise.map(noiseKey)));
  }

  async deferred(): Promise<readonly DeferredTest[]> {
    const sql = "select test, reason, since from safe_list_deferred";
    const rows = await this.#database.read({ sql, values: [] });
    return rows.map(deferredTest).sort((a, b) => order(a.since, b.since) || order(a.test, b.test));
  }

  async defer(tests: readonly DeferredTest[]): Promise<void> {
    const rows = tests.map(
      ({ test, reason, since }): Row => [
        testKey(test),
        JSON.stringify(test),
        JSON.stringify(reason),
        wholeDate(since, test),
      ],
    );
    await this.#change(
      upserts(
        "insert into safe_list_deferred (key, test, reason, since)",
        [...new Map(rows.map((row) => [row[0], row])).values()],
        // It has waited since it first had to.
        "update set reason = excluded.reason",
      ),
    );
  }

  async settle(tests: readonly string[]): Promise<void> {
    await this.#change(deletions("safe_list_deferred", "key", tests.map(testKey)));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#database[Symbol.asyncDispose]();
  }

  async #change(statements: readonly Statement[]): Promise<number> {
    return statements.length === 0 ? 0 : this.#database.change(statements);
  }
}

function entryRow(entry: SafeListEntry): Row {
  return [entryKey(entry), testKey(entry.test), momentOf(entry.learned), entryLine(entry)];
}

/** A row for each place, so that places come together whoever adds them; and one for having looked at all. */
function noiseRows(noise: LearnedNoise): Row[] {
  const key = noiseKey(noise);
  const row = (place: string | undefined): Row => [
    placeKey(key, place),
    key,
    testKey(noise.test),
    momentOf(noise.learned),
    noiseLine({ ...noise, places: place === undefined ? [] : [place] }),
  ];
  return [row(undefined), ...sortedSet(noise.places).map(row)];
}

/** Brings together what is known of each test. */
function joined(noise: readonly LearnedNoise[]): LearnedNoise[] {
  const groups = Map.groupBy(noise, noiseKey);
  return [...groups.values()].flatMap(([first, ...rest]) => {
    if (first === undefined) return [];
    const all = [first, ...rest];
    const learned = all.map((each) => each.learned).reduce((a, b) => (momentOf(a) > momentOf(b) ? a : b));
    return [{ ...first, places: sortedSet(all.flatMap(({ places }) => places)), learned }];
  });
}

function deferredTest({ test, reason, since }: Readonly<Record<string, unknown>>): DeferredTest {
  return {
    test: JSON.parse(String(test)) as string,
    reason: JSON.parse(String(reason)) as string,
    since: String(since),
  };
}

/** No statement may meet the same row twice: of equal keys the newest stays, and of equally new ones the last. */
function newestByKey(rows: readonly Row[], learned: number): Row[] {
  const newest = new Map<unknown, Row>();
  for (const row of rows) {
    const known = newest.get(row[0]);
    if (known === undefined || Number(row[learned]) >= Number(known[learned])) newest.set(row[0], row);
  }
  return [...newest.values()];
}

function upserts(insert: string, rows: readonly Row[], conflict: string): Statement[] {
  const width = rows[0]?.length ?? 1;
  return inChunks(rows, width).map((chunk) => ({
    sql: `${insert} values ${chunk.map(() => `(${marks(width)})`).join(", ")} on conflict (key) do ${conflict}`,
    values: chunk.flat(),
  }));
}

function deletions(table: string, column: string, keys: readonly string[]): Statement[] {
  return inChunks(keys, 1).map((chunk) => ({
    sql: `delete from ${table} where ${column} in (${marks(chunk.length)})`,
    values: chunk,
  }));
}

function inChunks<Item>(items: readonly Item[], valuesEach: number): Item[][] {
  const size = Math.floor(mostValues / valuesEach);
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}

function marks(count: number): string {
  return Array.from({ length: count }, () => "?").join(", ");
}

function order(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

function momentOf(date: string): number {
  const moment = Date.parse(date);
  if (!Number.isNaN(moment)) return moment;
  throw new TouchstoneError("TS_SAFE_LIST_ENTRY", `${JSON.stringify(date)} is no date`, {
    hint: "Dates are written like 2026-11-15 or 2026-11-15T22:03:04Z.",
  });
}
