export {
  type AzureCredential,
  type AzureRewriterOptions,
  type AzureService,
  allowedDestination,
  azureRewriter,
  type Destination,
} from "./azure-account/index.ts";
export { type Identification, type IdentifyOptions, identify } from "./identify.ts";
export { type IdentifiedLine, identifyLine } from "./identify-line.ts";
export { isServiceName, type ServiceName, serviceNames } from "./service-names.ts";
export { interfaceOf, operationOf, serviceNamed } from "./services.ts";
export type { Addressing } from "./shared/recognizer.ts";
