import { createHash } from "node:crypto";
import { type Contract, contract, fault, type Input, type Situation, success } from "../../../model/index.ts";
import { awsSnapshot, s3Model } from "../../shared/amazon-sources.ts";
import { at, listOf, numberOf, textOf } from "../../shared/contract-conditions.ts";
import { invalidArgument, rule } from "./rules.ts";
import { bucket, escaped, isNotImplemented, madeBucket, photos } from "./tracked.ts";
import {
  bareTag,
  begun,
  isGivenUp,
  isOver,
  isStrange,
  isUnderWay,
  ofUpload,
  type Part,
  parts,
  type Upload,
  uploads,
} from "./uploads.ts";

function listed(input: Readonly<Record<string, unknown>>): readonly { number: number; etag: string }[] {
  return listOf(at(input, "MultipartUpload.Parts")).map((part) => ({
    number: Number(at(part, "PartNumber")),
    etag: bareTag(String(at(part, "ETag") ?? "")),
  }));
}

/** Whether a part is another one than was sent, or none; of a tag that the answer did not tell, nobody knows. */
function isOther(part: Part | undefined, etag: string): boolean {
  return part === undefined || (part.etag !== "" && part.etag !== etag);
}

/** The bytes of all parts that are listed; infinite where one is not known. */
function wholeSize(input: Readonly<Record<string, unknown>>, parts: Readonly<Record<string, Part>>): number {
  return listed(input).reduce(
    (sum, { number }) => sum + (parts[String(number)]?.size ?? Number.POSITIVE_INFINITY),
    0,
  );
}

const sent = (number: number, etag: string, size: number) => ({
  operation: "UploadPart",
  input: { ...ofUpload, PartNumber: number, Body: new Uint8Array(size) },
  answered: { headers: { etag: `"${etag}"` } },
});
const completed = (...list: readonly (readonly [number, string])[]) => ({
  ...ofUpload,
  MultipartUpload: { Parts: list.map(([PartNumber, etag]) => ({ PartNumber, ETag: `"${etag}"` })) },
});
/** The tag of a part of four zeros, and that of none. */
const a = createHash("md5").update(new Uint8Array(4)).digest("hex");
const b = "b".repeat(32);
/** That of the smallest part that others may follow, all zeros. */
const whole = "5f363e0e58a95f06cbe9bbc662c5dfb6";

const copied = (range: string) => ({
  ...ofUpload,
  CopySource: "photos/b.png",
  CopySourceRange: range,
});

function isRange(text: string): boolean {
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(text) ?? [];
  return first !== undefined && Number(first) <= Number(last);
}

function noSuchUpload({ input }: Situation) {
  return fault(404, "NoSuchUpload", undefined, { UploadId: textOf(input, "UploadId") });
}

const givenUp = { operation: "AbortMultipartUpload", input: ofUpload };

const smallestPart = 5 * 1024 * 1024;

