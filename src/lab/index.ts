export { type CloudAccess, CloudAccounts } from "./cloud/cloud-account.ts";
export { configSecrets } from "./cloud/config-secrets.ts";
export { type Leftover, MadeOnCloud } from "./cloud/made-on-cloud.ts";
export { type NamedRequest, performDemo } from "./demo/demo.ts";
export type { ExampleRun } from "./demo/example-run.ts";
export type { RecordedTest } from "./demo/recorded-tests.ts";
export { type Diagnosis, diagnose } from "./doctor.ts";
export { answers } from "./emulators/answers.ts";
export type { EmulatorDefinition } from "./emulators/definition.ts";
export type { LabEvent } from "./emulators/events.ts";
export { defaultEmulator, emulators } from "./emulators/known.ts";
export { lastWords } from "./emulators/last-words.ts";
export { installedNear } from "./emulators/package.ts";
export { describeEnd } from "./emulators/start-error.ts";
export { CommandWarden } from "./process/command-warden.ts";
export { isTelling, secretsIn } from "./recording/environment-secrets.ts";
export { knownOperations, type RecordedUnit, Recorder, type RecorderOptions } from "./recording/recorder.ts";
export { isCloudHost } from "./recording/redirects.ts";
export type { Tally } from "./recording/tally.ts";
export { configuredContracts } from "./strict/configured-contracts.ts";
export { contractHeader, type Enforcement, isOfContract, wouldAnswerHeader } from "./strict/enforcer.ts";
export { StrictFront, type StrictOptions } from "./strict/strict-front.ts";
export { userContracts } from "./strict/user-contracts.ts";
export { type DeclaredTests, declaredTestsSchema } from "./suites/declared/declaration.ts";
export { partOfSuite } from "./suites/part-of-suite.ts";
export type {
  Selection,
  Suite,
  SuiteRun,
  SuiteRunOptions,
  SuiteTest,
  TestResult,
  TestStatus,
} from "./suites/suite.ts";
export { suiteOf } from "./suites/suite-of.ts";
export { rivalsOf } from "./targets/amazon-variables.ts";
export { configuredPorts, configuredTargets } from "./targets/configured.ts";
export type { Reachable } from "./targets/environment.ts";
export { Lab, type LabOptions, type Target } from "./targets/lab.ts";
export { cloudLabel, isCloudReference, recordingLabel } from "./targets/reference-label.ts";
export { reachByUrl, requireAllowedHost, requireAnswer } from "./targets/running-already.ts";
export {
  parseServiceTargets,
  parseTarget,
  type ServiceTarget,
  serviceTarget,
  type TargetSpec,
} from "./targets/target-spec.ts";
