import type { Pool, PoolClient } from "pg";
import { TouchstoneError } from "../../model/index.ts";
import { type Database, newestVersion, noSafeList, type Statement, stepsFrom } from "./database.ts";
import { loadPg } from "./load-pg.ts";
import { type PostgresPlace, postgresPlace } from "./postgres-url.ts";

interface Opening {
  /** Where `pg` is looked for first. */
  readonly cwd: string;
  /** Make the list if it is not there. */
  readonly create: boolean;
}

/** Opens the list on a server; the tables are made when they are not there. */
export async function openPostgres(url: string, { cwd, create }: Opening): Promise<Database> {
  const place = postgresPlace(url);
  const { Pool } = await loadPg([cwd, import.meta.dirname]);
  const pool = new Pool({
    connectionString: place.connection,
    max: 4,
    connectionTimeoutMillis: 15_000,
    allowExitOnIdle: true,
    application_name: "touchstone",
  });
  // A connection that is lost while nothing is asked of it is made anew by the next question.
  pool.on("error", () => {});
  const database = new PostgresDatabase(pool, place);
  try {
    await database.prepare(create);
    return database;
  } catch (error) {
    await database[Symbol.asyncDispose]();
    throw error;
  }
}

/** Nobody waits for ever, not even for somebody whose machine went to sleep in the middle of a change. */
const begin = "begin; set local lock_timeout = '60s'; set local idle_in_transaction_session_timeout = '60s'";

class PostgresDatabase implements Database {
  readonly #pool: Pool;
  readonly #place: PostgresPlace;

  constructor(pool: Pool, place: PostgresPlace) {
    this.#pool = pool;
    this.#place = place;
  }

  async prepare(create: boolean): Promise<void> {
    await this.#told(async () => {
      const version = await this.#version(this.#pool);
      if (version === newestVersion) return;
      if (version === 0 && !create) throw noSafeList(this.#place.shown);
      await this.#inTransaction((client) => this.#migrate(client));
    });
  }

  async read(statement: Statement): Promise<readonly Readonly<Record<string, unknown>>[]> {
    return this.#told(async () => {
      const { rows } = await this.#pool.query<Record<string, unknown>>(this.#written(statement.sql), [
        ...statement.values,
      ]);
      return rows;
    });
  }

  async change(statements: readonly Statement[]): Promise<number> {
    return this.#told(() =>
      this.#inTransaction(async (client) => {
        // Whoever writes waits for the one before, as with SQLite: nobody can come into a deadlock. Readers go on.
        await client.query(this.#written("lock table safe_list_entries in share row exclusive mode"));
        let changes = 0;
        for (const { sql, values } of statements) {
          changes += (await client.query(this.#written(sql), [...values])).rowCount ?? 0;
        }
        return changes;
      }),
    );
  }

  async #version(client: Pick<PoolClient, "query">): Promise<number> {
    // Asked of the catalogue's table: the server's own look-up by name may not have heard yet of what others made.
    const { rowCount } = await client.query(
      "select 1 from pg_tables where schemaname = $1 and tablename = 'safe_list_version'",
      [this.#place.schema],
    );
    if (rowCount === 0) return 0;
    const { rows } = await client.query<{ version: number }>(
      this.#written("select version from safe_list_version"),
    );
    return rows[0]?.version ?? 0;
  }

  async #migrate(client: PoolClient): Promise<void> {
    await client.query("select pg_advisory_xact_lock(hashtext($1))", [`touchstone ${this.#place.schema}`]);
    const steps = stepsFrom(await this.#version(client), this.#place.shown);
    const { schema } = this.#place;
    const { rowCount } = await client.query("select 1 from pg_namespace where nspname = $1", [schema]);
    if (rowCount === 0) await client.query(`create schema "${schema}"`);
    await client.query(this.#written("create table if not exists safe_list_version (version integer)"));
    for (const step of steps) await client.query(this.#written(step));
    await client.query(this.#written("delete from safe_list_version"));
    await client.query(this.#written("insert into safe_list_version values (?)"), [newestVersion]);
  }

  async #inTransaction<Result>(work: (client: PoolClient) => Promise<Result>): Promise<Result> {
    const client = await this.#pool.connect();
    try {
      await client.query(begin);
      const result = await work(client);
      await client.query("commit");
      client.release();
      return result;
    } catch (error) {
      // The server undoes what was begun on a connection that is closed.
      client.release(true);
      throw error;
    }
  }

  /** Our SQL as this server wants it: tables in their schema, values by number. */
  #written(sql: string): string {
    let number = 0;
    return sql
      .replace(/\?/g, () => `$${++number}`)
      .replace(
        /(?<=\b(?:from|into|update|table|exists|on) )safe_list_\w+/g,
        (name) => `"${this.#place.schema}".${name}`,
      );
  }

  async #told<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      throw error instanceof TouchstoneError ? error : postgresError(this.#place, error);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#pool.end();
  }
}

/** What the driver says, without the password; the driver's own error holds more than may be shown. */
function postgresError({ shown, withoutSecrets }: PostgresPlace, error: unknown): TouchstoneError {
  const { message, code } = error as Error & { code?: string };
  const said = withoutSecrets(message || code || String(error));
  return new TouchstoneError("TS_SAFE_LIST_STORE", `the safe list ${shown} cannot be used: ${said}`, {
    hint: hintFor(code),
  });
}

function hintFor(code: string | undefined): string {
  if (code === "28P01" || code === "28000") return "See whether user and password are right.";
  if (code === "42501")
    return "The user may not do this. To make the list, it needs CREATE on the database; to read it, USAGE on the schema and SELECT on its tables.";
  if (code === "3D000") return "Make the database first: createdb NAME";
  return "See whether the server runs, and can be reached from here.";
}
