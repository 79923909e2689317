import type { PriceClass } from "../../model/index.ts";

// Source: "Map each REST operation to a price", learn.microsoft.com/azure/storage/blobs/map-rest-apis-transaction-categories

/** Azure's class "other", which costs what a read costs. */
export const other: PriceClass = "read";

/** Azure's class "list and create container". */
export const listOrCreate: PriceClass = "list";
