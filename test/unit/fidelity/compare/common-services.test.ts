import { expect, test } from "vitest";
import { commonServices, requireAsked } from "../../../../src/fidelity/compare/common-services.ts";
import { parseServiceTargets } from "../../../../src/lab/index.ts";

function named(text: string) {
  return parseServiceTargets(text, () => undefined);
}

test("what only one of the two serves is not in common", () => {
  expect([...commonServices(named("azurite"), named("azure-queue=azurite"))]).toEqual(["azure-queue"]);
});

test("two that serve nothing in common cannot be compared", () => {
  expect(() => commonServices(named("azurite"), named("s3rver"))).toThrow(
    "the two have no service in common: the first serves azure-blob, azure-queue, azure-table, the second s3",
  );
});

test("something has to be asked of what both serve", () => {
  const common = new Set(["s3"] as const);

  expect(() => requireAsked(new Set(["s3", "dynamodb"]), common)).not.toThrow();
  expect(() => requireAsked(new Set(["dynamodb"]), common)).toThrow("both serve s3, and what was recorded");
  expect(() => requireAsked(new Set(), common)).toThrow("asks for none that is known");
});
