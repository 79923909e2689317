import type { ExampleStep, Input } from "../../../../src/model/index.ts";
import type { Accepted } from "./accepted.ts";

const photos = { containerName: "photos" };
const blob = { ...photos, blob: "a" };
const key = { encryptionKey: "MDEyMzQ1NjcwMTIzNDU2NzAxMjM0NTY3MDEyMzQ1Njc=" };
const underKey = { operation: "BlockBlob_Upload", input: { ...blob, ...key } };
const source = "https://example.com/photos/b";

const read = (says: string, after: readonly ExampleStep[], input: Input = blob): Accepted => ({
  says: `a blob under a customer's key is read without it after ${says}`,
  service: "azure-blob",
  operation: "Blob_Download",
  input,
  after: [underKey, ...after],
});

const made = { operation: "PageBlob_Create", input: { ...blob, blobContentLength: 512 } };
const pages = (says: string, step: ExampleStep): Accepted => ({
  says: `pages are written further on after ${says}`,
  service: "azure-blob",
  operation: "PageBlob_UploadPages",
  input: { ...blob, range: "bytes=512-1023", body: new Uint8Array(512) },
  after: [made, step],
});

const entity = (properties: Input): Input => ({
  table: "users",
  partitionKey: "p",
  rowKey: "r",
  tableEntityProperties: { PartitionKey: "p", RowKey: "r", ...properties },
});
const inserted = (says: string, properties: Input): Accepted => ({
  says: `an entity has ${says}`,
  service: "azure-table",
  operation: "Table_InsertEntity",
  input: entity(properties),
});

/** As many properties as an entity may have. */
const most = Object.fromEntries(Array.from({ length: 252 }, (_, index) => [`key${index}`, "v"]));
const full = { operation: "Table_InsertEntity", input: entity(most) };
const merged = (says: string, after: readonly ExampleStep[], input: Input = {}): Accepted => ({
  says: `one more property is merged into ${says}`,
  service: "azure-table",
  operation: "Table_MergeEntity",
  input: { ...entity({ more: "v" }), ...input },
  after,
});

/** An entity that was full is not any more, or nobody knows. */
const merges: readonly Accepted[] = [
  merged("an entity that nobody has seen", []),
  merged("an entity that was only seen to be merged", [
    { operation: "Table_MergeEntity", input: entity(most) },
  ]),
  merged("another entity", [full], { rowKey: "s" }),
  merged("an entity beside one whose key is half of a surrogate pair", [
    { operation: "Table_InsertEntity", input: entity({ ...most, PartitionKey: "\ud800" }) },
  ]),
  merged("an entity that was deleted", [full, { operation: "Table_DeleteEntity", input: entity({}) }]),
  merged("an entity that was written anew", [full, { operation: "Table_UpdateEntity", input: entity({}) }]),
  merged("an entity that a batch may have written", [full, { operation: "Table_Batch" }]),
  merged("an entity whose table was deleted", [
    full,
    { operation: "Table_Delete", input: { table: "Users" } },
  ]),
  merged("an entity that may have another tag", [full], { ifMatch: "W/\"datetime'2026-11-15'\"" }),
  merged("an entity of which one was nothing", [
    { operation: "Table_InsertEntity", input: entity({ ...most, key0: null }) },
  ]),
];

export const acceptedByAzure: readonly Accepted[] = [
  ...merges,
  read("it was put from an address", [
    { operation: "BlockBlob_PutBlobFromUrl", input: { ...blob, copySource: source } },
  ]),
  read("something was copied over it", [
    { operation: "Blob_CopyFromURL", input: { ...blob, copySource: source } },
  ]),
  read("a copy over it was begun", [
    { operation: "Blob_StartCopyFromURL", input: { ...blob, copySource: source } },
  ]),
  read("its blocks were committed without one", [{ operation: "BlockBlob_CommitBlockList", input: blob }]),
  read("its container was deleted", [{ operation: "Container_Delete", input: photos }]),
  read("a batch of its container", [{ operation: "Container_SubmitBatch", input: photos }]),
  read("a batch", [{ operation: "Service_SubmitBatch" }]),
  read("a snapshot was taken of an earlier one", [], { ...blob, snapshot: "2024-01-31T10:00:00.1234567Z" }),
  pages("a longer blob was copied over it", {
    operation: "Blob_StartCopyFromURL",
    input: { ...blob, copySource: source },
  }),
  pages("an incremental copy", {
    operation: "PageBlob_CopyIncremental",
    input: { ...blob, copySource: source },
  }),
  pages("it was resized", { operation: "PageBlob_Resize", input: { ...blob, blobContentLength: 1024 } }),
  pages("its container was deleted", { operation: "Container_Delete", input: photos }),
  {
    says: "a blob is called by 1,024 characters that are more when they are encoded",
    service: "azure-blob",
    operation: "BlockBlob_Upload",
    input: { ...blob, blob: "ä".repeat(1024) },
  },
  {
    says: "a request names a lease in braces",
    service: "azure-blob",
    operation: "Blob_Delete",
    input: { ...blob, leaseId: "{a0a1a2a3-b0b1-4c0c-8d0d-e0e1e2e3e4e5}" },
  },
  inserted("65,536 bytes", {
    bytes: Buffer.alloc(65_536).toString("base64"),
    "bytes@odata.type": "Edm.Binary",
  }),
  inserted("32,768 characters", { text: "x".repeat(32_768), "text@odata.type": "Edm.String" }),
  inserted("no truth value where one is named", { flag: null, "flag@odata.type": "Edm.Boolean" }),
  inserted("a name of other letters than ours", { größe: 1, 名: 2, _x: 3 }),
  inserted("numbers, a GUID, a time and bytes in texts", {
    count: "-12",
    "count@odata.type": "Edm.Int64",
    ratio: "NaN",
    "ratio@odata.type": "Edm.Double",
    id: "a0a1a2a3b0b14c0c8d0de0e1e2e3e4e5",
    "id@odata.type": "Edm.Guid",
    at: "2013-08-22T01:12:06.2608595Z",
    "at@odata.type": "Edm.DateTime",
    bytes: "AAEC/w==",
    "bytes@odata.type": "Edm.Binary",
  }),
  {
    says: "a CORS rule allows every header, and exposes those of two prefixes",
    service: "azure-blob",
    operation: "Service_SetProperties",
    input: {
      blobServiceProperties: {
        Cors: [
          {
            AllowedOrigins: "*",
            AllowedMethods: "GET,PUT,PATCH",
            AllowedHeaders: "*",
            ExposedHeaders: "x-ms-meta-a*,x-ms-meta-b*,x-ms-meta-c",
            MaxAgeInSeconds: 0,
          },
        ],
      },
    },
  },
  {
    says: "the checksum of a range is asked for",
    service: "azure-blob",
    operation: "Blob_Download",
    input: { ...blob, range: "bytes=0-4194303", rangeGetContentMD5: true },
  },
  {
    says: "a lease was acquired before its duration was asked for",
    service: "azure-blob",
    operation: "Blob_AcquireLease",
    input: { ...blob, version: "2011-08-18", duration: undefined },
  },
  inserted("a truth value that is a number in a text", { flag: "1", "flag@odata.type": "Edm.Boolean" }),
];
