export type {
  DeferredTest,
  EntryFilter,
  LearnedNoise,
  Measured,
  SafeListEntry,
  SafeListStore,
} from "./entry.ts";
export { defaultSafeList, type OpenOptions, openSafeList } from "./open.ts";
export { type Choice, chooser, prune } from "./prune.ts";
export { exportSafeList, type Imported, importSafeList } from "./text-format.ts";
