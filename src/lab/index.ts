export { cacheFolder } from "./cache.ts";
export { type NamedRequest, performDemo } from "./demo/demo.ts";
export { type Diagnosis, diagnose } from "./doctor.ts";
export type { EmulatorDefinition, InstalledPackage } from "./emulators/definition.ts";
export type { LabEvent } from "./emulators/events.ts";
export { emulators } from "./emulators/known.ts";
export { describeEnd } from "./emulators/start-error.ts";
export type { ProcessEnd } from "./process/guarded-process.ts";
export { Lab, type LabOptions, type Target } from "./targets/lab.ts";
export {
  parseServiceTargets,
  parseTarget,
  type ServiceTarget,
  serviceTarget,
  type TargetSpec,
} from "./targets/target-spec.ts";
