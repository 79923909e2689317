import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { isServiceName, operationNames, serviceNames } from "../../clouds/index.ts";
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
  const exported = Object.values(await importModule(path)).flat();
  const found = [...new Set(exported)].filter(isContract);
  if (found.length === 0) {
    throw new TouchstoneError("TS_CONTRACT", `${file} exports no contracts`, {
      hint: 'Write: export const mine = contract({ … }) with contract from "touchstone/model".',
    });
  }
  for (const contract of found) {
    requireService(contract, file);
    requireKnown(contract, file);
  }
  requireDifferent(found, file);
  return found;
}

function isContract(value: unknown): value is Contract {
  return typeof value === "object" && value !== null && "asksFirst" in value && "evidence" in value;
}

function requireService({ id, service }: Contract, file: string): void {
  if (isServiceName(service)) return;
  const meant = nearest(service, serviceNames);
  throw new TouchstoneError("TS_CONTRACT", `${file}: the id ${id} begins with no service`, {
    hint: `An id is SERVICE/name, with one of ${serviceNames.join(", ")}.${meant === undefined ? "" : ` Did you mean ${meant}?`}`,
  });
}

function requireDifferent(found: readonly Contract[], file: string): void {
  const twice = found.find(({ id }, at) => found.findIndex((one) => one.id === id) < at);
  if (twice === undefined) return;
  throw new TouchstoneError("TS_CONTRACT", `${file} has two contracts with the id ${twice.id}`, {
    hint: "Give each a name of its own: what strict mode does is told by it.",
  });
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
