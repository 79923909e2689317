import { type AzureService, grantable, type SasGrant, type ServiceName } from "../../clouds/index.ts";
import type { Input, Operation } from "../../model/index.ts";
import { topNames } from "../pair/touched.ts";

const allResources = "sco";

/** What a signature grants, without when. */
export type Granted = Required<Pick<SasGrant, "permissions" | "resources">>;

export function isAzure(service: ServiceName): service is AzureService {
  return Object.hasOwn(grantable, service);
}

/** Everything. */
export function fullGrant(service: AzureService): Granted {
  return { permissions: grantable[service].byAccount, resources: allResources };
}

/**
 * Everything but what an operation needs, resource types and permissions alike; where nothing is left of it, to look
 * through lists.
 *
 * @example
 * weakGrant("azure-queue", operationOf("azure-queue", "Messages_Peek")); // { permissions: "wdlacup", resources: "sc" }
 */
export function weakGrant(service: AzureService, { authorization: { rights } }: Operation): Granted {
  const needed = rights.map((right) => right.split(":"));
  const without = (all: string, place: number) =>
    [...all].filter((letter) => needed.every((right) => right[place] !== letter)).join("");
  const resources = without(allResources, 0);
  const permissions = without(grantable[service].byAccount, 1);
  return resources === "" || permissions === ""
    ? { permissions: "l", resources: "s" }
    : { permissions, resources };
}

/** The container, queue or table whose stored policy speaks of a call. */
export function sharedThing(service: AzureService, operation: Operation, input: Input): string | undefined {
  return topNames(service, operation, input, new Set())[0];
}
