import { existsSync, statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { TouchstoneError } from "../../model/index.ts";
import { checkConfig } from "./check-config.ts";
import { importConfig } from "./import-config.ts";
import { type Config, configSchema } from "./schema.ts";

/** A config and the file it came from, if there was one. */
export interface LoadedConfig {
  readonly config: Config;
  readonly file: string | undefined;
}

const fileNames = ["ts", "mts", "js", "mjs"].map((ending) => `touchstone.config.${ending}`);

/** Reads the named config file, or the one in the folder; without any, the defaults hold. */
export async function loadConfig(cwd: string, named?: string): Promise<LoadedConfig> {
  const file =
    named === undefined ? fileNames.map((name) => join(cwd, name)).find(existsSync) : resolve(cwd, named);
  if (file === undefined) return { config: configSchema.parse({}), file };
  if (!existsSync(file) || !statSync(file).isFile()) {
    throw new TouchstoneError("TS_CONFIG", `there is no config file ${named ?? basename(file)}`, {
      hint: `Without --config, ${fileNames[0]} in the current folder is read.`,
    });
  }
  return { config: checkConfig(await importConfig(file), basename(file)), file };
}
