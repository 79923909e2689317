import { getCompileCacheDir } from "node:module";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

/** One of the programs of this folder that run in a process or a thread of their own, as source or as built. */
export function programFile(name: "guard" | "keeper" | "remover" | "warden"): string {
  const ending = import.meta.url.endsWith(".ts") ? "ts" : "js";
  return fileURLToPath(new URL(`./${name}.${ending}`, import.meta.url));
}

/** They start in half the time where Node finds them compiled, beside what it keeps of ourselves. */
export function compiledPrograms(): { readonly NODE_COMPILE_CACHE?: string } {
  const folder = getCompileCacheDir();
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) };
}
