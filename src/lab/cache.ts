import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { TouchstoneError } from "../model/index.ts";

/** Where Touchstone keeps what it would otherwise fetch or make again; `TOUCHSTONE_CACHE` moves it. */
export function cacheFolder(env: NodeJS.ProcessEnv = process.env): string {
  const chosen = env["TOUCHSTONE_CACHE"];
  if (chosen !== undefined && chosen !== "") return resolve(chosen);
  const home = homedir();
  switch (process.platform) {
    case "darwin":
      return join(home, "Library", "Caches", "touchstone");
    case "win32":
      return join(env["LOCALAPPDATA"] ?? join(home, "AppData", "Local"), "touchstone");
    default:
      return join(env["XDG_CACHE_HOME"] || join(home, ".cache"), "touchstone");
  }
}

/** The error for a cache that cannot be written. */
export function unusableCache(cause: unknown): TouchstoneError {
  return new TouchstoneError(
    "TS_CACHE",
    `the cache ${cacheFolder()} cannot be used: ${(cause as Error).message}`,
    {
      hint: "Set TOUCHSTONE_CACHE to a folder that can be written.",
      cause,
    },
  );
}
