import { describe, expect, test } from "vitest";
import { contractsOf } from "../../../../src/clouds/index.ts";
import type { ExampleStep, Input } from "../../../../src/model/index.ts";
import { madeBucket, photos, picture } from "./amazon-requests.ts";
import { speaksOf } from "./examples.ts";

const refused = contractsOf("s3").filter(({ id }) => id === "s3/anonymous-calls-are-refused");
const isRefused = (operation: string, after: readonly ExampleStep[]) =>
  refused.map((contract) => speaksOf(contract, operation, { input: picture, caller: "anonymous", after }));
const step = (operation: string, input: Input = photos): ExampleStep => ({ operation, input });

describe.each(["GetObject", "HeadObject", "PutObject", "ListObjectsV2"])("%s by nobody", (operation) => {
  test.each([
    ["nothing was said of the bucket", []],
    ["something was written", [step("PutObject", picture)]],
    ["ACLs say that all is the owner's", [step("PutObject", { ...picture, ACL: "private" })]],
    ["public access is blocked", [step("PutPublicAccessBlock", { ...photos, ...blocked(true) })]],
    ["a form says nothing of ACLs", [step("PostObject", { ...photos, Body: new Uint8Array() })]],
    ["a policy went with the bucket", [step("PutBucketPolicy"), step("DeleteBucket"), madeBucket]],
  ])("is refused where %s", (_says, after) => {
    expect(isRefused(operation, [madeBucket, ...after])).toEqual([true]);
  });

  test.each([
    ["a policy", [step("PutBucketPolicy")]],
    ["an ACL", [step("PutBucketAcl", { ...photos, ACL: "public-read" })]],
    [
      "a policy that was removed beside what else there is",
      [step("PutBucketPolicy"), step("DeleteBucketPolicy")],
    ],
  ])("is left to the emulator after %s", (_says, after) => {
    expect(isRefused(operation, [madeBucket, ...after])).toEqual([false]);
  });

  test.each([
    ["an object's ACL", step("PutObjectAcl", { ...picture, ACL: "public-read" })],
    ["less of a block", step("PutPublicAccessBlock", { ...photos, ...blocked(false) })],
  ])("is left to the emulator after %s if it reads an object, and refused if not", (_says, after) => {
    expect(isRefused(operation, [madeBucket, after])).toEqual([!/^(?:Get|Head)Object$/.test(operation)]);
  });

  test("is left to the emulator where there is no bucket, or it was made before", () => {
    expect(isRefused(operation, [])).toEqual([false]);
    expect(isRefused(operation, [step("HeadBucket")])).toEqual([false]);
    expect(isRefused(operation, [madeBucket, step("DeleteBucket")])).toEqual([false]);
  });
});

function blocked(RestrictPublicBuckets: boolean): Input {
  return {
    PublicAccessBlockConfiguration: {
      BlockPublicAcls: true,
      IgnorePublicAcls: true,
      BlockPublicPolicy: true,
      RestrictPublicBuckets,
    },
  };
}
