import { type Contract, fault, type Input } from "../../../model/index.ts";
import { awsSnapshot } from "../../shared/amazon-sources.ts";
import { at, listOf, textOf } from "../../shared/contract-conditions.ts";
import { fieldCount, invalidArgument, isEmpty, malformed, rule } from "./rules.ts";
import { photos } from "./tracked.ts";

const on = ["PutBucketLifecycleConfiguration"];

function rulesOf(input: Input): readonly unknown[] {
  return listOf(at(input, "LifecycleConfiguration.Rules"));
}

const lifecycle = (parts: Readonly<Record<string, unknown>>) => ({
  ...photos,
  LifecycleConfiguration: {
    Rules: [{ ID: "mine", Status: "Enabled", Filter: {}, Expiration: { Days: 7 }, ...parts }],
  },
});

const seen = (step: string) => awsSnapshot("s3", "test_put_bucket_lifecycle_conf_exc", step);

/** Dates of expirations and transitions, as they are written. */
function datesOf(input: Input): readonly string[] {
  return rulesOf(input)
    .flatMap((one) => [at(one, "Expiration"), ...listOf(at(one, "Transitions"))])
    .flatMap((part) => (typeof at(part, "Date") === "string" ? [String(at(part, "Date"))] : []));
}

/** How many fields of a filter are more than an empty prefix. */
function sayingCount(filter: unknown): number {
  return typeof filter === "object" && filter !== null
    ? Object.values(filter).filter((field) => field !== undefined && field !== "").length
    : 0;
}

/** Of a time that names no zone, that of GMT is meant. */
function isMidnight(date: string): boolean {
  const time = Date.parse(/T.*(?:Z|[+-]\d\d:?\d\d)$|^[^T]*$/i.test(date) ? date : `${date}Z`);
  return Number.isNaN(time) || time % 86_400_000 === 0;
}

function hasTwice(tags: readonly unknown[]): boolean {
  const keys = tags.map((tag) => at(tag, "Key"));
  return new Set(keys).size < keys.length;
}

const tags = (...keys: readonly string[]) => ({
  Filter: { And: { Prefix: "logs/", Tags: keys.map((Key) => ({ Key, Value: "x" })) } },
});

const sizes = ["all_storage_classes_128K", "varies_by_storage_class"];

export const lifecycleContracts: readonly Contract[] = [
  rule({
    id: "lifecycle-rule-has-a-filter",
    says: "a rule of a lifecycle has a filter, be it empty, or a prefix as in older ones",
    on,
    when: (input) =>
      rulesOf(input).some(
        (one) => at(one, "Filter") === undefined && at(one, "Prefix") === undefined && !isEmpty(one),
      ),
    answer: malformed,
    evidence: seen("missing-filter"),
    breaks: lifecycle({ Filter: undefined }),
    keeps: lifecycle({}),
  }),
  rule({
    id: "lifecycle-filter-says-one-thing",
    says: "a filter of a lifecycle has one condition, which may join others",
    on,
    when: (input) => rulesOf(input).some((one) => sayingCount(at(one, "Filter")) > 1),
    answer: malformed,
    evidence: seen("wrong-filter-and-plus-prefix"),
    breaks: lifecycle({ Filter: { Prefix: "logs/", And: { Prefix: "a", ObjectSizeGreaterThan: 500 } } }),
    keeps: lifecycle({ Filter: { And: { Prefix: "a", ObjectSizeGreaterThan: 500 } } }),
  }),
  rule({
    id: "lifecycle-date-is-at-midnight",
    says: "a lifecycle acts at midnight of GMT",
    on,
    when: (input) => datesOf(input).some((date) => !isMidnight(date)),
    answer: (input) =>
      invalidArgument(
        "'Date' must be at midnight GMT",
        "Date",
        datesOf(input).find((date) => !isMidnight(date)),
      ),
    evidence: seen("wrong-data-no-midnight"),
    breaks: lifecycle({ Expiration: { Date: "2030-01-01T10:00:00Z" } }),
    keeps: lifecycle({ Expiration: { Date: "2030-01-01T00:00:00Z" } }),
  }),
  rule({
    id: "lifecycle-tags-are-named-once",
    says: "a filter of a lifecycle names each tag once",
    on,
    when: (input) => rulesOf(input).some((one) => hasTwice(listOf(at(one, "Filter.And.Tags")))),
    answer: fault(400, "InvalidRequest", "Duplicate Tag Keys are not allowed."),
    evidence: seen("duplicate-tag-keys"),
    breaks: lifecycle(tags("a", "a")),
    keeps: lifecycle(tags("a", "b")),
  }),
  rule({
    id: "lifecycle-removes-markers-or-after-days",
    says: "an expiration is of markers, after days or at a date, and not two of these",
    on,
    when: (input) =>
      rulesOf(input).some(
        (one) =>
          at(one, "Expiration.ExpiredObjectDeleteMarker") === true && fieldCount(at(one, "Expiration")) > 1,
      ),
    answer: malformed,
    evidence: seen("expired-delete-marker-and-days"),
    breaks: lifecycle({ Expiration: { Days: 1, ExpiredObjectDeleteMarker: true } }),
    keeps: lifecycle({ Expiration: { ExpiredObjectDeleteMarker: true } }),
  }),
  rule({
    id: "lifecycle-of-versions-says-when",
    says: "an expiration of older versions says after how many days",
    on,
    when: (input) => rulesOf(input).some((one) => isEmpty(at(one, "NoncurrentVersionExpiration"))),
    answer: malformed,
    evidence: seen("missing-noncurrent-version-expiration-data"),
    breaks: lifecycle({ NoncurrentVersionExpiration: {} }),
    keeps: lifecycle({ NoncurrentVersionExpiration: { NoncurrentDays: 1 } }),
  }),
  rule({
    id: "lifecycle-has-one-of-two-least-sizes",
    says: "what is too small to be moved is one of two defaults",
    on,
    when: (input) =>
      input["TransitionDefaultMinimumObjectSize"] !== undefined &&
      !sizes.includes(textOf(input, "TransitionDefaultMinimumObjectSize")),
    answer: (input) =>
      fault(
        400,
        "InvalidRequest",
        `Invalid TransitionDefaultMinimumObjectSize found: ${textOf(input, "TransitionDefaultMinimumObjectSize")}`,
      ),
    evidence: awsSnapshot("s3", "test_s3_transition_default_minimum_object_size", "bad-value"),
    breaks: { ...lifecycle({}), TransitionDefaultMinimumObjectSize: "value" },
    keeps: { ...lifecycle({}), TransitionDefaultMinimumObjectSize: "varies_by_storage_class" },
  }),
];
