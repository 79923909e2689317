import { defineInterface, type Interface } from "../../model/index.ts";
import { messageOperations } from "./operations/messages.ts";
import { queueOperations } from "./operations/queues.ts";
import { serviceOperations } from "./operations/service.ts";
import { version } from "./parameters.ts";
import { types } from "./types.ts";

export const azureQueue: Interface = defineInterface({
  name: "azure-queue",
  title: "Azure Queue Storage",
  version,
  types,
  operations: [...serviceOperations, ...queueOperations, ...messageOperations],
});
