import { type Contract, contract, documented, fault, lastSuccessOf } from "../../../model/index.ts";
import { commonCodes } from "../../shared/azure-refusal-contracts.ts";
import { familyOfSize, familySize, listOf, textOf } from "../../shared/contract-conditions.ts";
import { goTest, pythonTest, quotedIn, study } from "./sources.ts";

/** Operations that set metadata. */
const withMetadata = [
  "Container_Create",
  "Container_SetMetadata",
  "Blob_SetMetadata",
  "Blob_CreateSnapshot",
  "Blob_StartCopyFromURL",
  "Blob_CopyFromURL",
  "BlockBlob_PutBlobFromUrl",
  "BlockBlob_Upload",
  "BlockBlob_CommitBlockList",
  "PageBlob_Create",
  "AppendBlob_Create",
];

const photos = { containerName: "photos" };

function policies(count: number): readonly unknown[] {
  return Array.from({ length: count }, (_, index) => ({ Id: `id${index}`, AccessPolicy: {} }));
}

export const containerContracts: readonly Contract[] = [
  contract({
    id: "azure-blob/container-deletion-takes-time",
    says: "a container that was just deleted cannot be made again at once",
    on: ["Container_Create"],
    track: { deleted: lastSuccessOf("Container_Delete").until("Container_Create").on("containerName") },
    when: ({ deleted, isWithin }) => isWithin("container-deletion", deleted),
    answer: fault(409, "ContainerBeingDeleted"),
    evidence: study("V-B, figure 4"),
    breaks: {
      input: photos,
      after: [
        { operation: "Container_Create", input: photos },
        { operation: "Container_Delete", input: photos },
      ],
    },
    keeps: {
      input: photos,
      after: [
        { operation: "Container_Create", input: photos },
        { operation: "Container_Delete", input: photos },
      ],
      later: 30_000,
    },
  }),
  contract({
    id: "azure-blob/container-name-has-3-to-63-characters",
    says: "a container's name has 3 to 63 characters",
    on: ["Container_Create"],
    when: ({ input }) => {
      const name = textOf(input, "containerName");
      return !name.startsWith("$") && (name.length < 3 || name.length > 63);
    },
    answer: fault(
      400,
      "OutOfRangeInput",
      "The specified resource name length is not within the permissible limits.",
    ),
    evidence: quotedIn("learn.microsoft.com/answers/questions/721777"),
    breaks: { input: { containerName: "a".repeat(64) } },
    keeps: { input: { containerName: "a".repeat(63) } },
  }),
  contract({
    id: "azure-blob/container-name-is-in-lower-case",
    says: "a container's name has no capitals, no underscores and no two hyphens together",
    on: ["Container_Create"],
    when: ({ input }) => {
      const name = textOf(input, "containerName");
      const isLongEnough = name.length >= 3 && name.length <= 63;
      return isLongEnough && !name.startsWith("$") && !/^[a-z0-9](?:-?[a-z0-9])*$/.test(name);
    },
    answer: fault(400, "InvalidResourceName"),
    evidence: pythonTest("test_unicode_create_container_unicode_name"),
    breaks: { input: { containerName: "Photos" } },
    keeps: { input: { containerName: "photos-2" } },
  }),
  contract({
    id: "azure-blob/metadata-is-at-most-8-kib",
    says: "names and values of metadata have at most 8 KiB together",
    on: withMetadata,
    when: ({ input }) => familySize(input["metadata"]) > 8192,
    answer: fault(400, "MetadataTooLarge"),
    evidence: documented(
      "Setting and retrieving properties and metadata for Blob service resources, and Common REST API error codes",
      "https://learn.microsoft.com/rest/api/storageservices/setting-and-retrieving-properties-and-metadata-for-blob-resources",
    ),
    breaks: { input: { metadata: familyOfSize(8193) } },
    keeps: { input: { metadata: familyOfSize(8192) } },
  }),
  contract({
    id: "azure-blob/metadata-names-are-identifiers",
    says: "names of metadata are identifiers of C#",
    on: withMetadata,
    when: ({ input }) =>
      Object.keys((input["metadata"] ?? {}) as object).some(
        (name) => name !== "" && !/^[\p{L}_][\p{L}\p{N}_]*$/u.test(name),
      ),
    answer: fault(400, "InvalidMetadata"),
    evidence: pythonTest("test_header_metadata_sort_in_upload_blob_fails"),
    breaks: { input: { metadata: { "1abc": "x" } } },
    keeps: { input: { metadata: { abc1: "x" } } },
  }),
  contract({
    id: "azure-blob/metadata-has-names",
    says: "metadata has names",
    on: withMetadata,
    when: ({ input }) => Object.keys((input["metadata"] ?? {}) as object).includes(""),
    answer: fault(400, "EmptyMetadataKey", "The key for one of the metadata key-value pairs is empty."),
    evidence: commonCodes("EmptyMetadataKey"),
    breaks: { input: { metadata: { "": "x" } } },
    keeps: { input: { metadata: { a: "x" } } },
  }),
  contract({
    id: "azure-blob/at-most-five-access-policies",
    says: "a container has at most five stored access policies",
    on: ["Container_SetAccessPolicy"],
    when: ({ input }) => listOf(input["containerAcl"]).length > 5,
    answer: fault(400, "InvalidXmlDocument"),
    evidence: goTest("TestContainerSetPermissionsACLMoreThanFive"),
    breaks: { input: { ...photos, containerAcl: policies(6) } },
    keeps: { input: { ...photos, containerAcl: policies(5) } },
  }),
  contract({
    id: "azure-blob/public-access-is-of-a-container-or-its-blobs",
    says: "what is public is a container, or its blobs",
    on: ["Container_Create", "Container_SetAccessPolicy"],
    when: ({ call: { headers } }) =>
      !["container", "blob", ""].includes((headers["x-ms-blob-public-access"] ?? "").trim().toLowerCase()),
    answer: fault(400, "InvalidHeaderValue"),
    evidence: commonCodes("InvalidHeaderValue"),
    breaks: { input: { ...photos, access: "everybody" } },
    keeps: { input: { ...photos, access: "blob" } },
  }),
];
