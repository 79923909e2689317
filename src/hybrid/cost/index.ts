export { addCosts, type Cost, costOf, type Saved, saved, sumOf } from "./cost.ts";
export { formatCost, formatDollars } from "./format.ts";
export { type PriceSettings, type Prices, pricesWith } from "./prices.ts";
