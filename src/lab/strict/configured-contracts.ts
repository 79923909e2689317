import { allContracts, defaultWindows } from "../../clouds/index.ts";
import type { Contract, Windows } from "../../model/index.ts";
import type { Config } from "../config/index.ts";
import { userContracts } from "./user-contracts.ts";

/**
 * The contracts that hold by a config, the user's own before ours and in their place, and how long deletions go on.
 *
 * @example
 * const { contracts, windows } = await configuredContracts(config, { cwd, inferred: false });
 */
export async function configuredContracts(
  config: Config,
  {
    cwd,
    inferred,
    onNote,
  }: {
    readonly cwd: string;
    /** Also those that are no more than inferred. */
    readonly inferred: boolean;
    /** Told, once, which of ours the user's replace. */
    readonly onNote?: (note: string) => void;
  },
): Promise<{ readonly contracts: readonly Contract[]; readonly windows: Windows }> {
  const own = config.contracts === undefined ? [] : await userContracts(config.contracts, cwd);
  const replaced = allContracts.filter(({ id }) => own.some((one) => one.id === id));
  for (const { id } of replaced) onNote?.(`${config.contracts}: ${id} replaces touchstone's own contract`);
  const ours = allContracts.filter((contract) => !replaced.includes(contract));
  return {
    contracts: [...own, ...ours].filter((contract) => inferred || isKnown(contract)),
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
