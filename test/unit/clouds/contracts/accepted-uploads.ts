import type { Accepted } from "./accepted.ts";
import { etag, inSnapshot, madeBucket, ofUpload, picture, s3 } from "./amazon-requests.ts";

const begun = {
  operation: "CreateMultipartUpload",
  input: picture,
  answered: { text: "<UploadId>upload-1</UploadId>" },
};
const copiedPart = (text: string) => ({
  operation: "UploadPartCopy",
  input: { ...ofUpload, PartNumber: 1, CopySource: "photos/b.png" },
  answered: { text },
});
const completion = {
  ...ofUpload,
  MultipartUpload: { Parts: [{ PartNumber: 1, ETag: `"${etag}"` }] },
};

const listedPart = (PartNumber: number) => ({ PartNumber, ETag: `"${etag}"` });
const sentPart = (number: number) => ({
  operation: "UploadPart",
  input: { ...ofUpload, PartNumber: number, Body: new Uint8Array(5 * 1024 * 1024) },
  answered: { headers: { etag: `"${etag}"` } },
});
export const acceptedUploads: readonly Accepted[] = [
  s3(
    "an upload is completed with a part that was copied",
    "CompleteMultipartUpload",
    completion,
    [madeBucket, begun, copiedPart(`<CopyPartResult><ETag>&quot;${etag}&quot;</ETag></CopyPartResult>`)],
    inSnapshot("test_multipart_upload_part_copy_checksum[COMPOSITE]", "complete-multipart-checksum"),
  ),
  s3(
    "an upload is completed with a copied part whose tag was not told",
    "CompleteMultipartUpload",
    completion,
    [madeBucket, begun, copiedPart("")],
  ),
  s3("an upload is completed once more", "CompleteMultipartUpload", completion, [
    madeBucket,
    begun,
    { operation: "CompleteMultipartUpload", input: ofUpload },
  ]),
  s3("an upload goes on whose beginning was not told", "ListParts", ofUpload, [
    madeBucket,
    { ...begun, answered: { text: "" } },
  ]),
  s3(
    "an upload is completed with some of its numbers",
    "CompleteMultipartUpload",
    { ...ofUpload, MultipartUpload: { Parts: [2, 4].map(listedPart) } },
    [madeBucket, begun, sentPart(2), sentPart(4)],
    inSnapshot("test_complete_multipart_parts_order", "complete-multipart-with-step-2"),
  ),
  s3(
    "an upload is completed with its size",
    "CompleteMultipartUpload",
    { ...ofUpload, MultipartUpload: { Parts: [listedPart(1)] }, MpuObjectSize: 5 * 1024 * 1024 },
    [madeBucket, begun, sentPart(1)],
    inSnapshot("test_multipart_size_validation", "complete-multipart-good-size"),
  ),
];
