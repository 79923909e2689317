import type { Contract, Windows } from "../model/index.ts";
import { azureBlobContracts } from "./azure-blob/contracts/index.ts";
import { azureQueueContracts } from "./azure-queue/contracts.ts";
import { azureTableContracts } from "./azure-table/contracts/index.ts";
import { dynamodbContracts } from "./dynamodb/contracts/index.ts";
import { s3Contracts } from "./s3/contracts/index.ts";
import type { ServiceName } from "./service-names.ts";

const contracts: Readonly<Record<ServiceName, readonly Contract[]>> = {
  "azure-blob": azureBlobContracts,
  "azure-queue": azureQueueContracts,
  "azure-table": azureTableContracts,
  s3: s3Contracts,
  dynamodb: dynamodbContracts,
};

/**
 * What is known of how a real service behaves, with how it is known.
 *
 * @example
 * contractsOf("s3").filter(({ evidence }) => evidence.kind === "recorded");
 */
export function contractsOf(service: ServiceName): readonly Contract[] {
  return contracts[service];
}

/** The contracts of all services. */
export const allContracts: readonly Contract[] = Object.values(contracts).flat();

/** How long deletions go on, in milliseconds: the least that the services' documentation speaks of. */
export const defaultWindows: Windows = {
  "container-deletion": 30_000,
  "queue-deletion": 30_000,
  "table-deletion": 40_000,
};
