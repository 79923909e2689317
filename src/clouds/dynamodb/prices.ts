import { type BilledExchange, type Charge, type PriceList, wholeText } from "../shared/price-list.ts";
import { consumedUnits } from "./consumed-units.ts";

/** Charged by the gigabyte or in ways of their own, and not by the request. */
const otherwiseCharged: ReadonlySet<string> = new Set([
  "CreateBackup",
  "RestoreTableFromBackup",
  "RestoreTableToPointInTime",
  "ExportTableToPointInTime",
  "ImportTable",
  "StartBulkPutItems",
  "SearchVectors",
]);

/** Refusals that have used up the units all the same. */
const chargedRefusal = /ConditionalCheckFailedException|TransactionCanceledException/;

/** On-demand tables, by request units; what only manages tables is free. */
export const dynamodbPrices: PriceList = {
  source:
    "Amazon DynamoDB on-demand pricing, US East (N. Virginia) (aws.amazon.com/dynamodb/pricing/on-demand)",
  asOf: "2025-06-01",
  per: 1_000_000,
  dollars: {
    "STANDARD/write-unit": 0.625,
    "STANDARD/read-unit": 0.125,
    "STANDARD_INFREQUENT_ACCESS/write-unit": 0.78,
    "STANDARD_INFREQUENT_ACCESS/read-unit": 0.155,
  },
  choices: { tableClass: ["STANDARD", "STANDARD_INFREQUENT_ACCESS"] },
  bill(exchange, { name }, { tableClass }) {
    if (otherwiseCharged.has(name)) return undefined;
    if (refusedForFree(exchange)) return [];
    const units = consumedUnits(name, jsonIn(exchange.request.body), jsonIn(exchange.response?.body));
    if (units === undefined) return [];
    const charges: readonly Charge[] = [
      { line: `${tableClass}/write-unit`, units: units.write },
      { line: `${tableClass}/read-unit`, units: units.read },
    ];
    return charges.filter((charge) => charge.units > 0);
  },
};

function refusedForFree({ response }: BilledExchange): boolean {
  if (response === undefined || response.status < 400) return false;
  return !chargedRefusal.test(response.body?.text ?? "");
}

/** What a body says; nothing where it is cut or is no JSON. */
function jsonIn(body: BilledExchange["request"]["body"]): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(wholeText(body) ?? "{}");
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
