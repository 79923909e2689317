import { describe, expect, test } from "vitest";
import { contractsOf, interfaceOf, type ServiceName, serviceNames } from "../../../../src/clouds/index.ts";
import type { Call, Tracker } from "../../../../src/model/index.ts";

/** A thing that contracts remember, with what comes of each operation that may write. */
interface Thing {
  readonly service: ServiceName;
  /** The parameter by whose value such things differ. */
  readonly by: string;
  /** Operations after which it is another one, or none: whoever remembers it has to look at all of them. */
  readonly changed: readonly string[];
  /** All others, and why what is remembered of it stays as it is. */
  readonly apart: readonly (readonly [operations: RegExp, why: string])[];
}

const otherSettings = [/^Service_SetProperties$/, "properties of the service"] as const;

const things: Readonly<Record<string, Thing>> = {
  blob: {
    service: "azure-blob",
    by: "blob",
    changed: [
      "BlockBlob_Upload",
      "BlockBlob_PutBlobFromUrl",
      "BlockBlob_CommitBlockList",
      "PageBlob_Create",
      "PageBlob_CopyIncremental",
      "AppendBlob_Create",
      "Blob_StartCopyFromURL",
      "Blob_CopyFromURL",
      "Blob_AbortCopyFromURL",
      "Blob_Delete",
      "Blob_Undelete",
      "Blob_SetExpiry",
      "Container_Delete",
      "Container_Restore",
      "Container_SubmitBatch",
      "Service_SubmitBatch",
    ],
    apart: [
      otherSettings,
      [/Lease$/, "a lease changes no blob"],
      [/^Container_(?:Create|Set\w+)$/, "a container that is made or described has the blobs that it had"],
      [/^Blob_(?:Set(?!Expiry)\w+|DeleteImmutabilityPolicy)$/, "it is described, not written"],
      [/^Blob_CreateSnapshot$/, "the blob itself stays"],
      [/^BlockBlob_StageBlock/, "blocks are no part of a blob before they are committed"],
      [/^PageBlob_(?:UploadPages|UploadPagesFromURL|ClearPages|UpdateSequenceNumber)$/, "written within"],
      [/^PageBlob_Resize$/, "it has another length, which its own tracker looks at"],
      [/^AppendBlob_(?:AppendBlock|AppendBlockFromUrl|Seal)$/, "written on"],
    ],
  },
  container: {
    service: "azure-blob",
    by: "containerName",
    changed: ["Container_Create", "Container_Delete", "Container_Restore"],
    apart: [
      otherSettings,
      [/^(?:Blob|BlockBlob|PageBlob|AppendBlob)_|_SubmitBatch$/, "its blobs are not the container"],
      [/Lease$|^Container_Set/, "what a container was made with stays"],
    ],
  },
  queue: {
    service: "azure-queue",
    by: "queueName",
    changed: ["Queue_Create", "Queue_SetMetadata", "Queue_Delete"],
    apart: [
      otherSettings,
      [/^Message|^Queue_SetAccessPolicy$/, "neither messages nor policies are metadata"],
    ],
  },
  entity: {
    service: "azure-table",
    by: "rowKey",
    changed: [
      "Table_InsertEntity",
      "Table_UpdateEntity",
      "Table_MergeEntity",
      "Table_DeleteEntity",
      "Table_Batch",
      "Table_Delete",
    ],
    apart: [
      otherSettings,
      [
        /^Table_(?:Create|SetAccessPolicy)$/,
        "a table that is made or described has the entities that it had",
      ],
    ],
  },
  object: {
    service: "s3",
    by: "Key",
    changed: [
      "PutObject",
      "CopyObject",
      "CompleteMultipartUpload",
      "PostObject",
      "DeleteObject",
      "DeleteObjects",
      "DeleteBucket",
      "RestoreObject",
      "RenameObject",
      "UpdateObjectEncryption",
    ],
    apart: [
      [
        /Bucket|^PutPublicAccess|^DeletePublicAccess|^CreateSession$/,
        "what is set of a bucket changes no object",
      ],
      [/^(?:Put|Delete)Object(?:Acl|Tagging|Annotation)$/, "it is described, not written"],
      [/^PutObject(?:Retention|LegalHold|LockConfiguration)$/, "it is kept as it is"],
      [/^(?:CreateMultipartUpload|AbortMultipartUpload|UploadPart|UploadPartCopy)$/, "not the object yet"],
      [/^WriteGetObjectResponse$/, "an answer to somebody else's request"],
    ],
  },
  upload: {
    service: "s3",
    by: "UploadId",
    changed: ["UploadPart", "UploadPartCopy", "CompleteMultipartUpload", "AbortMultipartUpload"],
    apart: [
      [/Bucket|Object|PublicAccess|^CreateSession$/, "uploads are known by their ids alone"],
      [/^CreateMultipartUpload$/, "each has a new id"],
    ],
  },
  table: {
    service: "dynamodb",
    by: "TableName",
    changed: [
      "CreateTable",
      "RestoreTableFromBackup",
      "RestoreTableToPointInTime",
      "ImportTable",
      "DeleteTable",
    ],
    apart: [
      [/Item|Statement|^ExecuteTransaction$|^CancelBulkOperation$/, "items are not the table"],
      [/^UpdateTable$|^UpdateContinuousBackups$|^(?:Un)?[Tt]agResource$/, "their own trackers look at these"],
      [/Backup$|^Export|ResourcePolicy$|Kinesis|TimeToLive|ContributorInsights/, "of other features"],
      [/GlobalTable|ReplicaAutoScaling/, "replicas are other tables"],
    ],
  },
};

