import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { type Call, type Contract, type ContractAnswer, contract, fault } from "../../../model/index.ts";
import { awsSnapshot } from "../../shared/amazon-sources.ts";
import { textOf } from "../../shared/contract-conditions.ts";
import { crc32cOf, crc64nvmeOf } from "./checksum-sums.ts";
import { bucket, isMissing, madeBucket, picture } from "./tracked.ts";
import { begun, isUnderWay, ofUpload, uploads } from "./uploads.ts";

const content = new TextEncoder().encode("hello");
const md5OfContent = md5Of(content);
const md5OfOther = md5Of(new TextEncoder().encode("other"));

/** The checksums that can be computed here, and their lengths in bytes. */
const algorithms = {
  CRC32: { length: 4, of: (bytes: Uint8Array) => crc32Of(bytes) },
  CRC32C: { length: 4, of: crc32cOf },
  CRC64NVME: { length: 8, of: crc64nvmeOf },
  SHA1: { length: 20, of: (bytes: Uint8Array) => createHash("sha1").update(bytes).digest("base64") },
  SHA256: { length: 32, of: (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("base64") },
} as const;

type Algorithm = keyof typeof algorithms;

function crc32Of(bytes: Uint8Array): string {
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(bytes));
  return sum.toString("base64");
}

function isBase64Of(text: string, length: number): boolean {
  const bytes = Buffer.from(text, "base64");
  return bytes.length === length && bytes.toString("base64") === text;
}

/** A checksum that stands in a header; one that follows the content comes too late for us. */
function checksumIn({ headers }: Call, algorithm: string): string | undefined {
  return headers[`x-amz-checksum-${algorithm.toLowerCase()}`];
}

function lengthContract(algorithm: string, length: number): Contract {
  const lower = algorithm.toLowerCase();
  const given = (checksum: string) => ({ ...picture, Body: content, [`Checksum${algorithm}`]: checksum });
  return contract({
    id: `s3/${lower}-is-base64-of-${length}-bytes`,
    says: `a ${algorithm} is base64 of ${length} bytes`,
    on: ["PutObject", "UploadPart"],
    when: ({ call }) => {
      const checksum = checksumIn(call, algorithm);
      return checksum !== undefined && !isBase64Of(checksum, length);
    },
    answer: fault(400, "InvalidRequest", `Value for x-amz-checksum-${lower} header is invalid.`),
    evidence: awsSnapshot("s3", `test_put_object_checksum[${algorithm}]`, "put-wrong-checksum-no-b64"),
    breaks: { input: given(Buffer.alloc(length + 1).toString("base64")) },
    keeps: { input: given(Buffer.alloc(length).toString("base64")) },
  });
}

/** Whether a checksum is one of something else than what was sent. */
function isOfOther(call: Call, algorithm: Algorithm): boolean {
  const { length, of } = algorithms[algorithm];
  const given = checksumIn(call, algorithm);
  return (
    given !== undefined && isBase64Of(given, length) && call.body !== undefined && given !== of(call.body)
  );
}

function checksumContracts(algorithm: Algorithm): readonly Contract[] {
  const { length, of } = algorithms[algorithm];
  const lower = algorithm.toLowerCase();
  const badDigest = fault(
    400,
    "BadDigest",
    `The ${algorithm} you specified did not match the calculated checksum.`,
  );
  const right = { Body: content, [`Checksum${algorithm}`]: of(content) };
  const wrong = { Body: content, [`Checksum${algorithm}`]: of(new TextEncoder().encode("other")) };
  return [
    lengthContract(algorithm, length),
    contract({
      id: `s3/${lower}-is-that-of-the-content`,
      says: `a ${algorithm} is that of what was sent`,
      on: ["PutObject"],
      track: { bucket },
      when: (situation) => !isMissing(situation.bucket, situation) && isOfOther(situation.call, algorithm),
      answer: badDigest,
      evidence: awsSnapshot("s3", `test_put_object_checksum[${algorithm}]`, "put-wrong-checksum-value"),
      breaks: { input: { ...picture, ...wrong }, after: [madeBucket] },
      keeps: { input: { ...picture, ...right }, after: [madeBucket] },
    }),
    contract({
      id: `s3/${lower}-is-that-of-the-part`,
      says: `a ${algorithm} is that of the part that was sent`,
      on: ["UploadPart"],
      track: { uploads },
      when: ({ call, uploads }) => isUnderWay(uploads, call) && isOfOther(call, algorithm),
      answer: badDigest,
      evidence: awsSnapshot(
        "s3",
        `test_multipart_upload_part_checksum_exception[${algorithm}]`,
        "put-wrong-checksum-value",
      ),
      breaks: { input: { ...ofUpload, ...wrong }, after: [begun] },
      keeps: { input: { ...ofUpload, ...right }, after: [begun] },
    }),
  ];
}

