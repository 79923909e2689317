import { homedir } from "node:os";
import { join } from "node:path";

/** Where Touchstone keeps what it would otherwise fetch or make again; `TOUCHSTONE_CACHE` moves it. */
export function cacheFolder(env: NodeJS.ProcessEnv = process.env): string {
  const chosen = env["TOUCHSTONE_CACHE"];
  if (chosen !== undefined && chosen !== "") return chosen;
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
