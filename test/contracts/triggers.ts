import { dynamodb, s3 } from "./amazon-triggers.ts";
import { azureBlob, azureQueue, azureTable } from "./azure-triggers.ts";
import type { Triggers } from "./trigger.ts";

/** How each known discrepancy is brought about, by service and by its line in the list. */
export const triggers: Readonly<Record<string, Triggers>> = {
  "azure-blob": azureBlob,
  "azure-queue": azureQueue,
  "azure-table": azureTable,
  dynamodb,
  s3,
};
