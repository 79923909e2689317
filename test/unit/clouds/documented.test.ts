import { expect, test } from "vitest";
import { operationOf, type ServiceName } from "../../../src/clouds/index.ts";
import { validate } from "../../../src/model/index.ts";

test.each<[ServiceName, string, string, number | undefined]>([
  ["azure-blob", "Blob_StartCopyFromURL", "CopyAcrossAccountsNotSupported", 400],
  ["azure-blob", "PageBlob_GetPageRangesDiff", "InvalidVersionForPageBlobOperation", 400],
  ["s3", "UploadPart", "EntityTooSmall", undefined],
  ["s3", "CompleteMultipartUpload", "EntityTooSmall", 400],
])("%s %s answers %s with %s", (service, name, code, status) => {
  const fault = operationOf(service, name).faults.find((each) => each.code === code);

  expect(fault?.status).toBe(status);
});

test("a block of an append blob has at most 4 MiB in this version of the API", () => {
  const length = operationOf("azure-blob", "AppendBlob_AppendBlock").parameters.find(
    ({ wire }) => wire === "Content-Length",
  );

  expect(length && validate(length.type, 4 * 2 ** 20)).toEqual([]);
  expect(length && validate(length.type, 4 * 2 ** 20 + 1)).toHaveLength(1);
});

test.each(["DeleteObjects", "PutBucketLifecycleConfiguration"])("%s takes the MD5 of its body", (name) => {
  expect(operationOf("s3", name).parameters.map(({ wire }) => wire)).toContain("Content-MD5");
});

test("transactions name the tables and keys of all their actions", () => {
  const { consumes, produces } = operationOf("dynamodb", "TransactWriteItems");

  expect(consumes["table"]).toEqual([
    "TransactItems[].Put.TableName",
    "TransactItems[].Update.TableName",
    "TransactItems[].Delete.TableName",
    "TransactItems[].ConditionCheck.TableName",
  ]);
  expect(consumes["itemKey"]).toHaveLength(3);
  expect(produces["itemKey"]).toContain("request TransactItems[].Put.Item");
});

test.each<[ServiceName, string, string]>([
  ["azure-blob", "Container_SetAccessPolicy", "account-key"],
  ["azure-queue", "Queue_GetAccessPolicyWithHead", "account-key"],
  ["azure-blob", "Service_GetUserDelegationKey", "token"],
  ["azure-blob", "Container_SubmitBatch", "parts"],
  ["azure-table", "Table_Batch", "parts"],
  ["dynamodb", "TransactWriteItems", "parts"],
  ["dynamodb", "ExecuteStatement", "any-right"],
  ["s3", "CopyObject", "all-rights"],
])("%s %s is authorised by %s", (service, name, by) => {
  expect(operationOf(service, name).authorization.by).toBe(by);
});
