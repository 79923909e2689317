export type { CanonicalStep, CanonicalTrace, SequenceMode } from "../clouds/index.ts";
export { compareTraces, type Difference } from "../clouds/index.ts";
export {
  addCosts,
  type Cost,
  costOf,
  formatCost,
  formatDollars,
  type PriceSettings,
  type Prices,
  pricesWith,
  type Saved,
  saved,
  sumOf,
} from "./cost/index.ts";
export {
  type Catalogue,
  emptyCatalogue,
  listedCatalogue,
  readCatalogue,
  withListed,
} from "./decide/catalogue.ts";
export type { Contracts, TouchedContract } from "./decide/contracts.ts";
export { type Decision, type Policy, policies, type ReasonKind } from "./decide/decide.ts";
export type { Judgement, Verdict } from "./decide/judge.ts";
export { type HybridSettings, hybrid, newRunFolder } from "./run/hybrid.ts";
export type { HybridEvent } from "./run/options.ts";
export type { HybridReport, HybridTest } from "./run/report.ts";
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
