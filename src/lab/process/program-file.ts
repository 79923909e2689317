import { fileURLToPath } from "node:url";

/** One of the programs of this folder that run in a process of their own, as source or as built. */
export function programFile(name: "guard" | "keeper" | "warden"): string {
  const ending = import.meta.url.endsWith(".ts") ? "ts" : "js";
  return fileURLToPath(new URL(`./${name}.${ending}`, import.meta.url));
}
