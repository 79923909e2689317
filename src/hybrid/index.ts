export {
  addCosts,
  type Cost,
  costOf,
  formatCost,
  type PriceSettings,
  type Prices,
  pricesWith,
  saved,
} from "./cost/index.ts";
export { emptyCatalogue, listedCatalogue } from "./decide/catalogue.ts";
export { type Decision, type Policy, policies } from "./decide/decide.ts";
export type { Judgement, Verdict } from "./decide/judge.ts";
export {
  type HybridEvent,
  type HybridOptions,
  type HybridReport,
  type HybridTest,
  hybridRun,
} from "./run/hybrid-run.ts";
export { defaultSafeList, openSafeList, type SafeListEntry, type SafeListStore } from "./safe-list/index.ts";
