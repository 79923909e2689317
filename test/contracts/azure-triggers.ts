import type { Received } from "../integration/strict/signed-requests.ts";
import { type Ask, bytes, type Trigger, type Triggers } from "./trigger.ts";

/** A container with a block blob and a page blob. */
const inContainer =
  (then: (ask: Ask, at: { readonly containerName: string }) => Promise<Received>): Trigger =>
  async (ask, own) => {
    const at = { containerName: `c-${own}` };
    await ask("Container_Create", at);
    await ask("BlockBlob_Upload", { ...at, blob: "a.txt", body: bytes("hello") });
    await ask("PageBlob_Create", { ...at, blob: "disk", blobContentLength: 1024 });
    return await then(ask, at);
  };

const leased = "a0a1a2a3-b0b1-4c0c-8d0d-e0e1e2e3e4e5";
const notGuid = { proposedLeaseId: "not-a-guid" };

const cors = (count: number) =>
  Array.from({ length: count }, () => ({
    AllowedOrigins: "*",
    AllowedMethods: "GET",
    AllowedHeaders: "",
    ExposedHeaders: "",
    MaxAgeInSeconds: 0,
  }));
const retention = {
  MinuteMetrics: {
    Version: "1.0",
    Enabled: true,
    IncludeAPIs: true,
    RetentionPolicy: { Enabled: true, Days: 366 },
  },
};

const pages = (range: string) => ({ blob: "disk", range, body: new Uint8Array(512) });

export const azureBlob: Triggers = {
  "Blob_AbortCopyFromURL: no pending copy": inContainer((ask, at) =>
    ask("Blob_AbortCopyFromURL", { ...at, blob: "a.txt", copyId: leased }),
  ),
  "Blob_AcquireLease: duration 99999999999": inContainer((ask, at) =>
    ask("Blob_AcquireLease", { ...at, blob: "a.txt", duration: 99_999_999_999 }),
  ),
  'Blob_AcquireLease: proposedLeaseId "not-a-guid"': inContainer((ask, at) =>
    ask("Blob_AcquireLease", { ...at, blob: "a.txt", duration: 15, ...notGuid }),
  ),
  'Blob_ChangeLease: new id "not-a-guid"': inContainer(async (ask, at) => {
    await ask("Blob_AcquireLease", { ...at, blob: "a.txt", duration: 15, proposedLeaseId: leased });
    return await ask("Blob_ChangeLease", { ...at, blob: "a.txt", leaseId: leased, ...notGuid });
  }),
  'Container_AcquireLease: proposedLeaseId "not-a-guid"': inContainer((ask, at) =>
    ask("Container_AcquireLease", { ...at, duration: 15, ...notGuid }),
  ),
  'Container_ChangeLease: new id "not-a-guid"': inContainer(async (ask, at) => {
    await ask("Container_AcquireLease", { ...at, duration: 15, proposedLeaseId: leased });
    return await ask("Container_ChangeLease", { ...at, leaseId: leased, ...notGuid });
  }),
  "Blob_DeleteImmutabilityPolicy: same": inContainer((ask, at) =>
    ask("Blob_DeleteImmutabilityPolicy", { ...at, blob: "a.txt" }),
  ),
  "Blob_SetImmutabilityPolicy: on container without version-level immutability": inContainer((ask, at) =>
    ask("Blob_SetImmutabilityPolicy", { ...at, blob: "a.txt" }),
  ),
  "Blob_SetLegalHold: same": inContainer((ask, at) => ask("Blob_SetLegalHold", { ...at, blob: "a.txt" })),
  'Blob_SetTags: tag name with "#"': inContainer((ask, at) =>
    ask("Blob_SetTags", { ...at, blob: "a.txt", tags: { BlobTagSet: [{ Key: "a#b", Value: "x" }] } }),
  ),
  "Blob_SetTags: tag value of 257 chars": inContainer((ask, at) =>
    ask("Blob_SetTags", {
      ...at,
      blob: "a.txt",
      tags: { BlobTagSet: [{ Key: "a", Value: "x".repeat(257) }] },
    }),
  ),
  "BlockBlob_Upload: blob name of 1025 chars": inContainer((ask, at) =>
    ask("BlockBlob_Upload", { ...at, blob: "a".repeat(1025) }),
  ),
  "BlockBlob_Upload: metadata total 9 KiB (max 8 KiB)": inContainer((ask, at) =>
    ask("BlockBlob_Upload", { ...at, blob: "b", metadata: { a: "x".repeat(4600), b: "x".repeat(4600) } }),
  ),
  "Container_Delete: delete then create at once": inContainer(async (ask, at) => {
    await ask("Container_Delete", at);
    return await ask("Container_Create", at);
  }),
  'Container_ListBlobHierarchySegment: marker "bogus!"': inContainer((ask, at) =>
    ask("Container_ListBlobHierarchySegment", { ...at, delimiter: "/", marker: "bogus!" }),
  ),
  "PageBlob_Resize: 513": inContainer((ask, at) =>
    ask("PageBlob_Resize", { ...at, blob: "disk", blobContentLength: 513 }),
  ),
  "PageBlob_UpdateSequenceNumber: increment with a number given": inContainer((ask, at) =>
    ask("PageBlob_UpdateSequenceNumber", {
      ...at,
      blob: "disk",
      sequenceNumberAction: "increment",
      blobSequenceNumber: 7,
    }),
  ),
  "PageBlob_UploadPages: beyond the end": inContainer((ask, at) =>
    ask("PageBlob_UploadPages", { ...at, ...pages("bytes=1024-1535") }),
  ),
  "PageBlob_UploadPages: offset 100 (unaligned)": inContainer((ask, at) =>
    ask("PageBlob_UploadPages", { ...at, ...pages("bytes=100-611") }),
  ),
  'Service_ListContainersSegment: marker "bogus!"': (ask) =>
    ask("Service_ListContainersSegment", { marker: "bogus!" }),
  "Service_SetProperties: 6 CORS rules (max 5)": (ask) =>
    ask("Service_SetProperties", { blobServiceProperties: { Cors: cors(6) } }),
  'Service_SetProperties: defaultServiceVersion "bogus"': (ask) =>
    ask("Service_SetProperties", { blobServiceProperties: { DefaultServiceVersion: "bogus" } }),
  "Service_SetProperties: minuteMetrics retention 366 days": (ask) =>
    ask("Service_SetProperties", { blobServiceProperties: retention }),
};

