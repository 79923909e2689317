import { TableClient } from "@azure/data-tables";
import { BlobServiceClient } from "@azure/storage-blob";
import { QueueServiceClient } from "@azure/storage-queue";

/** Blobs, queues and tables, by the variable that all of Azure's tools know; each is asked for when it is used. */
export const services = {
  blobs: (): BlobServiceClient => BlobServiceClient.fromConnectionString(connection()),
  queues: (): QueueServiceClient => QueueServiceClient.fromConnectionString(connection()),
  table: (name: string): TableClient =>
    TableClient.fromConnectionString(connection(), name, { allowInsecureConnection: true }),
} as const;

function connection(): string {
  const { AZURE_STORAGE_CONNECTION_STRING: text } = process.env;
  if (!text) throw new Error("AZURE_STORAGE_CONNECTION_STRING is not set");
  return text;
}

/** Whether a service has answered with this status. */
export function isAnswer(error: unknown, status: number): boolean {
  return error instanceof Error && Reflect.get(error, "statusCode") === status;
}
