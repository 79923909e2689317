export { azureQueueRecognizer } from "./identify.ts";
export { azureQueue } from "./interface.ts";
