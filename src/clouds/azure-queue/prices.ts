import { failedOnTheirSide, type PriceList } from "../shared/price-list.ts";

const redundancies = ["LRS", "ZRS", "GRS", "RA-GRS"] as const;

/** Class 1 is what changes or lists something, receiving a message among it; class 2 is what only reads. */
export const azureQueuePrices: PriceList = {
  source:
    "Azure Queue Storage pricing, East US, pay as you go (azure.microsoft.com/pricing/details/storage/queues)",
  asOf: "2025-06-01",
  per: 10_000,
  // LRS is the list's own figure; class 1 with other redundancies is taken to grow as it does for blobs.
  dollars: {
    "LRS/class-1": 0.004,
    "LRS/class-2": 0.004,
    "ZRS/class-1": 0.005,
    "ZRS/class-2": 0.004,
    "GRS/class-1": 0.008,
    "GRS/class-2": 0.004,
    "RA-GRS/class-1": 0.008,
    "RA-GRS/class-2": 0.004,
  },
  choices: { redundancy: redundancies },
  bill(exchange, { price }, { redundancy }) {
    if (failedOnTheirSide(exchange)) return [];
    return [{ line: `${redundancy}/${price === "read" ? "class-2" : "class-1"}`, units: 1 }];
  },
};
