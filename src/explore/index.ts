export { type Boundary, boundaryInputs } from "./boundary.ts";
export { type Breakage, breakagesOf, type Refinement } from "./breakage.ts";
export { type Choice, type Drawn, eachChoice, eachDrawn, type Option, withEachOptional } from "./choices.ts";
export { inputArbitrary } from "./input-arbitrary.ts";
export { type Mutation, mutations } from "./mutation.ts";
export { inputProblems } from "./places/input-type.ts";
export { type Plainer, plainerInputs } from "./plainer.ts";
export { plainness } from "./plainness.ts";
export type { OwnersCall, StagedInput } from "./plan/example-goals.ts";
export { Resources } from "./plan/resources.ts";
export { type Planned, Schedule } from "./plan/schedule.ts";
export type { StepOutcome } from "./plan/trust.ts";
export { sampled } from "./sampled.ts";
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
  wayOf,
} from "./sequence.ts";
export { trialNow } from "./trial-now.ts";
export { valueArbitrary } from "./value-arbitrary.ts";
