import { azureAddress } from "../shared/azure-address.ts";
import { operationMatcher } from "../shared/operation-matcher.ts";
import { noOperation, type Recognizer } from "../shared/recognizer.ts";
import { azureQueue } from "./interface.ts";

const match = operationMatcher(azureQueue.operations, { ignoreCase: true, strict: ["comp", "restype"] });

export const azureQueueRecognizer: Recognizer = {
  recognize(request) {
    return match(request, azureAddress(request).path);
  },
  whyNot: (request) => noOperation("azure-queue", request, azureAddress(request).path),
};
