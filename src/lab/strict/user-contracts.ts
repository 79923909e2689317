import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { isServiceName, operationNames, serviceNames } from "../../clouds/index.ts";
import {
  type Contract,
  contract,
  contractFlaws,
  isMeantAsContract,
  mistakesIn,
  nearest,
  TouchstoneError,
} from "../../model/index.ts";
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
  const meant = meantAsContracts(await importModule(path));
  if (meant.size === 0) {
    throw new TouchstoneError("TS_CONTRACT", `${file} exports no contracts`, {
      hint: 'Write: export const mine = contract({ … }) with contract from "touchstone/model".',
    });
  }
  requireFlawless(meant, file);
  const found = [...meant.keys()].map((one) => contract(one as Parameters<typeof contract>[0]));
  for (const one of found) {
    requireServiceInId(one, file);
    requireKnown(one, file);
  }
  requireDifferent(found, file);
  return found;
}

/** What a module exports that is meant to be a contract, each with the name of its export. */
function meantAsContracts(exported: Readonly<Record<string, unknown>>): ReadonlyMap<object, string> {
  const named = Object.entries(exported).flatMap(([name, value]) =>
    [value].flat().map((one) => ({ one, name })),
  );
  return new Map(named.flatMap(({ one, name }) => (isMeantAsContract(one) ? [[one, name] as const] : [])));
}

/** Those that are made by `contract` have been looked at; others may be anything. */
function requireFlawless(meant: ReadonlyMap<object, string>, file: string): void {
  const flaws = [...meant].flatMap(([one, name]) => {
    const id: unknown = Reflect.get(one, "id");
    return contractFlaws(one).map((flaw) => `${typeof id === "string" ? id : name}: ${flaw}`);
  });
  if (flaws.length > 0) throw mistakesIn(file, flaws, "TS_CONTRACT");
}

function requireServiceInId({ id, service }: Contract, file: string): void {
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

function requireKnown({ id, service, on, track }: Contract, file: string): void {
  const known = isServiceName(service) ? operationNames(service) : [];
  const tracked = Object.values(track).flatMap(({ operations }) => operations);
  const strange = [...on, ...tracked].find((operation) => !known.includes(operation));
  if (strange === undefined) return;
  const meant = nearest(strange, known);
  const verb = on.includes(strange) ? "is on" : "tracks";
  throw new TouchstoneError(
    "TS_CONTRACT",
    `${file}: ${id} ${verb} ${strange}, which ${service} does not have`,
    {
      hint: meant === undefined ? `touchstone operations ${service} lists them.` : `Did you mean ${meant}?`,
    },
  );
}
