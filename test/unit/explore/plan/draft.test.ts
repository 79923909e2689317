import { describe, expect, test } from "vitest";
import {
  exampleOf,
  interfaceOf,
  operationOf,
  type ServiceName,
  serviceNames,
} from "../../../../src/clouds/index.ts";
import { Chance } from "../../../../src/explore/chance.ts";
import { Draft } from "../../../../src/explore/plan/draft.ts";
import { Resources } from "../../../../src/explore/plan/resources.ts";
import { type Input, valuesAt } from "../../../../src/model/index.ts";

function draftOf(service: ServiceName, seed = 1): Draft {
  const knowledge = {
    example: (operation: Parameters<typeof exampleOf>[1]) => exampleOf(service, operation),
    trust: () => 1,
  };
  return new Draft(new Resources(interfaceOf(service)), knowledge, new Chance(seed));
}

function planned(service: ServiceName, name: string): Draft {
  const draft = draftOf(service);
  draft.add(operationOf(service, name));
  return draft;
}

function names(draft: Draft): string[] {
  return draft.steps.map(({ operation }) => operation);
}

describe("what a call names is made before it", () => {
  test("from the outside in", () => {
    const draft = planned("azure-blob", "Blob_GetProperties");

    expect(names(draft)).toEqual(["Container_Create", "BlockBlob_Upload", "Blob_GetProperties"]);
    expect(new Set(draft.steps.map(({ input }) => input["containerName"]))).toEqual(new Set(["ts000000"]));
  });

  test("of the kind that the call asks for", () => {
    expect(names(planned("azure-blob", "PageBlob_UploadPages"))).toContain("PageBlob_Create");
    expect(names(planned("azure-blob", "AppendBlob_AppendBlock"))).toContain("AppendBlob_Create");
  });

  test("where the call is: the lease of a blob is no lease of its container", () => {
    const draft = planned("azure-blob", "Blob_RenewLease");

    expect(names(draft)).toEqual([
      "Container_Create",
      "BlockBlob_Upload",
      "Blob_AcquireLease",
      "Blob_RenewLease",
    ]);
    expect(draft.steps.at(-1)?.input["leaseId"]).toEqual({ $from: 2, at: "header x-ms-lease-id" });
  });

  test("and not by a call that is to be refused", () => {
    const draft = planned("azure-blob", "Blob_RenewLease");
    const renew = operationOf("azure-blob", "Blob_RenewLease");

    draft.add(renew, { tries: { kind: "breaks", path: "timeout", refinement: "min" } });
    draft.add(renew);

    expect(draft.steps.slice(3).map(({ input }) => input["leaseId"])).toEqual([
      { $from: 2, at: "header x-ms-lease-id" },
      { $from: 3, at: "header x-ms-lease-id" },
      { $from: 3, at: "header x-ms-lease-id" },
    ]);
  });

  test("as the source of a copy, at the target's own address", () => {
    const draft = planned("azure-blob", "Blob_StartCopyFromURL");
    const [, source, copy] = draft.steps;

    expect(copy?.input["copySource"]).toEqual({
      $endpoint: `/ts000000/${String(source?.input["blob"])}`,
      signed: true,
    });
    expect(copy?.input["blob"]).not.toBe(source?.input["blob"]);
  });

  test("also where only a text speaks of it", () => {
    const draft = planned("dynamodb", "ExecuteStatement");

    expect(names(draft)).toEqual(["CreateTable", "ExecuteStatement"]);
    expect(draft.steps[1]?.input["Statement"]).toContain('"ts000000"');
  });
});

test("what is made at once goes together, also where one of the two was found since", () => {
  const draft = draftOf("azure-queue");
  draft.add(operationOf("azure-queue", "Messages_Enqueue"));
  draft.add(operationOf("azure-queue", "Messages_Peek"));

  draft.add(operationOf("azure-queue", "MessageId_Delete"));

  const { messageId, popReceipt } = draft.steps.at(-1)?.input ?? {};
  expect(names(draft)).toEqual(["Queue_Create", "Messages_Enqueue", "Messages_Peek", "MessageId_Delete"]);
  expect([messageId, popReceipt]).toMatchObject([{ $from: 1 }, { $from: 1 }]);
});

test("the items of a list name things of their own, which are made before", () => {
  const draft = draftOf("s3");
  const two = (plain: Input): Input => ({ ...plain, Delete: { Objects: [{ Key: "a" }, { Key: "b" }] } });

  draft.add(operationOf("s3", "DeleteObjects"), { shape: two });

  const last = draft.steps.at(-1);
  const keys = valuesAt(last?.input ?? {}, "Delete.Objects[].Key");
  expect(names(draft)).toEqual(["CreateBucket", "PutObject", "PutObject", "DeleteObjects"]);
  expect(keys).toEqual(draft.steps.slice(1, 3).map(({ input }) => input["Key"]));
  expect(new Set(keys).size).toBe(2);
});

