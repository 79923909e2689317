import type { Operation } from "../../model/index.ts";
import { headerIn } from "../shared/header-list.ts";
import {
  type BilledExchange,
  type Charge,
  failedOnTheirSide,
  type PriceChoices,
  type PriceList,
  wholeText,
} from "../shared/price-list.ts";

type BlobClass = "write" | "list" | "read" | "other";

const tiers = ["hot", "cool", "cold", "archive"] as const;
const redundancies = ["LRS", "ZRS", "GRS", "RA-GRS"] as const;

/** The list's own figures for LRS. */
const localDollars: Readonly<Record<(typeof tiers)[number], Readonly<Record<BlobClass, number>>>> = {
  hot: { write: 0.05, list: 0.05, read: 0.004, other: 0.004 },
  cool: { write: 0.1, list: 0.05, read: 0.01, other: 0.004 },
  cold: { write: 0.18, list: 0.05, read: 0.1, other: 0.004 },
  archive: { write: 0.1, list: 0.05, read: 5, other: 0.004 },
};

/** What redundancy makes of the price of a write or a listing: as the list has it for hot, taken for all tiers. */
const dearer: Readonly<Record<(typeof redundancies)[number], number>> = {
  LRS: 1,
  ZRS: 1.25,
  GRS: 2,
  "RA-GRS": 2,
};

/** Operations that the price list counts as reads; the rest of the class costs what "all other operations" cost. */
const readsContent: ReadonlySet<string> = new Set(["Blob_Download", "Blob_Query"]);

/** Transactions of block blobs in general-purpose v2 accounts with a flat namespace. */
export const azureBlobPrices: PriceList = {
  source:
    "Azure Blob Storage pricing, East US, pay as you go (azure.microsoft.com/pricing/details/storage/blobs)",
  asOf: "2025-06-01",
  per: 10_000,
  dollars: Object.fromEntries(
    tiers.flatMap((tier) =>
      // Archive is not offered with redundancy over zones.
      redundancies
        .filter((redundancy) => tier !== "archive" || redundancy !== "ZRS")
        .flatMap((redundancy) =>
          Object.entries(localDollars[tier]).map(([name, dollars]) => {
            const factor = name === "write" || name === "list" ? dearer[redundancy] : 1;
            return [`${tier}/${redundancy}/${name}`, Number((dollars * factor).toFixed(6))];
          }),
        ),
    ),
  ),
  choices: { tier: tiers, redundancy: redundancies },
  bill(exchange, operation, chosen) {
    if (failedOnTheirSide(exchange)) return [];
    if (operation.name.endsWith("_SubmitBatch")) return billBatch(exchange, chosen);
    const { price } = operation;
    return price === "delete" ? [] : [charge(classOf(operation), tierOf(exchange, chosen), chosen)];
  },
};

function classOf({ name, price }: Operation): BlobClass {
  if (price === "read") return readsContent.has(name) ? "read" : "other";
  return price === "list" ? "list" : "write";
}

function charge(name: BlobClass, tier: string, { redundancy }: PriceChoices): Charge {
  return { line: `${tier}/${redundancy}/${name}`, units: 1 };
}

/** The tier that the request asks for, or that the answer tells of, or the account's own. */
function tierOf({ request, response }: BilledExchange, chosen: PriceChoices): string {
  const told =
    headerIn(request.headers, "x-ms-access-tier") ?? headerIn(response?.headers ?? [], "x-ms-access-tier");
  return knownTier(told, chosen);
}

function knownTier(told: string | undefined, chosen: PriceChoices): string {
  return tiers.find((tier) => tier === told?.toLowerCase()) ?? chosen["tier"] ?? "hot";
}

/**
 * The batch counts as one transaction, and each request in it as one more: 101 for a hundred. In it are deletions,
 * which are free, and changes of the tier, which are writes. Source: "Batch API for Blob Storage", Azure updates, 2019.
 */
function billBatch({ request }: BilledExchange, chosen: PriceChoices): readonly Charge[] | undefined {
  const text = wholeText(request.body);
  if (text === undefined) return undefined;
  const inner = text.split(/^(?=(?:DELETE|PUT) \S+ HTTP\/1\.[01]\r?$)/m).slice(1);
  const writes = inner
    .filter((part) => part.startsWith("PUT "))
    .map((part) => knownTier(/^x-ms-access-tier:\s*(\S+)/im.exec(part)?.[1], chosen));
  return [
    charge("other", knownTier(undefined, chosen), chosen),
    ...writes.map((tier) => charge("write", tier, chosen)),
  ];
}
