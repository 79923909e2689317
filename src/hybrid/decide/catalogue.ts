/** What is known of how an emulator answers, by operation: `azure-blob Container_Create`. */
export interface Catalogue {
  /** `undefined` where nobody has measured it for this emulator and version. */
  readonly verdict: (emulator: string, operation: string) => "agrees" | "differs" | undefined;
}

/** Nothing was measured: every operation counts as discrepant. */
export const emptyCatalogue: Catalogue = { verdict: () => undefined };

/** The user's word: these operations differ, and all others of the same services were found to agree. */
export function listedCatalogue(discrepant: readonly string[]): Catalogue {
  const known = new Set(discrepant);
  return { verdict: (_emulator, operation) => (known.has(operation) ? "differs" : "agrees") };
}
