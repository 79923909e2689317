export { addCosts, type Cost, type CostLine, costOf, type OperationCost, type Saved, saved } from "./cost.ts";
export { formatCost, formatDollars } from "./format.ts";
export {
  type PriceSettings,
  type Prices,
  pricesWith,
  type ServicePriceSettings,
  type ServicePrices,
} from "./prices.ts";
