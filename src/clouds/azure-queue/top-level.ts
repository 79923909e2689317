import { recognizedPath } from "../shared/recognized-path.ts";
import { changesBy, type TopLevel, whyLeft } from "../shared/top-level.ts";
import { azureQueueRecognizer } from "./identify.ts";

/** Queues. */
export const azureQueueTopLevel: TopLevel = {
  kind: "queue",
  changeIn: changesBy(
    { Queue_Create: "made", Queue_Delete: "removed" },
    (exchange) => recognizedPath(azureQueueRecognizer, exchange)[0],
  ),
  remove: async (send, name) => whyLeft(await send({ method: "DELETE", target: `/${name}` })),
};
