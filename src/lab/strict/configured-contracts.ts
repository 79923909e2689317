import { allContracts, defaultWindows } from "../../clouds/index.ts";
import type { Contract, Windows } from "../../model/index.ts";
import type { Config } from "../config/index.ts";
import { userContracts } from "./user-contracts.ts";

/**
 * The contracts that hold by a config, the user's own before ours, and how long deletions go on.
 *
 * @example
 * const { contracts, windows } = await configuredContracts(config, { cwd, inferred: false });
 */
export async function configuredContracts(
  config: Config,
  {
    cwd,
    inferred,
  }: { readonly cwd: string /** Also those that are no more than inferred. */; readonly inferred: boolean },
): Promise<{ readonly contracts: readonly Contract[]; readonly windows: Windows }> {
  const own = config.contracts === undefined ? [] : await userContracts(config.contracts, cwd);
  return {
    contracts: [...own, ...allContracts].filter((contract) => inferred || isKnown(contract)),
    windows: { ...defaultWindows, ...inMilliseconds(config.windows) },
  };
}

/** Strict mode never invents. */
function isKnown({ evidence }: Contract): boolean {
  return evidence.kind !== "inferred";
}

function inMilliseconds(windows: Config["windows"] = {}): Windows {
  const given = Object.entries(windows).map(([name, seconds = 0]): [string, number] => [
    name,
    seconds * 1000,
  ]);
  return Object.fromEntries(given);
}
