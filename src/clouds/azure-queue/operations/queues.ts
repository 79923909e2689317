import { body, int, type Operation, operation, ref } from "../../../model/index.ts";
import { commonOutputHeaders, metadata, metadataHeaders, plain } from "../../shared/azure-types.ts";
import { faults } from "../faults.ts";
import { ofQueue, onQueue, onService, queueName } from "../parameters.ts";

const queueHeaders = {
  ...commonOutputHeaders,
  "x-ms-meta-": metadata,
  "x-ms-approximate-messages-count": int({ min: 0 }),
};

export const queueOperations: readonly Operation[] = [
  operation("Queue_Create", "PUT /{queueName}", {
    ...plain,
    input: [queueName, metadataHeaders, ...onService],
    status: 201,
    alsoStatus: [204],
    faults: faults(
      "QueueAlreadyExists",
      "QueueBeingDeleted",
      "QueueDisabled",
      "InvalidResourceName",
      "OutOfRangeInput",
      "InvalidMetadata",
      "EmptyMetadataKey",
      "MetadataTooLarge",
    ),
    produces: { queue: "request queueName" },
    rights: ["c:c"],
    price: "write",
  }),
  operation("Queue_Delete", "DELETE /{queueName}", {
    ...plain,
    input: onQueue,
    status: 204,
    faults: faults("QueueNotFound", "QueueBeingDeleted", "QueueDisabled", "InvalidResourceName"),
    asynchronous: true,
    consumes: ofQueue,
    rights: ["c:d"],
    price: "delete",
  }),
  operation("Queue_GetProperties", "GET /{queueName}?comp=metadata", {
    input: onQueue,
    outputHeaders: queueHeaders,
    faults: faults("QueueNotFound", "QueueBeingDeleted", "QueueDisabled"),
    consumes: ofQueue,
    rights: ["c:r"],
    price: "read",
  }),
  operation("Queue_GetPropertiesWithHead", "HEAD /{queueName}?comp=metadata", {
    input: onQueue,
    outputHeaders: queueHeaders,
    faults: faults("QueueNotFound", "QueueBeingDeleted", "QueueDisabled"),
    consumes: ofQueue,
    rights: ["c:r"],
    price: "read",
  }),
  operation("Queue_SetMetadata", "PUT /{queueName}?comp=metadata", {
    ...plain,
    input: [queueName, metadataHeaders, ...onService],
    status: 204,
    faults: faults(
      "QueueNotFound",
      "QueueBeingDeleted",
      "InvalidMetadata",
      "EmptyMetadataKey",
      "MetadataTooLarge",
    ),
    consumes: ofQueue,
    rights: ["c:w"],
    price: "write",
  }),
  operation("Queue_GetAccessPolicy", "GET /{queueName}?comp=acl", {
    ...plain,
    input: onQueue,
    output: ref("SignedIdentifiers"),
    faults: faults("QueueNotFound", "QueueBeingDeleted"),
    produces: { signedIdentifier: "body [].Id" },
    consumes: ofQueue,
    authorizedBy: "account-key",
    price: "read",
  }),
  operation("Queue_GetAccessPolicyWithHead", "HEAD /{queueName}?comp=acl", {
    ...plain,
    input: onQueue,
    faults: faults("QueueNotFound", "QueueBeingDeleted"),
    consumes: ofQueue,
    authorizedBy: "account-key",
    price: "read",
  }),
  operation("Queue_SetAccessPolicy", "PUT /{queueName}?comp=acl", {
    ...plain,
    input: [queueName, body("SignedIdentifiers?", ref("SignedIdentifiers"), "queueAcl"), ...onService],
    status: 204,
    faults: faults("QueueNotFound", "QueueBeingDeleted", "InvalidXmlDocument", "InvalidXmlNodeValue"),
    produces: { signedIdentifier: "request queueAcl[].Id" },
    asynchronous: true,
    consumes: ofQueue,
    authorizedBy: "account-key",
    price: "write",
  }),
];