export const azureQueue: Triggers = {
  "Service_SetProperties: minuteMetrics retention 366 days": (ask) =>
    ask("Service_SetProperties", { StorageServiceProperties: retention }),
};

const inTable =
  (then: (ask: Ask, table: string) => Promise<Received>): Trigger =>
  async (ask, own) => {
    const table = `t${own}x`;
    await ask("Table_Create", { tableProperties: { TableName: table } });
    return await then(ask, table);
  };

export const azureTable: Triggers = {
  "Table_Delete: delete then create at once": inTable(async (ask, table) => {
    await ask("Table_Delete", { table });
    return await ask("Table_Create", { tableProperties: { TableName: table } });
  }),
  "Table_InsertEntity: 253 properties (max 252)": inTable((ask, table) => {
    const many = Object.fromEntries(Array.from({ length: 253 }, (_, index) => [`key${index}`, "v"]));
    return ask("Table_InsertEntity", {
      table,
      tableEntityProperties: { PartitionKey: "p", RowKey: "r", ...many },
    });
  }),
  "Table_InsertEntity: partitionKey of 1025 chars (1 KiB max)": inTable((ask, table) =>
    ask("Table_InsertEntity", {
      table,
      tableEntityProperties: { PartitionKey: "p".repeat(1025), RowKey: "r" },
    }),
  ),
  "Table_QueryEntities: $top 1001": inTable((ask, table) => ask("Table_QueryEntities", { table, top: 1001 })),
};
