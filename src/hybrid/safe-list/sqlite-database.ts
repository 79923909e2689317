import { open, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { TouchstoneError } from "../../model/index.ts";
import { makeFolder } from "../../wire/index.ts";
import { type Database, newestVersion, noSafeList, type Statement, stepsFrom } from "./database.ts";

/** By this number in its header a file says that it is a safe list: "TsSL". */
const applicationId = 0x5473534c;
const patienceMs = 30_000;
const busy = 5;

/** Opens a file; without `create` only one that is there. */
export async function openSqlite(file: string, create: boolean): Promise<Database> {
  const found = await applicationOf(file);
  if (found === "missing" && !create) throw noSafeList(file);
  if (found !== "missing" && found !== "empty" && found !== applicationId) throw foreignFile(file);
  try {
    await makeFolder(dirname(file));
    return await prepared(file);
  } catch (cause) {
    throw cause instanceof TouchstoneError ? cause : sqliteError(file, cause);
  }
}

async function prepared(file: string): Promise<Database> {
  const database = new DatabaseSync(file, { timeout: patienceMs });
  try {
    await patiently(() => migrate(database, file));
    // Asked last: the tables come with the header by which the file is known, which a log beside it would not show.
    await patiently(() => database.exec("pragma journal_mode = wal"));
    return new SqliteDatabase(database, file);
  } catch (error) {
    database.close();
    throw error;
  }
}

/** What a file says it is; read from its bytes, so that a file of somebody else's is not even opened. */
async function applicationOf(file: string): Promise<number | "missing" | "empty"> {
  const found = await stat(file).catch(() => undefined);
  if (found === undefined) return "missing";
  if (!found.isFile()) throw foreignFile(file);
  const handle = await open(file).catch((cause: unknown) => {
    throw sqliteError(file, cause);
  });
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(100), 0, 100, 0);
    if (bytesRead === 0) return "empty";
    const isDatabase = bytesRead === 100 && buffer.toString("latin1", 0, 16) === "SQLite format 3\0";
    if (!isDatabase) throw foreignFile(file);
    return buffer.readUInt32BE(68);
  } finally {
    await handle.close();
  }
}

function migrate(database: DatabaseSync, file: string): void {
  if (versionOf(database) === newestVersion) return;
  inTransaction(database, () => {
    for (const step of stepsFrom(versionOf(database), file)) database.exec(step);
    database.exec(`pragma application_id = ${applicationId}; pragma user_version = ${newestVersion}`);
  });
}

function versionOf(database: DatabaseSync): number {
  return Number(database.prepare("pragma user_version").get()?.["user_version"]);
}

/** Others may be opening, recovering or closing the same file; not all of that waits by itself. */
async function patiently<Result>(work: () => Result): Promise<Result> {
  const end = Date.now() + patienceMs;
  for (;;) {
    try {
      return work();
    } catch (error) {
      // The low byte is the kind of error, what is above it the variety.
      const { errcode = 0 } = error as { errcode?: number };
      if ((errcode & 0xff) !== busy || Date.now() > end) throw error;
    }
    await pause(5 + Math.random() * 20);
  }
}

function inTransaction<Result>(database: DatabaseSync, work: () => Result): Result {
  database.exec("begin immediate");
  try {
    const result = work();
    database.exec("commit");
    return result;
  } catch (error) {
    if (database.isTransaction) database.exec("rollback");
    throw error;
  }
}

class SqliteDatabase implements Database {
  readonly #database: DatabaseSync;
  readonly #file: string;

  constructor(database: DatabaseSync, file: string) {
    this.#database = database;
    this.#file = file;
  }

  async read({ sql, values }: Statement): Promise<readonly Readonly<Record<string, unknown>>[]> {
    return this.#told(() => this.#database.prepare(sql).all(...values));
  }

  async change(statements: readonly Statement[]): Promise<number> {
    return this.#told(() => inTransaction(this.#database, () => this.#runAll(statements)));
  }

  #runAll(statements: readonly Statement[]): number {
    const ready = new Map<string, StatementSync>();
    let changes = 0;
    for (const { sql, values } of statements) {
      const statement = ready.get(sql) ?? this.#database.prepare(sql);
      ready.set(sql, statement);
      changes += Number(statement.run(...values).changes);
    }
    return changes;
  }

  async #told<Result>(work: () => Result): Promise<Result> {
    try {
      return await patiently(work);
    } catch (cause) {
      throw sqliteError(this.#file, cause);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#database.close();
  }
}

function foreignFile(file: string): TouchstoneError {
  return new TouchstoneError("TS_NO_SAFE_LIST", `${file} is there, but is no safe list`, {
    hint: "It was left as it is. Name another file: sqlite:PATH\nWhat touchstone safelist export wrote is read by touchstone safelist import.",
  });
}

function sqliteError(file: string, cause: unknown): TouchstoneError {
  return new TouchstoneError(
    "TS_SAFE_LIST_STORE",
    `the safe list ${file} cannot be used: ${(cause as Error).message}`,
    { hint: "See whether the folder is there, may be written, and has space left.", cause },
  );
}
