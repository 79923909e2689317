import {
  type Contract,
  contract,
  documented,
  type Evidence,
  fault,
  inferred,
  keyOf,
  lastSuccessOf,
  recorded,
  settingOf,
} from "../../model/index.ts";
import {
  challengeContract,
  commonCodes,
  policiesBySignature,
  refusalContracts,
} from "../shared/azure-refusal-contracts.ts";
import { servicePropertyContracts } from "../shared/azure-service-contracts.ts";
import { at, familyOfSize, familySize, numberOf, textOf } from "../shared/contract-conditions.ts";
import { azureQueue } from "./interface.ts";

const jobs = { queueName: "jobs" };
const week = 604_800;

function pythonTest(name: string): Evidence {
  return recorded(`azure-sdk-for-python, storage-queue, ${name}`);
}

const message = (text: string) => ({ ...jobs, queueMessage: { MessageText: text } });

/** The only characters below the blank that XML has a place for: tab, line feed and carriage return. */
const blanks = [9, 10, 13];

function takes(operation: string, evidence: Evidence): Contract {
  return contract({
    id: `azure-queue/at-most-32-messages-are-${operation === "Messages_Peek" ? "peeked-at" : "taken"}`,
    says: "1 to 32 messages are asked for at once",
    on: [operation],
    when: ({ input }) => isOutside(numberOf(input, "numberOfMessages"), 1, 32),
    answer: fault(
      400,
      "OutOfRangeQueryParameterValue",
      "One of the query parameters specified in the request URI is outside the permissible range.",
    ),
    evidence,
    breaks: { input: { ...jobs, numberOfMessages: 33 } },
    keeps: { input: { ...jobs, numberOfMessages: 32 } },
  });
}

function isOutside(value: number | undefined, min: number, max: number): boolean {
  return value !== undefined && (value < min || value > max);
}

const metadata = settingOf({
  name: "metadata of queues",
  key: keyOf("queueName"),
  set: ["Queue_Create", "Queue_SetMetadata"],
  cleared: ["Queue_Delete"],
  value: ({ call: { input } }) => writtenMetadata(input["metadata"]),
});

function isBase64(text: string): boolean {
  return text !== "" && Buffer.from(text, "base64").toString("base64") === text;
}

function writtenMetadata(value: unknown): string {
  return JSON.stringify(Object.entries((value ?? {}) as object).toSorted());
}

