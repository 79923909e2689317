import { BlobRoom } from "./blob.ts";
import { BucketRoom } from "./bucket.ts";
import { DynamoRoom } from "./dynamo.ts";
import { QueueRoom } from "./queue.ts";
import { TableRoom } from "./table.ts";

export type { Action } from "./room.ts";

/** A little service in memory for each of the five. */
export const rooms = {
  "azure-blob": BlobRoom,
  "azure-queue": QueueRoom,
  "azure-table": TableRoom,
  s3: BucketRoom,
  dynamodb: DynamoRoom,
} as const;
