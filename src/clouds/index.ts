export { type AnsweredFault, type FaultAnswer, type FaultRequest, faultAnswer } from "./fault-answers.ts";
export { type Identification, type IdentifyOptions, identify } from "./identify.ts";
export { type IdentifiedLine, identifyLine } from "./identify-line.ts";
export { isServiceName, type ServiceName, serviceNames } from "./service-names.ts";
export { interfaceOf, operationOf, serviceNamed } from "./services.ts";
export type { Addressing } from "./shared/recognizer.ts";
