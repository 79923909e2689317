import { azureBlobPrices } from "./azure-blob/prices.ts";
import { azureQueuePrices } from "./azure-queue/prices.ts";
import { azureTablePrices } from "./azure-table/prices.ts";
import { dynamodbPrices } from "./dynamodb/prices.ts";
import { s3Prices } from "./s3/prices.ts";
import type { ServiceName } from "./service-names.ts";
import type { PriceList } from "./shared/price-list.ts";

const lists: Readonly<Record<ServiceName, PriceList>> = {
  "azure-blob": azureBlobPrices,
  "azure-queue": azureQueuePrices,
  "azure-table": azureTablePrices,
  s3: s3Prices,
  dynamodb: dynamodbPrices,
};

/**
 * What a service charges for requests, by default.
 *
 * @example
 * priceListOf("azure-blob").dollars["hot/LRS/write"]; // 0.05, for 10,000
 */
export function priceListOf(service: ServiceName): PriceList {
  return lists[service];
}
