import { azureBlobReads } from "./azure-blob/probe.ts";
import { azureQueueReads } from "./azure-queue/probe.ts";
import { azureTableReads } from "./azure-table/probe.ts";
import { dynamodbReads } from "./dynamodb/probe.ts";
import { s3Reads } from "./s3/probe.ts";
import type { ServiceName } from "./service-names.ts";
import { type Reads, readAt } from "./shared/probe-reads.ts";

const reads: Readonly<Record<ServiceName, Reads>> = {
  "azure-blob": azureBlobReads,
  "azure-queue": azureQueueReads,
  "azure-table": azureTableReads,
  s3: s3Reads,
  dynamodb: dynamodbReads,
};

/**
 * The operation by which a part of a state is read: where that lies, the state looks wrong though nothing is wrong with it.
 *
 * @example
 * readBy("azure-queue", ["messages", "0", "dequeueCount"]); // "Messages_Peek"
 */
export function readBy(service: ServiceName, path: readonly string[]): string | undefined {
  return readAt(reads[service], path);
}
