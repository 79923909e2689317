import type { Operation } from "../../model/index.ts";
import { azureReadings } from "../shared/azure-address.ts";
import { operationMatcher } from "../shared/operation-matcher.ts";
import { noOperation, type Recognizer } from "../shared/recognizer.ts";
import type { WireRequest } from "../shared/wire-request.ts";
import { azureBlob } from "./interface.ts";

const match = operationMatcher(azureBlob.operations, { ignoreCase: true, strict: ["comp", "restype"] });

export const azureBlobRecognizer: Recognizer = {
  readings: azureReadings,
  recognize(request, path) {
    return match(request, path) ?? inRootContainer(request, path) ?? batchOfAccount(request, path);
  },
  whyNot: (request, path) => noOperation("azure-blob", request, path),
};

/** A single name is a container's, or that of a blob in the root container, which may go unmentioned. */
function inRootContainer(request: WireRequest, path: string): Operation | undefined {
  return /^\/[^/]+$/.test(path) ? match(request, `/$root${path}`) : undefined;
}

/** The JavaScript SDK takes the account of a path-style address for a container when it sends a batch. */
function batchOfAccount(request: WireRequest, path: string): Operation | undefined {
  if (path !== "/" || request.query.get("comp")?.toLowerCase() !== "batch") return undefined;
  const query = new Map([...request.query].filter(([name]) => name !== "restype"));
  return match({ ...request, query }, path);
}
