import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { z } from "zod";
import { isCloudReference } from "../../lab/index.ts";
import { TouchstoneError } from "../../model/index.ts";

/** What is known of how emulators answer, by operation: `azure-blob Container_Create`. */
export interface Catalogue {
  /**
   * `undefined` where nobody has measured it for this emulator and version: `azurite 3.36.0`; `unproven` where that was done
   * against stand-ins for the cloud alone, and showed no difference.
   */
  readonly verdict: (emulator: string, operation: string) => "agrees" | "differs" | "unproven" | undefined;
  /** It is no more than a list of what differs: that the rest agrees is its author's word. */
  readonly isListOnly?: true;
}

/** Nothing was measured: every operation counts as discrepant. */
export const emptyCatalogue: Catalogue = { verdict: () => undefined };

/** The user's word: these operations differ, and all others were found to agree. */
export function listedCatalogue(discrepant: readonly string[]): Catalogue {
  const known = new Set(discrepant);
  return {
    verdict: (_emulator, operation) => (known.has(operation) ? "differs" : "agrees"),
    isListOnly: true,
  };
}

/** What was measured; what the user names as differing does so in any case. */
export function withListed({ verdict }: Catalogue, discrepant: readonly string[]): Catalogue {
  const known = new Set(discrepant);
  return {
    verdict: (emulator, operation) => (known.has(operation) ? "differs" : verdict(emulator, operation)),
  };
}

const emulatorShape = z.object({
  operations: z.record(z.string(), z.enum(["agrees", "differs"])),
  references: z.record(z.string(), z.array(z.string())).optional(),
});

/** A catalogue's file, as far as decisions need it; see docs/reference/catalogue.md. */
const shape = z.object({
  touchstone: z.literal("catalogue"),
  version: z.literal(1),
  emulators: z.record(z.string(), emulatorShape),
});

/** Reads a catalogue's file. */
export async function readCatalogue(name: string, cwd: string): Promise<Catalogue> {
  const text = await readFile(resolve(cwd, name), "utf8").catch((cause: Error) => {
    throw new TouchstoneError("TS_CATALOGUE", `${name} cannot be read: ${cause.message}`, {
      hint: "`touchstone fuzz` makes one; the config names it as `catalogue`.",
      cause,
    });
  });
  const read = shape.safeParse(parsed(text));
  if (read.success) {
    const { emulators } = read.data;
    return {
      verdict: (emulator, operation) => {
        const known = emulators[emulator];
        return known === undefined ? undefined : verdictOf(known, operation);
      },
    };
  }
  const [issue] = read.error.issues;
  throw new TouchstoneError(
    "TS_CATALOGUE",
    `${name} is no catalogue: ${issue?.path.join(".") || "it"}: ${issue?.message ?? "not understood"}`,
    { hint: "docs/reference/catalogue.md says how one looks." },
  );
}

/** What no reference has is the word of whoever wrote it down. */
function verdictOf(
  { operations, references = {} }: z.output<typeof emulatorShape>,
  operation: string,
): ReturnType<Catalogue["verdict"]> {
  const against = Object.keys(references).filter((label) => references[label]?.includes(operation));
  const isByStandIns = against.length > 0 && !against.some(isCloudReference);
  return operations[operation] === "agrees" && isByStandIns ? "unproven" : operations[operation];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
