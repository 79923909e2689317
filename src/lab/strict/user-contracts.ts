import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { isServiceName, operationNames } from "../../clouds/index.ts";
import { type Contract, nearest, TouchstoneError } from "../../model/index.ts";
import { importModule } from "../config/import-config.ts";

/**
 * The contracts that a user's file exports, one by one or in lists.
 *
 * @example
 * const own = await userContracts("contracts.ts", process.cwd());
 */
export async function userContracts(file: string, cwd: string): Promise<readonly Contract[]> {
  const path = resolve(cwd, file);
  if (!existsSync(path)) {
    throw new TouchstoneError("TS_CONTRACT", `there is no file of contracts ${file}`, {
      hint: "The config's `contracts` names it, from the config's folder.",
    });
  }
  const found = Object.values(await importModule(path))
    .flat()
    .filter(isContract);
  if (found.length === 0) {
    throw new TouchstoneError("TS_CONTRACT", `${file} exports no contracts`, {
      hint: 'Write: export const mine = contract({ … }) with contract from "touchstone/model".',
    });
  }
  for (const contract of found) requireKnown(contract, file);
  return found;
}

function isContract(value: unknown): value is Contract {
  return typeof value === "object" && value !== null && "asksFirst" in value && "evidence" in value;
}

function requireKnown({ id, service, on }: Contract, file: string): void {
  const known = isServiceName(service) ? operationNames(service) : [];
  const strange = on.find((operation) => !known.includes(operation));
  if (strange === undefined) return;
  const meant = nearest(strange, known);
  throw new TouchstoneError(
    "TS_CONTRACT",
    `${file}: ${id} is on ${strange}, which ${service} does not have`,
    {
      hint: meant === undefined ? `touchstone operations ${service} lists them.` : `Did you mean ${meant}?`,
    },
  );
}
