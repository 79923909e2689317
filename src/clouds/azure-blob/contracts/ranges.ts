import { type Contract, contract, documented, fault } from "../../../model/index.ts";
import { commonCodes } from "../../shared/azure-refusal-contracts.ts";
import { textOf } from "../../shared/contract-conditions.ts";
import { quotedIn } from "./sources.ts";

const picture = { containerName: "photos", blob: "a.txt" };
const instant = "2024-01-31T10:00:00.1234567Z";

/** The checksum of a range is told up to this size. */
const hashed = 4 * 2 ** 20;

/** How many bytes a request asks for; `undefined` if it does not say so. */
function lengthOf(range: string): number | undefined {
  const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(range) ?? [];
  return start === undefined || end === undefined ? undefined : Number(end) - Number(start) + 1;
}

function isNoInstant(text: string): boolean {
  return text !== "" && !/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|$)/.test(text);
}

/** Reads that name a moment of a blob; what HEAD is answered with is another contract's. */
const ofMoment = ["Blob_Download", "Blob_Delete", "Blob_SetTier"];

export const rangeContracts: readonly Contract[] = [
  contract({
    id: "azure-blob/one-checksum-of-a-range",
    says: "one checksum of a range is asked for, and not two",
    on: ["Blob_Download"],
    when: ({ input }) => input["rangeGetContentMD5"] === true && input["rangeGetContentCRC64"] === true,
    answer: fault(
      400,
      "BothCrc64AndMd5RangeHeaderPresent",
      "Both x-ms-range-get-content-crc64 header and x-ms-range-get-content-md5 header are present.",
    ),
    evidence: quotedIn("a recording of the storage-blob tests of github.com/Azure/azure-sdk-for-js"),
    breaks: {
      input: { ...picture, range: "bytes=0-1", rangeGetContentMD5: true, rangeGetContentCRC64: true },
    },
    keeps: { input: { ...picture, range: "bytes=0-1", rangeGetContentMD5: true } },
  }),
  contract({
    id: "azure-blob/checksum-is-of-a-range",
    says: "the checksum that is asked for is of a range of at most 4 MiB",
    on: ["Blob_Download"],
    when: ({ call: { headers }, input }) => {
      const range = headers["x-ms-range"] ?? headers["range"];
      if (input["rangeGetContentMD5"] !== true || input["rangeGetContentCRC64"] === true) return false;
      return range === undefined || (lengthOf(range) ?? 0) > hashed;
    },
    // The page says no code.
    answer: { status: 400 },
    evidence: documented(
      "Get Blob",
      "https://learn.microsoft.com/rest/api/storageservices/get-blob",
      "x-ms-range-get-content-md5",
    ),
    breaks: { input: { ...picture, range: `bytes=0-${hashed}`, rangeGetContentMD5: true } },
    keeps: { input: { ...picture, range: `bytes=0-${hashed - 1}`, rangeGetContentMD5: true } },
  }),
  ...["snapshot", "versionId"].map((moment) =>
    contract({
      id: `azure-blob/${moment === "snapshot" ? "snapshot" : "version"}-of-a-blob-is-an-instant`,
      says: "a snapshot or a version is named by an instant",
      on: ofMoment,
      when: ({ input }) => isNoInstant(textOf(input, moment)),
      answer: fault(
        400,
        "InvalidQueryParameterValue",
        "Value for one of the query parameters specified in the request URI is invalid.",
      ),
      evidence: commonCodes("InvalidQueryParameterValue"),
      breaks: { input: { ...picture, [moment]: "yesterday" } },
      keeps: { input: { ...picture, [moment]: instant } },
    }),
  ),
];
