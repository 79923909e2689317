import { body, int, type Operation, operation, query, ref, string, union } from "../../../model/index.ts";
import { commonOutputHeaders, httpDate, plain } from "../../shared/azure-types.ts";
import { faults } from "../faults.ts";
import { messageId, ofMessage, ofQueue, onQueue, onService, popReceipt, queueName } from "../parameters.ts";

const week = 604_800;
const numberOfMessages = query("numofmessages?", int({ min: 1, max: 32 }), "numberOfMessages");
const message = ref("QueueMessage");

export const messageOperations: readonly Operation[] = [
  operation("Messages_Enqueue", "POST /{queueName}/messages", {
    ...plain,
    input: [
      queueName,
      body("QueueMessage", message, "queueMessage"),
      query("visibilitytimeout?", int({ min: 0, max: week }), "visibilityTimeout"),
      query("messagettl?", union(int({ min: 1 }), int({ min: -1, max: -1 })), "messageTimeToLive"),
      ...onService,
    ],
    status: 201,
    output: ref("EnqueuedMessageList"),
    faults: faults(
      "QueueNotFound",
      "QueueBeingDeleted",
      "QueueDisabled",
      "MessageTooLarge",
      "RequestBodyTooLarge",
      "InvalidXmlDocument",
      "MissingRequiredXmlNode",
    ),
    produces: { messageId: "body [].MessageId", popReceipt: "body [].PopReceipt" },
    consumes: ofQueue,
    rights: ["o:a"],
    price: "write",
  }),
  operation("Messages_Dequeue", "GET /{queueName}/messages", {
    ...plain,
    input: [
      queueName,
      numberOfMessages,
      query("visibilitytimeout?", int({ min: 1, max: week }), "visibilityTimeout"),
      ...onService,
    ],
    output: ref("DequeuedMessagesList"),
    faults: faults("QueueNotFound", "QueueBeingDeleted", "QueueDisabled"),
    readOnly: false,
    produces: { messageId: "body [].MessageId", popReceipt: "body [].PopReceipt" },
    consumes: ofQueue,
    rights: ["o:p"],
    price: "write",
  }),
  operation("Messages_Clear", "DELETE /{queueName}/messages", {
    ...plain,
    input: onQueue,
    status: 204,
    faults: faults("QueueNotFound", "QueueBeingDeleted", "QueueDisabled"),
    consumes: ofQueue,
    rights: ["o:d"],
    price: "delete",
  }),
  operation("Messages_Peek", "GET /{queueName}/messages?peekonly=true", {
    ...plain,
    input: [queueName, numberOfMessages, ...onService],
    output: ref("PeekedMessagesList"),
    faults: faults("QueueNotFound", "QueueBeingDeleted", "QueueDisabled"),
    produces: { messageId: "body [].MessageId" },
    consumes: ofQueue,
    rights: ["o:r"],
    price: "read",
  }),
  operation("MessageId_Update", "PUT /{queueName}/messages/{messageid}", {
    input: [
      queueName,
      messageId,
      body("QueueMessage", message, "queueMessage"),
      popReceipt,
      query("visibilitytimeout", int({ min: 0, max: week }), "visibilityTimeout"),
      ...onService,
    ],
    status: 204,
    outputHeaders: {
      ...commonOutputHeaders,
      "x-ms-popreceipt": string({ minLength: 1 }),
      "x-ms-time-next-visible": httpDate,
    },
    faults: faults(
      "QueueNotFound",
      "QueueBeingDeleted",
      "MessageNotFound",
      "PopReceiptMismatch",
      "MessageTooLarge",
      "RequestBodyTooLarge",
      "MissingRequiredQueryParameter",
    ),
    produces: { popReceipt: "header x-ms-popreceipt" },
    consumes: ofMessage,
    rights: ["o:u"],
    price: "write",
  }),
  operation("MessageId_Delete", "DELETE /{queueName}/messages/{messageid}", {
    ...plain,
    input: [queueName, messageId, popReceipt, ...onService],
    status: 204,
    faults: faults(
      "QueueNotFound",
      "QueueBeingDeleted",
      "MessageNotFound",
      "PopReceiptMismatch",
      "MissingRequiredQueryParameter",
    ),
    consumes: ofMessage,
    rights: ["o:p"],
    price: "delete",
  }),
];
