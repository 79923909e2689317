import { recognizedPath } from "../shared/recognized-path.ts";
import { changesBy, type TopLevel, whyLeft } from "../shared/top-level.ts";
import { azureQueueRecognizer } from "./identify.ts";

const changes: TopLevel["changes"] = { Queue_Create: "made", Queue_Delete: "removed" };

/** Queues. */
export const azureQueueTopLevel: TopLevel = {
  kind: "queue",
  resource: "queue",
  // What is logged and counted, and what browsers may ask.
  settings: "unfelt",
  // Addresses have neither tabs nor line breaks, and what looks escaped there is not escaped again.
  sentOtherwise: /[\t\r\n]|%[\da-f]{2}/i,
  changes,
  changeIn: changesBy(changes, (exchange) => recognizedPath(azureQueueRecognizer, exchange)[0]),
  look: (name) => ({ method: "GET", target: `${pathOf(name)}?comp=metadata` }),
  remove: async (send, name) => whyLeft(await send({ method: "DELETE", target: pathOf(name) })),
};

function pathOf(queue: string): string {
  return `/${encodeURIComponent(queue)}`;
}
