import { type QueueClient, QueueServiceClient, StorageSharedKeyCredential } from "@azure/storage-queue";

type SdkCall = (endpoint: string) => Promise<unknown>;

/** The account that every Azure emulator knows, and its published key. */
const credential = new StorageSharedKeyCredential(
  "devstoreaccount1",
  "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==",
);
const options = { retryOptions: { maxTries: 1 } };
const messageId = "1f812371-a41d-49e6-b123-f4b542e851c5";
const popReceipt = "AgAAAAMAAAAAAAAA00S8J1Dq2AE=";

function onService(call: (client: QueueServiceClient) => Promise<unknown>): SdkCall {
  return (endpoint) => call(new QueueServiceClient(endpoint, credential, options));
}

function onQueue(call: (client: QueueClient) => Promise<unknown>): SdkCall {
  return onService((client) => call(client.getQueueClient("jobs")));
}

/** Operation to the call of `@azure/storage-queue` whose first request performs it; the two HEADs have none. */
export const azureQueueCalls: Readonly<Record<string, SdkCall>> = {
  Service_GetProperties: onService((client) => client.getProperties()),
  Service_SetProperties: onService((client) =>
    client.setProperties({ minuteMetrics: { version: "1.0", enabled: false } }),
  ),
  Service_GetStatistics: onService((client) => client.getStatistics()),
  Service_ListQueuesSegment: onService((client) => client.listQueues({ includeMetadata: true }).next()),
  Queue_Create: onQueue((client) => client.create({ metadata: { owner: "touchstone" } })),
  Queue_Delete: onQueue((client) => client.delete()),
  Queue_GetProperties: onQueue((client) => client.getProperties()),
  Queue_SetMetadata: onQueue((client) => client.setMetadata({ owner: "touchstone" })),
  Queue_GetAccessPolicy: onQueue((client) => client.getAccessPolicy()),
  Queue_SetAccessPolicy: onQueue((client) =>
    client.setAccessPolicy([
      {
        id: "readers",
        accessPolicy: {
          startsOn: new Date("2024-01-31T10:00:00Z"),
          expiresOn: new Date("2024-02-29T10:00:00Z"),
          permissions: "r",
        },
      },
    ]),
  ),
  Messages_Dequeue: onQueue((client) => client.receiveMessages({ numberOfMessages: 2 })),
  Messages_Clear: onQueue((client) => client.clearMessages()),
  Messages_Enqueue: onQueue((client) => client.sendMessage("resize", { messageTimeToLive: -1 })),
  Messages_Peek: onQueue((client) => client.peekMessages()),
  MessageId_Update: onQueue((client) => client.updateMessage(messageId, popReceipt, "resize again", 30)),
  MessageId_Delete: onQueue((client) => client.deleteMessage(messageId, popReceipt)),
};
