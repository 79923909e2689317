import {
  type Contract,
  contract,
  type Evidence,
  type Input,
  keyOf,
  success,
  type Tracker,
} from "../../../model/index.ts";
import { awsSnapshot, s3Model } from "../../shared/amazon-sources.ts";
import { textOf } from "../../shared/contract-conditions.ts";
import { isNotImplemented, isOwn, madeBucket, photos } from "./tracked.ts";

/** Settings of which a bucket has many, each with a name. */
interface Named {
  /** As in `PutBucketMetricsConfiguration`. */
  readonly name: string;
  readonly evidence: Evidence;
}

/** The documents of a bucket that emulators know nothing of, by their names. */
function documentsOf({ name }: Named): Tracker<ReadonlyMap<string, string>> {
  const put = `PutBucket${name}Configuration`;
  return {
    name: `all ${name} configurations of buckets`,
    operations: ["CreateBucket", put, `DeleteBucket${name}Configuration`, "DeleteBucket"],
    key: keyOf("Bucket"),
    next(before, success) {
      const { operation, input, body } = success.call;
      if (operation === "CreateBucket") return before ?? new Map();
      if (operation === "DeleteBucket" || before === undefined) return undefined;
      const id = textOf(input, "Id");
      const others = [...before].filter(([other]) => other !== id);
      if (operation !== put) return new Map(others);
      const text = Buffer.from(body ?? []).toString("utf8");
      return isOwn(success) ? new Map([...others, [id, text]]) : undefined;
    },
  };
}

/** A document without what stands before its first element. */
function elementOf(text: string): string {
  return text.replace(/^\s*<\?xml[^>]*\?>\s*/, "");
}

function listed(named: Named): Contract {
  const documents = documentsOf(named);
  const { name } = named;
  const operation = `ListBucket${name}Configurations`;
  const words = name.replaceAll(/(?!^)[A-Z]/g, "-$&").toLowerCase();
  return contract({
    id: `s3/${words}-configurations-are-listed`,
    says: `a bucket's ${words} configurations are listed`,
    on: [operation],
    asksFirst: true,
    track: { documents },
    when: (situation) =>
      situation.knowsAll && isNotImplemented(situation) && situation.documents !== undefined,
    answer: ({ documents = new Map() }) => success(200, { body: listOf(name, documents) }),
    evidence: named.evidence,
    breaks: { input: photos as Input, after: [madeBucket], answered: { status: 501 } },
    keeps: { input: photos as Input, after: [madeBucket], answered: { status: 200 } },
  });
}

function listOf(name: string, documents: ReadonlyMap<string, string>): string {
  const written = [...documents]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, text]) => elementOf(text));
  return `<?xml version="1.0" encoding="UTF-8"?>\n<List${name}ConfigurationsResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><IsTruncated>false</IsTruncated>${written.join("")}</List${name}ConfigurationsResult>`;
}

export const listContracts: readonly Contract[] = [
  listed({
    name: "Analytics",
    evidence: awsSnapshot("s3", "test_s3_analytics_configurations", "list_config_with_storage_analysis_1"),
  }),
  listed({
    name: "Inventory",
    evidence: awsSnapshot("s3", "test_s3_inventory_report_crud", "list-inventory-config"),
  }),
  listed({ name: "Metrics", evidence: s3Model("ListBucketMetricsConfigurations") }),
  listed({
    name: "IntelligentTiering",
    evidence: awsSnapshot(
      "s3",
      "test_s3_intelligent_tier_config",
      "list_bucket_intelligent_tiering_configurations_1",
    ),
  }),
];