test("things that one call makes in a list have names of their own", () => {
  const draft = draftOf("dynamodb");
  const put = { PutRequest: { Item: { id: { S: "a" } } } };
  const two = (plain: Input): Input => ({ ...plain, RequestItems: { "{table}": [put, put] } });

  draft.add(operationOf("dynamodb", "BatchWriteItem"), { shape: two });

  const ids = valuesAt(draft.steps.at(-1)?.input ?? {}, "RequestItems[][].PutRequest.Item.id.S");
  expect(new Set(ids).size).toBe(2);
});

test("two calls in one draft are about the same things", () => {
  const draft = draftOf("s3");
  draft.add(operationOf("s3", "PutObject"));
  draft.add(operationOf("s3", "GetObject"));

  expect(names(draft)).toEqual(["CreateBucket", "PutObject", "GetObject"]);
  expect(draft.steps[2]?.input["Key"]).toBe(draft.steps[1]?.input["Key"]);
});

test("what is found in the account is not used: it may be somebody else's", () => {
  const draft = draftOf("azure-queue");
  draft.add(operationOf("azure-queue", "Service_ListQueuesSegment"));
  draft.add(operationOf("azure-queue", "Messages_Peek"));

  expect(names(draft)).toEqual(["Service_ListQueuesSegment", "Queue_Create", "Messages_Peek"]);
});

test.each([
  ["dynamodb", "ListBackups", "DeleteBackup"],
  ["dynamodb", "ListGlobalTables", "UpdateGlobalTableSettings"],
  ["dynamodb", "ListBulkOperations", "CancelBulkOperation"],
  ["dynamodb", "ListExports", "DescribeExport"],
  ["azure-blob", "Service_ListContainersSegment", "Container_Restore"],
] as const)("nor is what %s %s finds in the account named by %s", (service, listing, other) => {
  const draft = draftOf(service);
  draft.add(operationOf(service, listing));
  draft.add(operationOf(service, other));

  expect(JSON.stringify(draft.steps.at(-1)?.input)).not.toContain('"$from":0');
});

test("what lies in the draft's own things may be found, and so may where a list goes on", () => {
  const draft = draftOf("dynamodb");
  const list = operationOf("dynamodb", "ListBackups");
  draft.add(list, { shape: (plain) => ({ ...plain, TableName: "any" }) });
  draft.add(operationOf("dynamodb", "DeleteBackup"));
  draft.add(list, { shape: (plain) => ({ ...plain, ExclusiveStartBackupArn: "any" }) });

  expect(names(draft)).toEqual(["CreateTable", "ListBackups", "DeleteBackup", "ListBackups"]);
  expect(draft.steps[2]?.input["BackupArn"]).toMatchObject({ $from: 1 });
  expect(draft.steps[3]?.input["ExclusiveStartBackupArn"]).toMatchObject({ $from: 1 });
});

test("what was changed afterwards may find anything", () => {
  const draft = draftOf("dynamodb");
  const list = operationOf("dynamodb", "ListBackups");
  draft.add(list, { shape: (plain) => ({ ...plain, TableName: "any" }) });
  const last = draft.steps.at(-1);
  if (last !== undefined) draft.replaceLast({ ...last, input: {} }, list);
  draft.add(operationOf("dynamodb", "DeleteBackup"));

  expect(names(draft)).toEqual(["CreateTable", "ListBackups", "CreateBackup", "DeleteBackup"]);
});

test("a second thing gets another name, unless it is to overwrite the first", () => {
  const upload = operationOf("azure-blob", "BlockBlob_Upload");
  const draft = draftOf("azure-blob");
  for (const isOverwriting of [false, false, true]) draft.add(upload, { isOverwriting });
  const [first, second, third] = draft.steps.slice(1).map(({ input }) => input["blob"]);

  expect(second).not.toBe(first);
  expect(third).toBe(second);
});

test("a copy goes its own way", () => {
  const draft = planned("azure-queue", "Queue_Create");
  const other = draft.copy(new Chance(1));
  other.add(operationOf("azure-queue", "Queue_Create"));

  expect(draft.steps).toHaveLength(1);
  expect(other.steps.map(({ input }) => input["queueName"])).toEqual(["ts000000", "ts000001"]);
});

describe.each(serviceNames)("%s", (service) => {
  test("every operation can be planned, and nothing refers to what comes later", () => {
    for (const { name } of interfaceOf(service).operations) {
      const { steps } = planned(service, name);
      expect(steps.at(-1)?.operation).toBe(name);
      for (const [at, { input }] of steps.entries()) {
        const references = [...JSON.stringify(input).matchAll(/"\$from":(\d+)/g)].map(([, from]) =>
          Number(from),
        );
        expect(references.every((from) => from < at)).toBe(true);
      }
    }
  });
});

test("what stands before a call is told without what was only made for it, also in a copy", () => {
  const draft = planned("azure-blob", "Blob_GetProperties");
  draft.add(operationOf("azure-blob", "Blob_RenewLease"));

  const before = (of: Draft) => of.steps.map((_, at) => of.before(at).length);

  expect(names(draft).slice(3)).toEqual(["Blob_AcquireLease", "Blob_RenewLease"]);
  expect(before(draft)).toEqual([0, 0, 0, 3, 3]);
  expect(before(draft.copy(new Chance(2)))).toEqual([0, 0, 0, 3, 3]);
});
