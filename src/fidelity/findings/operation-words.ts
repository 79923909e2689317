import type { ServiceName } from "../../clouds/index.ts";

/** Words that mean the same in documents and in names of operations. */
const meanings: Readonly<Record<string, readonly string[]>> = {
  statistics: ["stats"],
  stat: ["stats"],
  info: ["information"],
  upload: ["put"],
  download: ["get"],
  stage: ["put"],
  enqueue: ["put"],
  dequeue: ["get"],
};

/** Words that tell variants of an operation apart which documents do not, or that say nothing. */
const silent = new Set([
  "a",
  "an",
  "the",
  "of",
  "for",
  "to",
  "segment",
  "flat",
  "hierarchy",
  "dummy",
  "implement",
  "v2",
]);

/** The actions on a lease, which documents call by the one name of their request. */
const leaseActions = /(Acquire|Release|Renew|Change|Break)Lease/;

/** A name's or a title's words in one form: lower case, one of each, without what tells variants apart. */
export function wordsOf(text: string): readonly string[] {
  return text
    .replace(leaseActions, "Lease")
    .replace(/WithHead$/, "")
    .replace(/AccessPolicy|ACLs/, "Acl")
    .replace(/MessageId/, "Message")
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "" && !silent.has(word))
    .map(singular)
    .flatMap((word) => meanings[word] ?? [word]);
}

function singular(word: string): string {
  if (word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  return /[^s]s$/.test(word) && word !== "statistics" ? word.slice(0, -1) : word;
}

/** How documents call an operation where its words do not tell. */
export const alsoCalled: Readonly<Record<ServiceName, Readonly<Record<string, readonly string[]>>>> = {
  "azure-blob": {
    Container_GetProperties: ["Get Container Metadata"],
    Container_Restore: ["Undelete Container", "Soft delete & Undelete Container"],
    Container_ListBlobFlatSegment: ["List Blobs"],
    Container_ListBlobHierarchySegment: ["List Blobs"],
    Service_SubmitBatch: ["Blob Batch"],
    Container_SubmitBatch: ["Blob Batch"],
    Service_FilterBlobs: ["Find Blobs by Tags"],
    Container_FilterBlobs: ["Find Blobs by Tags"],
    Blob_GetProperties: ["Get Blob Metadata"],
    Blob_SetHTTPHeaders: ["Set Blob Properties"],
    Blob_SetExpiry: ["Blob Expiry"],
    Blob_Undelete: ["Soft delete & Undelete Blob"],
    Blob_CreateSnapshot: ["Snapshot Blob"],
    Blob_SetTags: ["Blob Tags"],
    Blob_GetTags: ["Blob Tags"],
    Blob_StartCopyFromURL: ["Copy Blob"],
    Blob_CopyFromURL: ["Copy Blob From URL"],
    Blob_AbortCopyFromURL: ["Abort Copy Blob"],
    Blob_SetImmutabilityPolicy: ["Blob Immutability Policy and Legal Hold"],
    Blob_DeleteImmutabilityPolicy: ["Blob Immutability Policy and Legal Hold"],
    Blob_SetLegalHold: ["Blob Immutability Policy and Legal Hold"],
    BlockBlob_Upload: ["Put Blob"],
    BlockBlob_PutBlobFromUrl: ["Put Blob From URL"],
    BlockBlob_StageBlock: ["Put Block"],
    BlockBlob_StageBlockFromURL: ["Put Block From URL"],
    BlockBlob_CommitBlockList: ["Put Block List"],
    BlockBlob_GetBlockList: ["Get Block List"],
    PageBlob_Create: ["Put Blob"],
    PageBlob_UploadPages: ["Put Page"],
    PageBlob_ClearPages: ["Put Page"],
    PageBlob_UploadPagesFromURL: ["Put Page From URL"],
    PageBlob_CopyIncremental: ["Incremental Copy Blob"],
    AppendBlob_Create: ["Create Append Blob"],
    AppendBlob_AppendBlock: ["Append Block"],
    AppendBlob_AppendBlockFromUrl: ["Append Block From URL"],
    AppendBlob_Seal: ["Append Blob Seal"],
  },
  "azure-queue": {
    Queue_GetProperties: ["Get Queue Metadata"],
    Queue_GetPropertiesWithHead: ["Get Queue Metadata"],
  },
  "azure-table": {
    Table_Query: ["List Tables", "Query Tables"],
    Table_QueryEntitiesWithPartitionAndRowKey: ["Query Entities"],
    Table_Batch: ["Batch"],
  },
  s3: {
    HeadObject: ["Get object"],
    HeadBucket: ["Get bucket"],
    ListObjects: ["List content of buckets"],
    ListObjectsV2: ["List content of buckets"],
  },
  dynamodb: {
    TransactGetItems: ["Transactions"],
    TransactWriteItems: ["Transactions"],
    ExecuteTransaction: ["Transactions"],
  },
};
