import { existsSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { z } from "zod";
import { nearest, TouchstoneError } from "../../model/index.ts";

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
  if (!existsSync(file)) {
    throw new TouchstoneError("TS_CONFIG", `there is no config file ${named}`, {
      hint: `Without --config, ${fileNames[0]} in the current folder is read.`,
    });
  }
  return { config: checkConfig(await exported(file), basename(file)), file };
}

async function exported(file: string): Promise<unknown> {
  let loaded: { default?: unknown };
  try {
    loaded = (await import(pathToFileURL(file).href)) as { default?: unknown };
  } catch (cause) {
    throw new TouchstoneError(
      "TS_CONFIG",
      `${basename(file)} cannot be loaded: ${(cause as Error).message}`,
      { cause },
    );
  }
  if (loaded.default !== undefined) return loaded.default;
  throw new TouchstoneError("TS_CONFIG", `${basename(file)} has no default export`, {
    hint: 'Write: export default defineConfig({ … }) with defineConfig from "touchstone/config".',
  });
}

/** Checks what a config file exports; every mistake is told with the field's path and what is allowed. */
export function checkConfig(value: unknown, name: string): Config {
  const result = configSchema.safeParse(value);
  if (result.success) return result.data;
  const lines = result.error.issues.map(describeIssue);
  throw new TouchstoneError(
    "TS_CONFIG",
    `${name} has ${lines.length === 1 ? "a mistake" : `${lines.length} mistakes`}`,
    {
      hint: lines.join("\n"),
    },
  );
}

type Issue = z.core.$ZodIssue;

function describeIssue(issue: Issue): string {
  const path = issue.path.map((step) => (typeof step === "number" ? `[${step}]` : String(step))).join(".");
  const at = path === "" ? "the config" : path.replaceAll(".[", "[");
  if (issue.code !== "unrecognized_keys") return `${at}: ${issue.message}`;
  const allowed = keysAt(issue.path);
  const strangers = issue.keys.map((key) => {
    const meant = nearest(key, allowed);
    return meant === undefined ? `\`${key}\`` : `\`${key}\` (did you mean \`${meant}\`?)`;
  });
  return `${at}: ${strangers.join(", ")} is not known; allowed: ${allowed.join(", ")}`;
}

/** The keys that the schema allows at a path. */
function keysAt(path: readonly PropertyKey[]): string[] {
  let schema: unknown = configSchema;
  for (const step of path)
    schema = unwrap(schema) instanceof z.ZodObject ? shapeOf(schema)[String(step)] : undefined;
  return Object.keys(shapeOf(schema));
}

function shapeOf(schema: unknown): Readonly<Record<string, unknown>> {
  const bare = unwrap(schema);
  return bare instanceof z.ZodObject ? bare.shape : {};
}

function unwrap(schema: unknown): unknown {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodDefault ? unwrap(schema.unwrap()) : schema;
}
