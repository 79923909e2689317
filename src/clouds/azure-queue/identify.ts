import { azureAddress } from "../shared/azure-address.ts";
import { operationMatcher } from "../shared/operation-matcher.ts";
import { noOperation, type Recognizer } from "../shared/recognizer.ts";
import { azureQueue } from "./interface.ts";

const match = operationMatcher(azureQueue.operations, { ignoreCase: true, strict: ["comp", "restype"] });

export const azureQueueRecognizer: Recognizer = {
  recognize(request) {
    const { path } = azureAddress(request);
    return match(request, path) ?? noOperation("azure-queue", request, path);
  },
};
