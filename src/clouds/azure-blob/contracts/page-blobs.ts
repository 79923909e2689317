import { type Contract, contract, fault, type Input, inferred } from "../../../model/index.ts";
import { commonCodes } from "../../shared/azure-refusal-contracts.ts";
import { numberOf } from "../../shared/contract-conditions.ts";
import { page } from "../values.ts";
import { pythonTest, quotedIn } from "./sources.ts";
import { ofBlob } from "./tracked.ts";

const writing = ["PageBlob_UploadPages", "PageBlob_ClearPages"];
const disk = { containerName: "photos", blob: "disk" };
const terabytes8 = 8 * 2 ** 40;

const length = ofBlob({
  name: "length of page blobs",
  set: ["PageBlob_Create", "PageBlob_Resize"],
  value: ({ call: { input } }) => numberOf(input, "blobContentLength"),
});

/** The first and the last byte that a request writes; `undefined` if it does not say so. */
function rangeOf(input: Input): { readonly start: number; readonly end: number } | undefined {
  const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(String(input["range"] ?? "")) ?? [];
  return start === undefined || end === undefined ? undefined : { start: Number(start), end: Number(end) };
}

function isAligned(input: Input): boolean {
  const range = rangeOf(input);
  return range === undefined || (range.start % page === 0 && (range.end + 1) % page === 0);
}

const made = [{ operation: "PageBlob_Create", input: { ...disk, blobContentLength: 1024 } }];
const outside = quotedIn(
  "github.com/Azure/azure-sdk-for-js/issues/13196",
  "github.com/Azure/Azurite/issues/640",
);

export const pageBlobContracts: readonly Contract[] = [
  contract({
    id: "azure-blob/pages-are-aligned",
    says: "pages are written from and to boundaries of 512 bytes",
    on: writing,
    when: ({ input }) => !isAligned(input),
    answer: fault(400, "InvalidHeaderValue"),
    evidence: quotedIn("github.com/Azure/azure-sdk-for-go/issues/331"),
    breaks: { input: { ...disk, range: "bytes=100-611", body: new Uint8Array(512) } },
    keeps: { input: { ...disk, range: "bytes=512-1023", body: new Uint8Array(512) } },
  }),
  contract({
    id: "azure-blob/pages-are-within-the-blob",
    says: "pages beyond a blob's end are refused",
    on: writing,
    track: { length },
    when: ({ input, length }) =>
      length !== undefined && isAligned(input) && (rangeOf(input)?.end ?? 0) >= length,
    answer: fault(416, "InvalidPageRange"),
    evidence: outside,
    breaks: { input: { ...disk, range: "bytes=1024-1535", body: new Uint8Array(512) }, after: made },
    keeps: { input: { ...disk, range: "bytes=512-1023", body: new Uint8Array(512) }, after: made },
  }),
  contract({
    id: "azure-blob/refused-pages-say-why",
    says: "a page range that is refused is called InvalidPageRange",
    on: writing,
    asksFirst: true,
    when: ({ answered }) => answered.status === 416 && answered.code !== "InvalidPageRange",
    answer: fault(416, "InvalidPageRange"),
    evidence: outside,
    breaks: {
      input: { ...disk, range: "bytes=4096-4607", body: new Uint8Array(512) },
      answered: { status: 416 },
    },
    keeps: {
      input: { ...disk, range: "bytes=0-511", body: new Uint8Array(512) },
      answered: { status: 201 },
    },
  }),
  contract({
    id: "azure-blob/page-blob-has-at-most-8-tib",
    says: "a page blob has at most 8 TiB",
    on: ["PageBlob_Create"],
    when: ({ input }) => (numberOf(input, "blobContentLength") ?? 0) > terabytes8,
    answer: fault(400, "InvalidHeaderValue"),
    evidence: pythonTest("test_create_larger_than_8tb_blob_fail"),
    breaks: { input: { ...disk, blobContentLength: terabytes8 + 1 } },
    keeps: { input: { ...disk, blobContentLength: 1024 } },
  }),
  contract({
    id: "azure-blob/page-blob-numbers-are-not-negative",
    says: "neither a page blob's length nor its sequence number is negative",
    on: ["PageBlob_Create"],
    when: ({ input }) =>
      ["blobContentLength", "blobSequenceNumber"].some((name) => (numberOf(input, name) ?? 0) < 0),
    answer: fault(400, "InvalidHeaderValue"),
    evidence: commonCodes("InvalidHeaderValue"),
    breaks: { input: { ...disk, blobContentLength: 512, blobSequenceNumber: -1 } },
    keeps: { input: { ...disk, blobContentLength: 512, blobSequenceNumber: 0 } },
  }),
  contract({
    id: "azure-blob/page-blob-length-is-aligned",
    says: "a page blob's length is a multiple of 512",
    on: ["PageBlob_Create", "PageBlob_Resize"],
    when: ({ input }) => (numberOf(input, "blobContentLength") ?? 0) % page !== 0,
    answer: fault(400, "InvalidHeaderValue"),
    evidence: quotedIn("github.com/Azure/azure-sdk-for-python/issues/312"),
    breaks: { input: { ...disk, blobContentLength: 513 } },
    keeps: { input: { ...disk, blobContentLength: 512 } },
  }),
  contract({
    id: "azure-blob/sequence-number-is-incremented-without-a-number",
    says: "who increments a sequence number names none",
    on: ["PageBlob_UpdateSequenceNumber"],
    when: ({ input }) =>
      input["sequenceNumberAction"] === "increment" && input["blobSequenceNumber"] !== undefined,
    answer: fault(400, "InvalidHeaderValue"),
    evidence: inferred("that it is refused is documented; the code was not seen"),
    breaks: { input: { ...disk, sequenceNumberAction: "increment", blobSequenceNumber: 7 } },
    keeps: { input: { ...disk, sequenceNumberAction: "update", blobSequenceNumber: 7 } },
  }),
];
