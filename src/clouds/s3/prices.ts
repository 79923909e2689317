import { headerIn } from "../shared/header-list.ts";
import {
  type BilledExchange,
  failedOnTheirSide,
  type PriceChoices,
  type PriceList,
} from "../shared/price-list.ts";

/** Dollars for PUT, COPY, POST or LIST, and for GET, SELECT and all others, by storage class. */
const dollarsByClass = {
  STANDARD: [0.005, 0.0004],
  INTELLIGENT_TIERING: [0.005, 0.0004],
  STANDARD_IA: [0.01, 0.001],
  ONEZONE_IA: [0.01, 0.001],
  GLACIER_IR: [0.02, 0.01],
  GLACIER: [0.03, 0.0004],
  DEEP_ARCHIVE: [0.05, 0.0004],
  REDUCED_REDUNDANCY: [0.005, 0.0004],
  EXPRESS_ONEZONE: [0.00113, 0.00003],
} as const;

const storageClasses = Object.keys(dollarsByClass);

/**
 * Deletions and cancelled uploads are free; answers 5xx are not charged, 4xx are.
 * Source: "Billing for Amazon S3 error responses", Amazon S3 user guide.
 */
export const s3Prices: PriceList = {
  source: "Amazon S3 pricing, US East (N. Virginia) (aws.amazon.com/s3/pricing)",
  asOf: "2025-06-01",
  per: 1000,
  dollars: Object.fromEntries(
    Object.entries(dollarsByClass).flatMap(([name, [put, get]]) => [
      [`${name}/put`, put],
      [`${name}/get`, get],
    ]),
  ),
  choices: { storageClass: storageClasses },
  bill(exchange, { price }, chosen) {
    if (price === "delete" || failedOnTheirSide(exchange)) return [];
    return [{ line: `${storageClassOf(exchange, chosen)}/${price === "read" ? "get" : "put"}`, units: 1 }];
  },
};

function storageClassOf({ request, response }: BilledExchange, chosen: PriceChoices): string {
  const told =
    headerIn(request.headers, "x-amz-storage-class") ??
    headerIn(response?.headers ?? [], "x-amz-storage-class");
  return storageClasses.find((name) => name === told) ?? chosen["storageClass"] ?? "STANDARD";
}
