import { describe, expect, test } from "vitest";
import { exampleOf, interfaceOf, serviceNames } from "../../../../src/clouds/index.ts";
import { sentAs } from "../../../../src/fidelity/pair/sent-as.ts";
import { defaultInput } from "../../../../src/model/index.ts";

test.each(serviceNames)("every plain call of %s is sent as what it is", async (service) => {
  const { operations, types } = interfaceOf(service);

  const sent = await Promise.all(
    operations.map((operation) => {
      const plain = { ...defaultInput(operation, types), ...exampleOf(service, operation) };
      return sentAs(service, operation.name, plain);
    }),
  );

  expect(sent.filter((one) => one !== undefined)).toEqual([]);
});

describe("a call that names nothing", () => {
  const part = { Bucket: "photos", UploadId: "a", PartNumber: 1, CopySource: "photos/a" };

  test("is sent as one of what it would lie in", async () => {
    expect(await sentAs("s3", "UploadPartCopy", { ...part, Key: "" })).toBe("CreateBucket");
    expect(await sentAs("s3", "GetObjectAcl", { Bucket: "photos", Key: "" })).toBe("GetBucketAcl");
  });

  test("is what it is where something has a name, however strange", async () => {
    expect(await sentAs("s3", "UploadPartCopy", { ...part, Key: "?" })).toBeUndefined();
    expect(await sentAs("s3", "UploadPartCopy", { ...part, Key: " " })).toBeUndefined();
  });
});

test("a call that cannot be written is taken for what it says", async () => {
  expect(await sentAs("s3", "GetObjectAcl", { Bucket: "photos" })).toBeUndefined();
});
