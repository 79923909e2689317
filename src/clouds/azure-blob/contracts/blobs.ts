import { type Contract, contract, fault, inferred } from "../../../model/index.ts";
import { at, isOtherThanGuid, listOf, textOf } from "../../shared/contract-conditions.ts";
import { goTest, pythonTest, quotedIn } from "./sources.ts";

const blob = { containerName: "photos", blob: "a.txt" };

const tagged = (key: string, value: string) => ({
  ...blob,
  tags: { BlobTagSet: [{ Key: key, Value: value }] },
});

const refusedTag = inferred(
  "the characters and lengths are documented, and status 400; the code was not seen",
);

function tagsOf(input: Readonly<Record<string, unknown>>): readonly unknown[] {
  return listOf(at(input["tags"], "BlobTagSet"));
}

export const blobContracts: readonly Contract[] = [
  contract({
    id: "azure-blob/copy-is-named-by-a-guid",
    says: "a copy that is to be given up is named by a GUID",
    on: ["Blob_AbortCopyFromURL"],
    when: ({ input }) => isOtherThanGuid(input["copyId"]),
    answer: fault(
      400,
      "InvalidQueryParameterValue",
      "Value for one of the query parameters specified in the request URI is invalid.",
    ),
    evidence: goTest("TestBlobAbortCopyNoCopyStarted"),
    breaks: { input: { ...blob, copyId: "copynotstarted" } },
    keeps: { input: { ...blob, copyId: "a0a1a2a3-b0b1-4c0c-8d0d-e0e1e2e3e4e5" } },
  }),
  contract({
    id: "azure-blob/no-copy-is-pending",
    says: "a copy that is not under way cannot be given up",
    on: ["Blob_AbortCopyFromURL"],
    asksFirst: true,
    when: ({ answered }) => answered.status === 409 && answered.code === "CopyIdMismatch",
    answer: fault(409, "NoPendingCopyOperation"),
    evidence: pythonTest("test_abort_copy_blob_with_synchronous_copy_fails"),
    breaks: { input: blob, answered: { status: 409, code: "CopyIdMismatch" } },
    keeps: { input: blob, answered: { status: 204 } },
  }),
  contract({
    id: "azure-blob/snapshot-is-an-instant",
    says: "a snapshot is named by an instant",
    on: ["Blob_GetProperties"],
    when: ({ input }) =>
      textOf(input, "snapshot") !== "" && !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(textOf(input, "snapshot")),
    // The answer to HEAD named no code.
    answer: { status: 400 },
    evidence: pythonTest("test_get_blob_properties_fail"),
    breaks: { input: { ...blob, snapshot: "1" } },
    keeps: { input: { ...blob, snapshot: "2024-01-31T10:00:00.1234567Z" } },
  }),
  contract({
    id: "azure-blob/blob-name-has-at-most-1024-characters",
    says: "a blob's name has at most 1,024 characters",
    on: ["BlockBlob_Upload", "PageBlob_Create", "AppendBlob_Create"],
    when: ({ input }) => textOf(input, "blob").length > 1024,
    answer: fault(400, "OutOfRangeInput", "One of the request inputs is out of range."),
    evidence: quotedIn(
      "github.com/Azure/Azurite/issues/398",
      "github.com/Azure/azure-storage-cpp/issues/291",
    ),
    breaks: { input: { ...blob, blob: "a".repeat(1025) } },
    keeps: { input: { ...blob, blob: "a".repeat(1024) } },
  }),
  contract({
    id: "azure-blob/tags-have-plain-characters",
    says: "tags have letters, digits, blanks and + - . / : = _",
    on: ["Blob_SetTags"],
    when: ({ input }) =>
      tagsOf(input).some((tag) => /[^A-Za-z0-9 +./:=_-]/.test(`${at(tag, "Key")}${at(tag, "Value")}`)),
    answer: fault(400, "InvalidTag"),
    evidence: refusedTag,
    breaks: { input: tagged("a#b", "x") },
    keeps: { input: tagged("a=b", "x") },
  }),
  contract({
    id: "azure-blob/tag-value-has-at-most-256-characters",
    says: "a tag's value has at most 256 characters",
    on: ["Blob_SetTags"],
    when: ({ input }) => tagsOf(input).some((tag) => String(at(tag, "Value") ?? "").length > 256),
    answer: fault(400, "InvalidTag"),
    evidence: refusedTag,
    breaks: { input: tagged("a", "x".repeat(257)) },
    keeps: { input: tagged("a", "x".repeat(256)) },
  }),
  ...["Blob_SetImmutabilityPolicy", "Blob_DeleteImmutabilityPolicy", "Blob_SetLegalHold"].map((operation) =>
    contract({
      id: `azure-blob/${operation
        .replace("Blob_", "")
        .replace(/(?!^)[A-Z]/g, "-$&")
        .toLowerCase()}-needs-an-immutable-container`,
      says: "where the container has no immutability for versions, its blobs have none",
      on: [operation],
      asksFirst: true,
      when: ({ answered }) => answered.status === 501,
      answer: { status: 409 },
      evidence: inferred(
        "the account's feature is off unless it is asked for; neither status nor code was seen",
      ),
      breaks: { input: blob, answered: { status: 501, code: "APINotImplemented" } },
      keeps: { input: blob, answered: { status: 404, code: "BlobNotFound" } },
    }),
  ),
];
