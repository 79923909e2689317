import { expect, test } from "vitest";
import { interfaceOf, priceListOf, serviceNames } from "../../../../src/clouds/index.ts";
import { costOf, pricesWith } from "../../../../src/hybrid/cost/index.ts";

test.each([
  [7, "prices must be an object, but is 7"],
  [{ blob: {} }, 'prices has no service "blob"'],
  [{ s3: [] }, 'prices["s3"] must be an object, but is []'],
  [{ s3: { tier: "hot" } }, 'prices["s3"] has no setting "tier"'],
  [
    { "azure-blob": { tier: "warm" } },
    'prices["azure-blob"].tier must be one of hot, cool, cold, archive, but is "warm"',
  ],
  [
    { "azure-blob": { tier: "archive", redundancy: "ZRS" } },
    'prices["azure-blob"]: archive with ZRS is not offered',
  ],
  [{ s3: { dollars: { "STANDARD/post": 1 } } }, 'prices["s3"].dollars has no line "STANDARD/post"'],
  [
    { s3: { dollars: { "STANDARD/put": "5" } } },
    'prices["s3"].dollars["STANDARD/put"] must be a number of dollars, 0 or more, but is "5"',
  ],
  [
    { s3: { dollars: { "STANDARD/put": Number.NaN } } },
    'prices["s3"].dollars["STANDARD/put"] must be a number of dollars, 0 or more, but is NaN',
  ],
])("%j is refused with its place", (settings, message) => {
  expect(() => pricesWith(settings)).toThrow(expect.objectContaining({ code: "TS_CONFIG", message }));
});

test("a mistyped line is told with the one that was meant", () => {
  expect(() => pricesWith({ s3: { dollars: { "STANDARD/pt": 1 } } })).toThrow(
    expect.objectContaining({ hint: "Did you mean STANDARD/put?" }),
  );
});

test("every list says whose it is and of when, and has a price above zero on every line", () => {
  for (const list of serviceNames.map(priceListOf)) {
    expect(list.source).toMatch(/pricing, (?:East US|US East)|on-demand pricing, US East/);
    expect(list.asOf).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    expect(Object.values(list.dollars).every((dollars) => dollars > 0)).toBe(true);
  }
});

test.each(serviceNames)("no operation of %s is charged on a line that its list does not have", (service) => {
  const request = { method: "X", target: "/", headers: [], body: { size: 0, sha256: "", text: "" } };
  const response = { status: 200, reason: "", headers: [] };
  const exchanges = interfaceOf(service).operations.map(({ name }) => ({
    service,
    operation: name,
    request,
    response,
  }));

  const { operations } = costOf(exchanges, pricesWith());

  const unpriced = operations.filter((each) => each.unpriced > 0).map(({ operation }) => operation);
  expect(unpriced.toSorted()).toEqual(
    service === "dynamodb"
      ? [
          "CreateBackup",
          "ExportTableToPointInTime",
          "ImportTable",
          "RestoreTableFromBackup",
          "RestoreTableToPointInTime",
          "SearchVectors",
          "StartBulkPutItems",
        ]
      : [],
  );
});
