import { createRequire } from "node:module";
import { join } from "node:path";
import { TouchstoneError } from "../../model/index.ts";

/** Loads the driver of PostgreSQL from the first of the folders whose modules would find it. */
export async function loadPg(folders: readonly string[]): Promise<typeof import("pg")> {
  for (const folder of folders) {
    const require = createRequire(join(folder, "_"));
    try {
      require.resolve("pg");
    } catch {
      continue;
    }
    return require("pg") as typeof import("pg");
  }
  throw new TouchstoneError("TS_PACKAGE_MISSING", "the package pg is not installed", {
    hint: "A safe list on PostgreSQL needs it. Install it with: npm install --save-dev pg",
  });
}
