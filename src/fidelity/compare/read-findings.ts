import { readFile } from "node:fs/promises";
import { z } from "zod";
import { TouchstoneError } from "../../model/index.ts";
import type { ComparedFinding } from "./result.ts";

const shape = z.object({
  touchstone: z.literal("catalogue"),
  findings: z
    .array(z.looseObject({ id: z.string(), service: z.string(), operation: z.string() }))
    .default([]),
});

/** The findings of a catalogue's file. */
export async function readFindings(file: string): Promise<readonly ComparedFinding[]> {
  const text = await readFile(file, "utf8").catch((cause: Error) => {
    throw new TouchstoneError("TS_CATALOGUE", `${file} cannot be read: ${cause.message}`, { cause });
  });
  const read = shape.safeParse(parsed(text));
  if (read.success) return read.data.findings;
  const [issue] = read.error.issues;
  throw new TouchstoneError(
    "TS_CATALOGUE",
    `${file} is no catalogue: ${issue?.path.join(".") || "it"}: ${issue?.message ?? "not understood"}`,
    { hint: "docs/reference/catalogue.md says how one looks." },
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
