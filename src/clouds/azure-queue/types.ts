import { array, attribute, int, long, map, object, ref, string, type Types } from "../../model/index.ts";
import { azureTypes, guid, httpDate, servicePropertyFields } from "../shared/azure-types.ts";
import { xmlText } from "../shared/xml-text.ts";

/** 64 KiB of text, or 48 KiB before base64. */
const messageText = xmlText({ maxLength: 65_536, countsBytes: true });
const popReceipt = string({ minLength: 1, example: "AgAAAAMAAAAAAAAA00S8J1Dq2AE=" });

const sent = { MessageId: guid, InsertionTime: httpDate, ExpirationTime: httpDate };
const held = { PopReceipt: popReceipt, TimeNextVisible: httpDate };
const peeked = { DequeueCount: long({ min: 0 }), MessageText: messageText };
const received = { ...peeked, DequeueCount: long({ min: 1 }) };

export const types: Types = {
  ...azureTypes("raup"),
  StorageServiceProperties: object(servicePropertyFields),
  QueueMessage: object({ MessageText: messageText }),
  EnqueuedMessage: object({ ...sent, ...held }),
  DequeuedMessage: object({ ...sent, ...held, ...received }),
  PeekedMessage: object({ ...sent, ...peeked }),
  EnqueuedMessageList: array(ref("EnqueuedMessage"), { min: 1, max: 1, element: "QueueMessage" }),
  DequeuedMessagesList: array(ref("DequeuedMessage"), { max: 32, element: "QueueMessage" }),
  PeekedMessagesList: array(ref("PeekedMessage"), { max: 32, element: "QueueMessage" }),
  QueueItem: object({ Name: string(), "Metadata?": map(string()) }),
  ListQueuesSegmentResponse: object({
    ServiceEndpoint: attribute(string({ format: "url" })),
    "Prefix?": string(),
    "Marker?": string(),
    "MaxResults?": int({ min: 1, max: 5000 }),
    Queues: array(ref("QueueItem"), { element: "Queue" }),
    NextMarker: string(),
  }),
};
