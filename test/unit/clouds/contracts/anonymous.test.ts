import { expect, test } from "vitest";
import { contractsOf } from "../../../../src/clouds/index.ts";
import type { ExampleStep } from "../../../../src/model/index.ts";
import { speaksOf } from "./examples.ts";

const photos = { Bucket: "photos" };
const refused = contractsOf("s3").filter(({ id }) => id === "s3/anonymous-calls-are-refused");
const isRefused = (after: readonly ExampleStep[]) =>
  refused.map((contract) =>
    speaksOf(contract, "PutObject", { input: { ...photos, Key: "a" }, caller: "anonymous", after }),
  );

test("nobody may write into a bucket, unless its owner may have allowed it", () => {
  const made = { operation: "CreateBucket", input: photos };

  expect(isRefused([made])).toEqual([true]);
  expect(isRefused([made, { operation: "PutBucketPolicy", input: photos }])).toEqual([false]);
  expect(isRefused([made, { operation: "PutBucketAcl", input: photos }])).toEqual([false]);
});
