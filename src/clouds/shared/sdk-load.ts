import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { TouchstoneError } from "../../model/index.ts";

/** Loads an SDK from where the folder's modules would find it, else from beside ourselves. */
export async function loadSdk<Module>(name: string, cwd: string = process.cwd()): Promise<Module> {
  const entry = entryOf(name, [cwd, fileURLToPath(new URL(".", import.meta.url))]);
  if (entry !== undefined) return (await import(pathToFileURL(entry).href)) as Module;
  throw new TouchstoneError("TS_PACKAGE_MISSING", `the package ${name} is not installed`, {
    hint: `Calls of its service need it. Install it with: npm install --save-dev ${name}`,
  });
}

/** Where packages were found, by folder and name: what was missing may be installed by now. */
const found = new Map<string, string>();

function entryOf(name: string, folders: readonly string[]): string | undefined {
  const key = JSON.stringify([name, folders]);
  const known = found.get(key);
  if (known !== undefined) return known;
  for (const folder of folders) {
    try {
      const entry = createRequire(join(folder, "_")).resolve(name);
      found.set(key, entry);
      return entry;
    } catch {
      // The next folder may have it.
    }
  }
  return undefined;
}
