import { azureBlobTopLevel } from "./azure-blob/top-level.ts";
import { azureQueueTopLevel } from "./azure-queue/top-level.ts";
import { azureTableTopLevel } from "./azure-table/top-level.ts";
import { dynamodbTopLevel } from "./dynamodb/top-level.ts";
import { s3TopLevel } from "./s3/top-level.ts";
import type { ServiceName } from "./service-names.ts";
import type { TopLevel } from "./shared/top-level.ts";

const topLevels: Readonly<Record<ServiceName, TopLevel>> = {
  "azure-blob": azureBlobTopLevel,
  "azure-queue": azureQueueTopLevel,
  "azure-table": azureTableTopLevel,
  s3: s3TopLevel,
  dynamodb: dynamodbTopLevel,
};

/**
 * What stands at the top of a service's account, and how it is removed.
 *
 * @example
 * topLevelOf("azure-queue").kind; // "queue"
 */
export function topLevelOf(service: ServiceName): TopLevel {
  return topLevels[service];
}
