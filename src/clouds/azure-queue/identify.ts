import { azureReadings } from "../shared/azure-address.ts";
import { storageName } from "../shared/azure-types.ts";
import { operationMatcher } from "../shared/operation-matcher.ts";
import { noOperation, type Recognizer } from "../shared/recognizer.ts";
import { decodePath } from "../shared/wire-request.ts";
import { azureQueue } from "./interface.ts";

const match = operationMatcher(azureQueue.operations, { ignoreCase: true, strict: ["comp", "restype"] });

const queuePath = new RegExp(`^/(?:${storageName.pattern}(?:/.*)?)?$`, "s");

export const azureQueueRecognizer: Recognizer = {
  readings: azureReadings,
  recognize: (request, path) => match(request, decodePath(path)),
  allowsNames: (path) => queuePath.test(decodePath(path)),
  whyNot: (request, path) => noOperation("azure-queue", request, path),
};
