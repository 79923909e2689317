import { failedOnTheirSide, type PriceList } from "../shared/price-list.ts";

const redundancies = ["LRS", "ZRS", "GRS", "RA-GRS"] as const;
const transaction = 0.00036;

/**
 * Every request is one transaction, whatever it does. A batch (an entity group transaction) is one request, and is
 * taken to be one transaction, of its own class, however many entities it changes: the bill has a meter "batch write
 * operations" beside "write operations".
 */
export const azureTablePrices: PriceList = {
  source:
    "Azure Table Storage pricing, East US, pay as you go (azure.microsoft.com/pricing/details/storage/tables)",
  asOf: "2025-06-01",
  per: 10_000,
  dollars: Object.fromEntries(
    redundancies.flatMap((redundancy) => [
      [`${redundancy}/transaction`, transaction],
      [`${redundancy}/batch`, transaction],
    ]),
  ),
  choices: { redundancy: redundancies },
  bill(exchange, { name }, { redundancy }) {
    if (failedOnTheirSide(exchange)) return [];
    return [{ line: `${redundancy}/${name === "Table_Batch" ? "batch" : "transaction"}`, units: 1 }];
  },
};