export const azureQueueContracts: readonly Contract[] = [
  ...refusalContracts(azureQueue),
  challengeContract(azureQueue, "2021-10-04"),
  policiesBySignature("azure-queue", ["Queue_GetAccessPolicy", "Queue_SetAccessPolicy"]),
  ...servicePropertyContracts("azure-queue", "StorageServiceProperties", "storage-queue"),
  contract({
    id: "azure-queue/queue-deletion-takes-time",
    says: "a queue that was just deleted cannot be made again at once",
    on: ["Queue_Create"],
    track: { deleted: lastSuccessOf("Queue_Delete").until("Queue_Create").on("queueName") },
    when: ({ deleted, isWithin }) => isWithin("queue-deletion", deleted),
    answer: fault(409, "QueueBeingDeleted"),
    evidence: documented(
      "Queue Storage error codes",
      "https://learn.microsoft.com/rest/api/storageservices/queue-service-error-codes",
      "QueueBeingDeleted",
    ),
    breaks: { input: jobs, after: [{ operation: "Queue_Delete", input: jobs }] },
    keeps: { input: jobs, after: [{ operation: "Queue_Delete", input: jobs }], later: 30_000 },
  }),
  contract({
    id: "azure-queue/queue-name-is-in-lower-case",
    says: "a queue's name has lower-case letters, digits and single hyphens",
    on: ["Queue_Create"],
    when: ({ input }) => {
      const name = textOf(input, "queueName");
      return !isOutside(name.length, 3, 63) && !/^[a-z0-9](?:-?[a-z0-9])*$/.test(name);
    },
    answer: fault(400, "InvalidResourceName", "The specifed resource name contains invalid characters."),
    evidence: pythonTest("test_unicode_create_queue_unicode_name"),
    breaks: { input: { queueName: "A_B" } },
    keeps: { input: { queueName: "a-b" } },
  }),
  contract({
    id: "azure-queue/queue-name-has-3-to-63-characters",
    says: "a queue's name has 3 to 63 characters",
    on: ["Queue_Create"],
    when: ({ input }) => isOutside(textOf(input, "queueName").length, 3, 63),
    answer: fault(
      400,
      "OutOfRangeInput",
      "The specified resource name length is not within the permissible limits.",
    ),
    evidence: inferred("recorded for tables, whose names have the same limits"),
    breaks: { input: { queueName: "a".repeat(64) } },
    keeps: { input: { queueName: "a".repeat(63) } },
  }),
  contract({
    id: "azure-queue/queue-is-made-twice-with-one-metadata",
    says: "a queue that is there is made again only with the metadata that it has",
    on: ["Queue_Create"],
    track: { metadata },
    when: ({ input, metadata }) => metadata !== undefined && metadata !== writtenMetadata(input["metadata"]),
    answer: fault(409, "QueueAlreadyExists", "The specified queue already exists."),
    evidence: pythonTest("test_create_queue_fail_on_exist_different_metadata"),
    breaks: {
      input: { ...jobs, metadata: { val: "value" } },
      after: [{ operation: "Queue_Create", input: jobs }],
    },
    keeps: { input: jobs, after: [{ operation: "Queue_Create", input: jobs }] },
  }),
  contract({
    id: "azure-queue/message-is-at-most-64-kib",
    says: "a message has at most 64 KiB of text",
    on: ["Messages_Enqueue", "MessageId_Update"],
    when: ({ input }) => Buffer.byteLength(String(at(input, "queueMessage.MessageText") ?? "")) > 65_536,
    answer: fault(
      413,
      "RequestBodyTooLarge",
      "The request body is too large and exceeds the maximum permissible limit.",
    ),
    evidence: pythonTest("test_encryption_add_encrypted_64k_message"),
    breaks: { input: message("x".repeat(65_537)) },
    keeps: { input: message("x".repeat(65_536)) },
  }),
  contract({
    id: "azure-queue/message-is-xml",
    says: "what XML cannot say is no message",
    on: ["Messages_Enqueue"],
    when: ({ call }) => (call.body ?? new Uint8Array()).some((byte) => byte < 32 && !blanks.includes(byte)),
    answer: fault(400, "InvalidXmlDocument"),
    evidence: pythonTest("test_message_text_xml_invalid_chars"),
    breaks: { input: message("\u0001") },
    keeps: { input: message("\t") },
  }),
  takes("Messages_Peek", recorded('the study "Fidelity of Cloud Emulators", figure 3b')),
  takes("Messages_Dequeue", commonCodes("OutOfRangeQueryParameterValue")),
  contract({
    id: "azure-queue/receipt-is-base64",
    says: "a receipt is base64, as those are that the service gives",
    on: ["MessageId_Delete"],
    asksFirst: "if-refused",
    when: ({ input, answered }) =>
      answered.code === "PopReceiptMismatch" && !isBase64(textOf(input, "popReceipt")),
    answer: fault(
      400,
      "InvalidQueryParameterValue",
      "Value for one of the query parameters specified in the request URI is invalid.",
    ),
    evidence: recorded("azure-sdk-for-js, storage-queue, delete message negative"),
    breaks: { input: { popReceipt: "invalid" }, answered: { status: 400, code: "PopReceiptMismatch" } },
    keeps: {
      input: { popReceipt: "AgAAAAMAAAAAAAAAY+R0Ioug2QE=" },
      answered: { status: 400, code: "PopReceiptMismatch" },
    },
  }),
  contract({
    id: "azure-queue/message-is-hidden-for-a-week-at-most",
    says: "a message is hidden for seven days at most",
    on: ["Messages_Enqueue", "Messages_Dequeue", "MessageId_Update"],
    when: ({ input }) => isOutside(numberOf(input, "visibilityTimeout"), 0, week),
    answer: fault(400, "OutOfRangeQueryParameterValue"),
    evidence: commonCodes("OutOfRangeQueryParameterValue"),
    breaks: { input: { ...jobs, visibilityTimeout: week + 1 } },
    keeps: { input: { ...jobs, visibilityTimeout: week } },
  }),
  contract({
    id: "azure-queue/at-most-five-access-policies",
    says: "a queue has at most five stored access policies",
    on: ["Queue_SetAccessPolicy"],
    when: ({ input }) => ((at(input, "queueAcl") as readonly unknown[] | undefined) ?? []).length > 5,
    answer: fault(400, "InvalidXmlDocument"),
    evidence: recorded(
      "the service's answer, by the tests of github.com/Azure/azure-sdk-for-go, azqueue, which sets six identifiers",
    ),
    breaks: { input: { ...jobs, queueAcl: policies(6) } },
    keeps: { input: { ...jobs, queueAcl: policies(5) } },
  }),
  contract({
    id: "azure-queue/metadata-is-at-most-8-kib",
    says: "names and values of metadata have at most 8 KiB together",
    on: ["Queue_Create", "Queue_SetMetadata"],
    when: ({ input }) => familySize(input["metadata"]) > 8192,
    answer: fault(400, "MetadataTooLarge"),
    evidence: inferred("documented for containers and blobs"),
    breaks: { input: { ...jobs, metadata: familyOfSize(8193) } },
    keeps: { input: { ...jobs, metadata: familyOfSize(8192) } },
  }),
  contract({
    id: "azure-queue/metadata-has-names",
    says: "metadata has names",
    on: ["Queue_Create", "Queue_SetMetadata"],
    when: ({ input }) => namesOf(input["metadata"]).includes(""),
    answer: fault(400, "EmptyMetadataKey", "The key for one of the metadata key-value pairs is empty."),
    evidence: commonCodes("EmptyMetadataKey"),
    breaks: { input: { ...jobs, metadata: { "": "x" } } },
    keeps: { input: { ...jobs, metadata: { a: "x" } } },
  }),
  contract({
    id: "azure-queue/metadata-names-are-identifiers",
    says: "names of metadata are identifiers of C#",
    on: ["Queue_Create", "Queue_SetMetadata"],
    when: ({ input }) =>
      namesOf(input["metadata"]).some((name) => name !== "" && !/^[\p{L}_][\p{L}\p{N}_]*$/u.test(name)),
    answer: fault(
      400,
      "InvalidMetadata",
      "The metadata specified is invalid. It has characters that are not permitted.",
    ),
    evidence: commonCodes("InvalidMetadata"),
    breaks: { input: { ...jobs, metadata: { "1abc": "x" } } },
    keeps: { input: { ...jobs, metadata: { abc1: "x" } } },
  }),
];

function namesOf(family: unknown): readonly string[] {
  return Object.keys((family ?? {}) as object);
}

function policies(count: number): readonly unknown[] {
  return Array.from({ length: count }, (_, index) => ({ Id: `id${index}`, AccessPolicy: {} }));
}
