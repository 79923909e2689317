import { z } from "zod";
import { mistakesIn, nearest } from "../../model/index.ts";
import { type Config, configSchema } from "./schema.ts";

/** Checks what a config file exports; every mistake is told with the field's path and what is allowed. */
export function checkConfig(value: unknown, name: string): Config {
  const result = configSchema.safeParse(value);
  if (result.success) return result.data;
  throw mistakesIn(name, result.error.issues.map(describeIssue), "TS_CONFIG");
}

function describeIssue(issue: z.core.$ZodIssue): string {
  const path = issue.path.map((step) => (typeof step === "number" ? `[${step}]` : String(step))).join(".");
  const at = path === "" ? "the config" : path.replaceAll(".[", "[");
  if (issue.code !== "unrecognized_keys") return `${at}: ${issue.message}`;
  const allowed = keysAt(issue.path);
  const strangers = issue.keys.map((key) => {
    const meant = nearest(key, allowed);
    return meant === undefined ? `\`${key}\`` : `\`${key}\` (did you mean \`${meant}\`?)`;
  });
  return `${at}: ${strangers.join(", ")} ${strangers.length === 1 ? "is" : "are"} not known; allowed: ${allowed.join(", ")}`;
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
