export { inputArbitrary } from "./input-arbitrary.ts";
export { plainerInputs } from "./plainer.ts";
export { Resources } from "./plan/resources.ts";
export { type Planned, Schedule, type StepOutcome } from "./plan/schedule.ts";
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