export const multipartContracts: readonly Contract[] = [
  contract({
    id: "s3/part-number-is-1-to-10000",
    says: "parts are numbered from 1 to 10,000",
    on: ["UploadPart", "UploadPartCopy"],
    when: ({ input }) => {
      const number = numberOf(input, "PartNumber");
      return number !== undefined && (number < 1 || number > 10_000);
    },
    answer: ({ input }) =>
      fault(400, "InvalidArgument", "Part number must be an integer between 1 and 10000, inclusive", {
        ArgumentName: "partNumber",
        ArgumentValue: textOf(input, "PartNumber"),
      }),
    evidence: awsSnapshot("s3", "test_complete_multipart_parts_order", "upload-part-negative-part-number"),
    breaks: { input: { ...ofUpload, PartNumber: 10_001 } },
    keeps: { input: { ...ofUpload, PartNumber: 10_000 } },
  }),
  rule({
    id: "part-is-copied-from-a-whole-range",
    says: "a part is copied from a first byte to a last one",
    on: ["UploadPartCopy"],
    when: (input) => input["CopySourceRange"] !== undefined && !isRange(textOf(input, "CopySourceRange")),
    answer: (input) =>
      invalidArgument(
        "The x-amz-copy-source-range value must be of the form bytes=first-last where first and last are the zero-based offsets of the first and last bytes to copy",
        "x-amz-copy-source-range",
        textOf(input, "CopySourceRange"),
      ),
    evidence: awsSnapshot("s3_api", "test_upload_part_copy_range", "upload-part-copy-range-exc-1-0"),
    breaks: copied("bytes=1-0"),
    keeps: copied("bytes=0-8"),
  }),
  contract({
    id: "s3/upload-is-under-way",
    says: "parts belong to an upload of the same key that is under way",
    on: ["UploadPart", "UploadPartCopy", "CompleteMultipartUpload", "AbortMultipartUpload", "ListParts"],
    track: { uploads, bucket },
    // That there is no such bucket is told before.
    when: ({ call, knowsAll, uploads, bucket }) => knowsAll && bucket === "there" && isStrange(uploads, call),
    answer: noSuchUpload,
    evidence: awsSnapshot("s3", "test_multipart_no_such_upload", "upload-exc"),
    breaks: { input: { ...ofUpload, UploadId: "fakeid" }, after: [madeBucket, begun] },
    keeps: { input: ofUpload, after: [madeBucket, begun] },
  }),
  contract({
    id: "s3/upload-that-is-over-has-no-parts",
    says: "an upload that was completed or given up takes and shows no parts",
    on: ["UploadPart", "UploadPartCopy", "ListParts"],
    track: { uploads },
    when: ({ call, knowsAll, uploads }) => knowsAll && isOver(uploads, call),
    answer: noSuchUpload,
    evidence: awsSnapshot("s3", "test_multipart_and_list_parts", "list-part-after-complete-exc"),
    breaks: { input: ofUpload, after: [begun, givenUp] },
    keeps: { input: ofUpload, after: [begun] },
  }),
  contract({
    id: "s3/upload-that-was-given-up-is-not-completed",
    says: "an upload that was given up is not completed",
    on: ["CompleteMultipartUpload"],
    track: { uploads },
    when: ({ call, knowsAll, uploads }) => knowsAll && isGivenUp(uploads, call),
    answer: noSuchUpload,
    evidence: s3Model("Error.Code"),
    breaks: { input: completed([1, a]), after: [begun, sent(1, a, 4), givenUp] },
    keeps: { input: completed([1, a]), after: [begun, sent(1, a, 4)] },
  }),
  contract({
    id: "s3/upload-is-given-up",
    says: "an upload that is under way can be given up",
    on: ["AbortMultipartUpload"],
    asksFirst: true,
    track: { uploads },
    when: (situation) => isNotImplemented(situation) && isUnderWay(situation.uploads, situation.call),
    answer: success(204),
    evidence: s3Model("AbortMultipartUpload"),
    breaks: { input: ofUpload, after: [begun], answered: { status: 405 } },
    keeps: { input: ofUpload, after: [begun], answered: { status: 204 } },
  }),
  contract({
    id: "s3/parts-are-shown",
    says: "the parts of an upload are listed",
    on: ["ListParts"],
    asksFirst: true,
    track: { uploads, parts },
    when: (situation) =>
      isNotImplemented(situation) &&
      isUnderWay(situation.uploads, situation.call) &&
      Object.values(situation.parts ?? {}).every(({ size }) => Number.isFinite(size)),
    answer: ({ input, now, parts = {} }) => success(200, { body: listOfParts(input, parts, now) }),
    evidence: awsSnapshot("s3", "test_multipart_and_list_parts", "list-part-after-upload"),
    breaks: { input: ofUpload, after: [begun, sent(1, a, 4)], answered: { status: 405 } },
    keeps: { input: ofUpload, after: [begun, sent(1, a, 4)], answered: { status: 200 } },
  }),
  contract({
    id: "s3/parts-are-listed-in-order",
    says: "an upload is completed with its parts in ascending order",
    on: ["CompleteMultipartUpload"],
    when: ({ input }) =>
      listed(input).some(({ number }, index, all) => index > 0 && number <= (all[index - 1]?.number ?? 0)),
    answer: ({ input }) =>
      fault(
        400,
        "InvalidPartOrder",
        "The list of parts was not in ascending order. Parts must be ordered by part number.",
        { UploadId: textOf(input, "UploadId") },
      ),
    evidence: awsSnapshot("s3", "test_complete_multipart_parts_order", "complete-multipart-unordered"),
    breaks: { input: completed([2, b], [1, a]), after: [begun] },
    keeps: {
      input: completed([1, whole], [2, a]),
      after: [begun, sent(1, whole, smallestPart), sent(2, a, 4)],
    },
  }),
  contract({
    id: "s3/parts-are-those-that-were-sent",
    says: "an upload is completed with parts that were sent, by their tags",
    on: ["CompleteMultipartUpload"],
    track: { uploads, parts },
    when: ({ call, input, knowsAll, uploads, parts }) =>
      knowsAll &&
      parts !== undefined &&
      isUnderWay(uploads, call) &&
      listed(input).some(({ number, etag }) => isOther(parts[String(number)], etag)),
    answer: ({ input, parts = {} }) => {
      const wrong = listed(input).find(({ number, etag }) => isOther(parts[String(number)], etag));
      return fault(
        400,
        "InvalidPart",
        "One or more of the specified parts could not be found.  The part may not have been uploaded, or the specified entity tag may not match the part's entity tag.",
        {
          UploadId: textOf(input, "UploadId"),
          PartNumber: String(wrong?.number),
          ETag: wrong?.etag ?? "",
        },
      );
    },
    evidence: awsSnapshot("s3", "test_multipart_complete_multipart_wrong_part", "complete-exc-wrong-etag"),
    breaks: { input: completed([1, b]), after: [begun, sent(1, a, 4)] },
    keeps: { input: completed([1, a]), after: [begun, sent(1, a, 4)] },
  }),
  contract({
    id: "s3/parts-have-5-mib",
    says: "all parts but the last have 5 MiB",
    on: ["CompleteMultipartUpload"],
    track: { parts },
    when: ({ input, parts = {} }) =>
      listed(input)
        .slice(0, -1)
        .some(({ number }) => (parts[String(number)]?.size ?? smallestPart) < smallestPart),
    answer: ({ input, parts = {} }) => {
      const small = listed(input).find(({ number }) => (parts[String(number)]?.size ?? 0) < smallestPart);
      return fault(400, "EntityTooSmall", "Your proposed upload is smaller than the minimum allowed size", {
        ProposedSize: String(parts[String(small?.number)]?.size),
        MinSizeAllowed: String(smallestPart),
        PartNumber: String(small?.number),
        ETag: small?.etag ?? "",
      });
    },
    evidence: awsSnapshot("s3", "test_multipart_complete_multipart_too_small", "complete-exc-too-small"),
    breaks: { input: completed([1, a], [2, a]), after: [begun, sent(1, a, 4), sent(2, a, 4)] },
    keeps: { input: completed([1, a]), after: [begun, sent(1, a, 4)] },
  }),
  contract({
    id: "s3/upload-is-completed-with-a-part",
    says: "an upload is completed with a list of parts",
    on: ["CompleteMultipartUpload"],
    track: { uploads },
    when: ({ call, uploads }) => call.body?.length === 0 && isUnderWay(uploads, call),
    answer: fault(400, "InvalidRequest", "You must specify at least one part"),
    evidence: awsSnapshot("s3", "test_multipart_complete_multipart_too_small", "complete-exc-no-parts"),
    breaks: { input: { ...ofUpload, MultipartUpload: undefined }, after: [begun] },
    keeps: { input: completed([1, a]), after: [begun, sent(1, a, 4)] },
  }),
  contract({
    id: "s3/upload-has-the-size-that-it-says",
    says: "an upload's parts have the size together that its completion tells",
    on: ["CompleteMultipartUpload"],
    track: { parts },
    when: ({ input, parts = {} }) => {
      const told = numberOf(input, "MpuObjectSize");
      return (
        told !== undefined && Number.isFinite(wholeSize(input, parts)) && told !== wholeSize(input, parts)
      );
    },
    answer: ({ input, parts = {} }) =>
      fault(
        400,
        "InvalidRequest",
        `The provided 'x-amz-mp-object-size' header value ${numberOf(input, "MpuObjectSize")} does not match what was computed: ${wholeSize(input, parts)}`,
      ),
    evidence: awsSnapshot("s3", "test_multipart_size_validation", "complete-multipart-wrong-size"),
    breaks: { input: { ...completed([1, a]), MpuObjectSize: 5 }, after: [begun, sent(1, a, 4)] },
    keeps: { input: { ...completed([1, a]), MpuObjectSize: 4 }, after: [begun, sent(1, a, 4)] },
  }),
  contract({
    id: "s3/uploads-are-listed",
    says: "uploads that are under way are listed",
    on: ["ListMultipartUploads"],
    asksFirst: true,
    track: { uploads },
    when: ({ answered, knowsAll, uploads }) =>
      knowsAll && answered.status === 501 && uploads?.areAllKnown !== false,
    answer: ({ input, uploads }) => success(200, { body: listOfUploads(input, uploads?.underWay ?? []) }),
    evidence: awsSnapshot("s3_list_operations", "test_list_multiparts_next_marker", "list-multiparts-all"),
    breaks: { input: photos, after: [madeBucket, begun], answered: { status: 501 } },
    keeps: { input: photos, after: [madeBucket], answered: { status: 404, code: "NoSuchBucket" } },
  }),
];

