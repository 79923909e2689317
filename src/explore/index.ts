export { inputArbitrary } from "./input-arbitrary.ts";
export {
  type AtEndpoint,
  type CallerName,
  callerNames,
  type FromAnswer,
  isAtEndpoint,
  isFromAnswer,
  type Sequence,
  type Step,
  type Trial,
  tokenOf,
  tokenPattern,
} from "./sequence.ts";
export { valueArbitrary } from "./value-arbitrary.ts";
