export { azureBlobRecognizer } from "./identify.ts";
export { azureBlob } from "./interface.ts";
