export type {
  LearnedNoise,
  Measured,
  SafeListEntry,
  SafeListStore,
} from "./entry.ts";
export { defaultSafeList, openSafeList } from "./open.ts";
export { type Choice, chooser, prune } from "./prune.ts";
export { exportSafeList, importSafeList } from "./text-format.ts";
