import type { QueueClient, QueueServiceClient, QueueServiceProperties } from "@azure/storage-queue";
import { completed } from "../shared/sdk-azure.ts";
import { rawAzure } from "../shared/sdk-azure-raw.ts";
import { accountUrl, observe, promptRetries, signingKey, withReadyKey } from "../shared/sdk-azure-storage.ts";
import {
  areDated,
  type FieldNames,
  firstPage,
  given,
  policiesOf,
  type SignedIdentifier,
  sdkDocument,
} from "../shared/sdk-azure-values.ts";
import { azureHeaders, writtenAzureCall } from "../shared/sdk-azure-written.ts";
import type { SdkDriver } from "../shared/sdk-clients.ts";
import { loadSdk } from "../shared/sdk-load.ts";
import { azureQueue } from "./interface.ts";
import { version } from "./parameters.ts";

/** The values of queue operations by their parameters' names, as they are meant to be. */
interface QueueInput {
  readonly queueName: string;
  readonly metadata?: Record<string, string>;
  readonly queueAcl?: readonly SignedIdentifier[];
  readonly StorageServiceProperties: Readonly<Record<string, unknown>>;
  readonly prefix?: string;
  readonly marker?: string;
  readonly maxPageSize?: number;
  readonly include?: readonly string[];
  readonly queueMessage: { readonly MessageText: string };
  readonly messageId: string;
  readonly popReceipt: string;
  readonly numberOfMessages?: number;
  readonly visibilityTimeout?: number;
  readonly messageTimeToLive?: number;
}

type QueueCall = (service: QueueServiceClient, input: QueueInput) => Promise<unknown>;

function onQueue(call: (client: QueueClient, input: QueueInput) => Promise<unknown>): QueueCall {
  return (service, input) => call(service.getQueueClient(input.queueName), input);
}

const propertyNames: FieldNames = { Logging: "queueAnalyticsLogging", Delete: "deleteProperty" };

const serviceCalls: Readonly<Record<string, QueueCall>> = {
  Service_GetProperties: (service) => service.getProperties(),
  Service_SetProperties: (service, input) =>
    service.setProperties(
      sdkDocument(input.StorageServiceProperties, propertyNames) as QueueServiceProperties,
    ),
  Service_GetStatistics: (service) => service.getStatistics(),
  Service_ListQueuesSegment: (service, { prefix, marker, maxPageSize, include = [] }) =>
    firstPage(
      service
        .listQueues({ ...given({ prefix }), ...(include.includes("metadata") && { includeMetadata: true }) })
        .byPage(given({ continuationToken: marker, maxPageSize })),
    ),
};

const queueCalls: Readonly<Record<string, QueueCall>> = {
  Queue_Create: onQueue((queue, { metadata }) => queue.create(given({ metadata }))),
  Queue_Delete: onQueue((queue) => queue.delete()),
  Queue_GetProperties: onQueue((queue) => queue.getProperties()),
  Queue_SetMetadata: onQueue((queue, { metadata }) => queue.setMetadata(metadata)),
  Queue_GetAccessPolicy: onQueue((queue) => queue.getAccessPolicy()),
  Queue_SetAccessPolicy: onQueue((queue, { queueAcl }) => queue.setAccessPolicy(policiesOf(queueAcl))),
};

const messageCalls: Readonly<Record<string, QueueCall>> = {
  Messages_Dequeue: onQueue((queue, { numberOfMessages, visibilityTimeout }) =>
    queue.receiveMessages(given({ numberOfMessages, visibilityTimeout })),
  ),
  Messages_Clear: onQueue((queue) => queue.clearMessages()),
  Messages_Enqueue: onQueue((queue, { queueMessage, visibilityTimeout, messageTimeToLive }) =>
    queue.sendMessage(queueMessage.MessageText, given({ visibilityTimeout, messageTimeToLive })),
  ),
  Messages_Peek: onQueue((queue, { numberOfMessages }) => queue.peekMessages(given({ numberOfMessages }))),
  MessageId_Update: onQueue((queue, { messageId, popReceipt, queueMessage, visibilityTimeout }) =>
    queue.updateMessage(messageId, popReceipt, queueMessage?.MessageText, visibilityTimeout),
  ),
  MessageId_Delete: onQueue((queue, { messageId, popReceipt }) => queue.deleteMessage(messageId, popReceipt)),
};

const calls = { ...serviceCalls, ...queueCalls, ...messageCalls };

/** The SDK always says how long it would wait. */
const completion = { left: new Set(["version"]), replaced: new Set(["requestId", "timeout", "include"]) };

/** Drives the operations of Azure Queue through `@azure/storage-queue`. */
export const azureQueueSdk: SdkDriver = {
  reached: ({ name }) => calls[name] !== undefined,
  rawHeaders: () => azureHeaders(version),
  async written(operation, input, cwd) {
    const call = calls[operation.name];
    const values = input as unknown as QueueInput;
    return (
      call &&
      writtenAzureCall(operation, input, (client: QueueServiceClient) => call(client, values), this.open, cwd)
    );
  },
  async open(options) {
    const { caller, cwd } = options;
    const sdk = await loadSdk<typeof import("@azure/storage-queue")>("@azure/storage-queue", cwd);
    const signer = signingKey(caller);
    const credential =
      signer === undefined
        ? new sdk.AnonymousCredential()
        : withReadyKey(new sdk.StorageSharedKeyCredential(signer.id, signer.key), signer);
    const service = new sdk.QueueServiceClient(accountUrl(options), credential, promptRetries());
    const client = observe(service, options);
    return {
      ...rawAzure({ service: "azure-queue", types: azureQueue.types, version }, options, client),
      start(operation, input) {
        const call = calls[operation.name];
        const values = input as unknown as QueueInput;
        if (call === undefined || !areDated(values.queueAcl)) return undefined;
        return () => completed(operation, input, completion, () => call(service, values));
      },
    };
  },
};
