export { type Identification, type IdentifyOptions, identify } from "./identify.ts";
export { type IdentifiedLine, identifyLine } from "./identify-line.ts";
export {
  interfaceOf,
  isServiceName,
  operationOf,
  type ServiceName,
  serviceNamed,
  serviceNames,
} from "./services.ts";
