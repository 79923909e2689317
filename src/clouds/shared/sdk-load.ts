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

function entryOf(name: string, folders: readonly string[]): string | undefined {
  for (const folder of folders) {
    try {
      return createRequire(join(folder, "_")).resolve(name);
    } catch {
      // The next folder may have it.
    }
  }
  return undefined;
}
