import { resolve } from "node:path";
import { TouchstoneError } from "../../model/index.ts";
import type { Database } from "./database.ts";
import type { SafeListStore } from "./entry.ts";
import { SqlSafeList } from "./sql-store.ts";

/** Where the safe list is if nothing else is said. */
export const defaultSafeList = "sqlite:.touchstone/safelist.db";

interface OpenOptions {
  /** Make the list if it is not there; otherwise that is an error. On unless it is turned off. */
  readonly create?: boolean;
}

/**
 * Opens a safe list: `sqlite:PATH`, or `postgres://…` for one that a team shares.
 *
 * @example
 * await using store = await openSafeList("sqlite:.touchstone/safelist.db", process.cwd());
 * await store.entries({ tests: ["album.test.ts > keeps photos"] });
 */
export async function openSafeList(
  url: string,
  cwd: string,
  { create = true }: OpenOptions = {},
): Promise<SafeListStore> {
  return new SqlSafeList(await openDatabase(url, cwd, create));
}

/** Loads only what the list in question needs. */
async function openDatabase(url: string, cwd: string, create: boolean): Promise<Database> {
  if (/^postgres(ql)?:\/\//i.test(url)) {
    const { openPostgres } = await import("./postgres-database.ts");
    return openPostgres(url, { cwd, create });
  }
  const file = sqliteFile(url);
  const { openSqlite } = await import("./sqlite-database.ts");
  return openSqlite(resolve(cwd, file), create);
}

function sqliteFile(url: string): string {
  const [, path = ""] = /^sqlite:(.*)$/is.exec(url) ?? [];
  // Two slashes would be a host's; three are how some write an absolute path.
  if (path !== "" && !/^\/\/(?!\/)/.test(path)) return path;
  const scheme = /^[a-z][a-z\d+.-]*:/i.exec(url)?.[0];
  throw new TouchstoneError("TS_SAFE_LIST_URL", `the safe list's URL ${described(scheme)}`, {
    hint: "Write sqlite:PATH for a file, or postgres://user@host/database for a server.",
  });
}

/** Only the beginning of what was written: the rest may hold a password. */
function described(scheme: string | undefined): string {
  if (scheme === undefined) return "does not say what kind of store it names";
  return scheme.toLowerCase() === "sqlite:" ? "names no file" : `starts with ${scheme}, which is not known`;
}
