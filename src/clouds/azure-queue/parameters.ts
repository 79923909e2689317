import { path, query, string } from "../../model/index.ts";
import { guid, requestId, storageName, timeout, versionHeader } from "../shared/azure-types.ts";

export const version = "2019-02-02";

/** What every request may carry. */
export const onService = [timeout, versionHeader(version), requestId];

export const queueName = path("queueName", storageName);
export const onQueue = [queueName, ...onService];
export const ofQueue = { queue: "queueName" };

export const messageId = path("messageid", guid, "messageId");
export const popReceipt = query(
  "popreceipt",
  string({ minLength: 1, example: "AgAAAAMAAAAAAAAA00S8J1Dq2AE=" }),
  "popReceipt",
);
export const ofMessage = { queue: "queueName", messageId: "messageId", popReceipt: "popReceipt" };