/** Trackers that need not look at an operation, with the reason. */
const exempt: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "buckets that may be open to everybody": {
    DeleteBucketPolicy: "an ACL may still allow what the policy has",
  },
  "leases of a blob": Object.fromEntries(
    (things["blob"]?.changed ?? [])
      .filter((operation) => !/Delete$|^Container|Batch$/.test(operation))
      .map((operation) => [operation, "a lease outlasts what is written under it"]),
  ),
  "leases of a container": {
    Container_Create: "where it is leased, it is there already",
    Container_Restore: "no lease is as old as that",
  },
};

const trackersOf = (service: ServiceName): readonly Tracker[] => {
  const all = contractsOf(service).flatMap(({ track }) => Object.values(track));
  return [...new Map(all.map((tracker) => [tracker.name, tracker])).values()];
};

const writing = (service: ServiceName): readonly string[] =>
  interfaceOf(service)
    .operations.filter(({ readOnly, twinOf }) => !readOnly && twinOf === undefined)
    .map(({ name }) => name);

const names = {
  containerName: "c",
  blob: "b",
  queueName: "q",
  table: "t",
  partitionKey: "p",
  rowKey: "r",
  Bucket: "b",
  Key: "k",
  UploadId: "u",
  Id: "i",
  TableName: "t",
};

function keyIn({ key }: Tracker, more: Readonly<Record<string, string>>): string | undefined {
  const call: Call = {
    operation: "",
    input: { ...names, ...more },
    caller: "key",
    headers: {},
    query: new Map(),
  };
  return key(call);
}

/** Trackers whose keys are those of such things, and not of something within them; times are those of their operations. */
function rememberersOf({ service, by }: Thing): readonly Tracker[] {
  const within = Object.keys(names).slice(Object.keys(names).indexOf(by) + 1);
  const differsBy = (tracker: Tracker, name: string) =>
    keyIn(tracker, {}) !== keyIn(tracker, { [name]: "other" });
  return trackersOf(service).filter(
    (tracker) =>
      !tracker.name.startsWith("last ") &&
      differsBy(tracker, by) &&
      !within.some((name) => differsBy(tracker, name)),
  );
}

describe.each(Object.entries(things))("a %s", (_name, thing) => {
  test("is changed by an operation, or it is told why it is not", () => {
    const untold = writing(thing.service).filter(
      (operation) =>
        !thing.changed.includes(operation) && !thing.apart.some(([pattern]) => pattern.test(operation)),
    );

    expect(untold).toEqual([]);
  });

  test("is remembered only by trackers that look at all that changes it", () => {
    const rememberers = rememberersOf(thing);
    const blind = rememberers.flatMap(({ name, operations }) =>
      thing.changed
        .filter((operation) => !operations.includes(operation) && exempt[name]?.[operation] === undefined)
        .map((operation) => `${name}: ${operation}`),
    );

    expect(rememberers).not.toEqual([]);
    expect(blind).toEqual([]);
  });
});

describe("a setting of a bucket", () => {
  const bucket = { service: "s3", by: "Bucket", changed: [], apart: [] } as const;
  const settings = [...rememberersOf(bucket), ...rememberersOf({ ...bucket, by: "Id" })];
  const subject = (operation: string) => operation.replace(/^(?:Put|Delete|Create)|Configuration$/g, "");

  test("is forgotten by the operation that removes what was put", () => {
    const blind = settings.flatMap(({ name, operations }) => {
      const put = operations.filter((operation) => operation.startsWith("PutBucket")).map(subject);
      return writing("s3")
        .filter((operation) => operation.startsWith("Delete") && put.includes(subject(operation)))
        .filter((operation) => !operations.includes(operation) && exempt[name]?.[operation] === undefined)
        .map((operation) => `${name}: ${operation}`);
    });

    expect(settings.length).toBeGreaterThan(15);
    expect(blind).toEqual([]);
  });

  test("goes with its bucket", () => {
    const blind = contractsOf("s3").flatMap(({ id, track }) => {
      const trackers = Object.values(track);
      const looksAtBuckets = trackers.some(({ operations }) => operations.includes("DeleteBucket"));
      const remembers = trackers.some(({ name }) => settings.some((setting) => setting.name === name));
      return remembers && !looksAtBuckets ? [id] : [];
    });

    expect(blind).toEqual([]);
  });
});

test("exemptions are of trackers that there are", () => {
  const known = new Set(serviceNames.flatMap(trackersOf).map(({ name }) => name));

  expect(Object.keys(exempt).filter((name) => !known.has(name))).toEqual([]);
});
