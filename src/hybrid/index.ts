export {
  addCosts,
  type Cost,
  costOf,
  formatCost,
  type PriceSettings,
  type Prices,
  pricesWith,
  type Saved,
  saved,
} from "./cost/index.ts";
export { type Catalogue, emptyCatalogue, listedCatalogue } from "./decide/catalogue.ts";
export type { Contracts, TouchedContract } from "./decide/contracts.ts";
export { type Decision, type Policy, policies, type ReasonKind } from "./decide/decide.ts";
export type { Judgement, Verdict } from "./decide/judge.ts";
export {
  type HybridEvent,
  type HybridOptions,
  type HybridReport,
  type HybridTest,
  hybridRun,
} from "./run/hybrid-run.ts";
export {
  type Choice,
  chooser,
  defaultSafeList,
  exportSafeList,
  importSafeList,
  type LearnedNoise,
  type Measured,
  openSafeList,
  prune,
  type SafeListEntry,
  type SafeListStore,
} from "./safe-list/index.ts";
export {
  type Replay,
  readRecording,
  type Savings,
  type SequenceComparison,
  type SequenceRecording,
  savingsOf,
} from "./savings/index.ts";
