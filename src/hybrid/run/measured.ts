import { createHash } from "node:crypto";
import { canonicalVersion, interfaceOf, serviceNames } from "../../clouds/index.ts";
import type { Measured } from "../safe-list/entry.ts";

let interfaces: string | undefined;

/** What entries of the safe list are measured with. */
export const measuredBy = {
  /** A word for our interfaces and our way of making traces canonical, another one whenever they change. */
  interfaces(): string {
    if (interfaces === undefined) {
      const hash = createHash("sha256");
      for (const service of serviceNames) hash.update(JSON.stringify(interfaceOf(service)));
      interfaces = `${canonicalVersion}-${hash.digest("hex").slice(0, 12)}`;
    }
    return interfaces;
  },

  of(emulators: readonly string[], apiVersions: readonly string[]): Measured {
    return { emulators, apiVersions, interfaces: measuredBy.interfaces() };
  },
} as const;
