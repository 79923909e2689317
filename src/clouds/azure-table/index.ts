export { azureTableRecognizer } from "./identify.ts";
export { azureTable } from "./interface.ts";