/** Whether a Content-MD5 is that of something else; of content in chunks, whether it is of them or of what they carry is not told. */
function isMd5OfOther({ headers, body, input }: Call): boolean {
  return (
    body !== undefined &&
    !/^STREAMING-/.test(headers["x-amz-content-sha256"] ?? "") &&
    isBase64Of(textOf(input, "ContentMD5"), 16) &&
    md5Of(body) !== input["ContentMD5"]
  );
}

function badMd5({ input, body = new Uint8Array() }: Call, writing: "hex" | "base64"): ContractAnswer {
  return fault(400, "BadDigest", "The Content-MD5 you specified did not match what we received.", {
    ExpectedDigest: Buffer.from(textOf(input, "ContentMD5"), "base64").toString(writing),
    CalculatedDigest: md5Of(body),
  });
}

function md5Of(bytes: Uint8Array): string {
  return createHash("md5").update(bytes).digest("base64");
}

export const checksumsContracts: readonly Contract[] = [
  contract({
    id: "s3/content-md5-is-an-md5",
    says: "a Content-MD5 is base64 of 16 bytes",
    on: ["PutObject", "UploadPart"],
    when: ({ input }) => input["ContentMD5"] !== undefined && !isBase64Of(textOf(input, "ContentMD5"), 16),
    answer: ({ input }) =>
      fault(400, "InvalidDigest", "The Content-MD5 you specified was invalid.", {
        "Content-MD5": textOf(input, "ContentMD5"),
      }),
    evidence: awsSnapshot("s3", "test_s3_invalid_content_md5", "md5-error-1"),
    breaks: { input: { ...picture, Body: content, ContentMD5: "abc" } },
    keeps: { input: { ...picture, Body: content, ContentMD5: md5OfContent } },
  }),
  contract({
    id: "s3/content-md5-is-that-of-the-content",
    says: "a Content-MD5 is that of what was sent",
    on: ["PutObject"],
    track: { bucket },
    when: (situation) => !isMissing(situation.bucket, situation) && isMd5OfOther(situation.call),
    answer: ({ call }) => badMd5(call, "hex"),
    evidence: awsSnapshot("s3", "test_s3_invalid_content_md5", "md5-error-bad-digest"),
    breaks: { input: { ...picture, Body: content, ContentMD5: md5OfOther }, after: [madeBucket] },
    keeps: { input: { ...picture, Body: content, ContentMD5: md5OfContent }, after: [madeBucket] },
  }),
  contract({
    id: "s3/content-md5-is-that-of-the-part",
    says: "a Content-MD5 is that of the part that was sent",
    on: ["UploadPart"],
    track: { uploads },
    // Whether the upload is looked for first was not seen.
    when: ({ call, uploads }) => isUnderWay(uploads, call) && isMd5OfOther(call),
    answer: ({ call }) => badMd5(call, "base64"),
    evidence: awsSnapshot("s3", "test_s3_invalid_content_md5", "upload-part-md5-bad-digest"),
    breaks: { input: { ...ofUpload, Body: content, ContentMD5: md5OfOther }, after: [begun] },
    keeps: { input: { ...ofUpload, Body: content, ContentMD5: md5OfContent }, after: [begun] },
  }),
  contract({
    id: "s3/one-checksum-at-a-time",
    says: "an object is sent with one checksum",
    on: ["PutObject"],
    when: ({ call }) =>
      Object.keys(call.headers).filter((name) =>
        /^x-amz-checksum-(?:crc32c?|crc64nvme|sha1|sha256)$/.test(name),
      ).length > 1,
    answer: fault(
      400,
      "InvalidRequest",
      "Expecting a single x-amz-checksum- header. Multiple checksum Types are not allowed.",
    ),
    evidence: awsSnapshot("s3", "test_s3_checksum_no_algorithm", "put-2-checksums"),
    breaks: {
      input: {
        ...picture,
        Body: content,
        ChecksumSHA1: algorithms.SHA1.of(content),
        ChecksumSHA256: algorithms.SHA256.of(content),
      },
    },
    keeps: { input: { ...picture, Body: content, ChecksumSHA256: algorithms.SHA256.of(content) } },
  }),
  ...(["CRC32", "CRC32C", "CRC64NVME", "SHA1", "SHA256"] as const).flatMap(checksumContracts),
];