function listOfParts(input: Input, parts: Readonly<Record<string, Part>>, now: number): string {
  const marker = numberOf(input, "PartNumberMarker") ?? Number(textOf(input, "PartNumberMarker"));
  const most = Math.min(numberOf(input, "MaxParts") ?? 1000, 1000);
  const following = Object.entries(parts)
    .map(([number, part]) => ({ number: Number(number), ...part }))
    .filter(({ number }) => number > marker)
    .toSorted((one, other) => one.number - other.number);
  const shown = following.slice(0, most);
  const written = shown.map(
    ({ number, etag, size }) =>
      `<Part><PartNumber>${number}</PartNumber><LastModified>${new Date(now).toISOString()}</LastModified><ETag>&quot;${escaped(etag)}&quot;</ETag><Size>${size}</Size></Part>`,
  );
  const named = ["Bucket", "Key", "UploadId"].map(
    (name) => `<${name}>${escaped(textOf(input, name))}</${name}>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<ListPartsResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${named.join("")}<StorageClass>STANDARD</StorageClass><PartNumberMarker>${marker}</PartNumberMarker><NextPartNumberMarker>${shown.at(-1)?.number ?? 0}</NextPartNumberMarker><MaxParts>${most}</MaxParts><IsTruncated>${shown.length < following.length}</IsTruncated>${written.join("")}</ListPartsResult>`;
}

function listOfUploads(input: Readonly<Record<string, unknown>>, uploads: readonly Upload[]): string {
  const prefix = textOf(input, "Prefix");
  const own = uploads
    .filter(({ key }) => key.startsWith(prefix))
    .toSorted((one, other) => (one.key < other.key ? -1 : 1));
  const written = own.map(
    ({ key, id, since }) =>
      `<Upload><Key>${escaped(key)}</Key><UploadId>${escaped(id)}</UploadId><StorageClass>STANDARD</StorageClass><Initiated>${new Date(since).toISOString()}</Initiated></Upload>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<ListMultipartUploadsResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Bucket>${escaped(textOf(input, "Bucket"))}</Bucket><KeyMarker/><UploadIdMarker/><MaxUploads>1000</MaxUploads><IsTruncated>false</IsTruncated>${written.join("")}</ListMultipartUploadsResult>`;
}
