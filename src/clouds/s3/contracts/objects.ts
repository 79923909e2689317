import { type Contract, contract, documented, fault, recorded, success } from "../../../model/index.ts";
import { awsSnapshot, metByStudy, s3Model } from "../../shared/amazon-sources.ts";
import { at, familyOfSize, familySize, listOf, numberOf, textOf } from "../../shared/contract-conditions.ts";
import { storageClass as storageClasses } from "../scalars.ts";
import { malformed, rule } from "./rules.ts";
import { escaped, madeBucket, ofObject, photos, picture, versioned, written } from "./tracked.ts";

const writing = ["PutObject", "CreateMultipartUpload"];

const storageClass = ofObject({
  name: "storage classes of objects",
  set: ["PutObject", "CopyObject"],
  value: ({ call: { input } }) => textOf(input, "StorageClass") || "STANDARD",
});

/** Whether an object was put in one piece, as far as that was seen. */
const inOnePiece = ofObject({ name: "objects in one piece", set: ["PutObject"], value: () => true });

const classes = storageClasses.oneOf ?? [];
const cold = ["GLACIER", "DEEP_ARCHIVE"];
const stored = (storage: string) => ({
  operation: "PutObject",
  input: { ...picture, StorageClass: storage },
});

const deleted = (count: number) => ({
  ...photos,
  Delete: { Objects: Array.from({ length: count }, (_, index) => ({ Key: `k${index}` })) },
});

export const objectContracts: readonly Contract[] = [
  contract({
    id: "s3/key-has-at-most-1024-bytes",
    says: "a key has at most 1,024 bytes of UTF-8",
    on: [
      "PutObject",
      "GetObject",
      "HeadObject",
      "DeleteObject",
      "CreateMultipartUpload",
      "CopyObject",
      "UploadPart",
      "GetObjectAttributes",
      "GetObjectAcl",
      "PutObjectAcl",
      "GetObjectTagging",
      "PutObjectTagging",
      "DeleteObjectTagging",
    ],
    when: ({ input }) => Buffer.byteLength(textOf(input, "Key")) > 1024,
    answer: fault(400, "KeyTooLongError", "Your key is too long"),
    evidence: documented(
      "Creating object key names, in the Amazon S3 User Guide, and the codes of the API model",
      "https://docs.aws.amazon.com/AmazonS3/latest/userguide/object-keys.html",
    ),
    breaks: { input: { ...picture, Key: "k".repeat(1025) } },
    keeps: { input: { ...picture, Key: "k".repeat(1024) } },
  }),
  contract({
    id: "s3/metadata-is-at-most-2-kib",
    says: "names and values of metadata have at most 2 KiB together",
    on: ["PutObject", "CreateMultipartUpload", "CopyObject"],
    when: ({ input }) => familySize(input["Metadata"]) > 2048,
    answer: ({ input }) =>
      fault(400, "MetadataTooLarge", "Your metadata headers exceed the maximum allowed metadata size", {
        Size: String(familySize(input["Metadata"])),
        MaxSizeAllowed: "2048",
      }),
    evidence: documented(
      "Working with object metadata, in the Amazon S3 User Guide, and the codes of the API model",
      "https://docs.aws.amazon.com/AmazonS3/latest/userguide/UsingMetadata.html",
    ),
    breaks: { input: { ...picture, Metadata: familyOfSize(2049) } },
    keeps: { input: { ...picture, Metadata: familyOfSize(2048) } },
  }),
  rule({
    id: "at-most-1000-objects-are-deleted-at-once",
    says: "at most 1,000 objects are deleted at once",
    on: ["DeleteObjects"],
    when: (input) => listOf(at(input, "Delete.Objects")).length > 1000,
    answer: malformed,
    evidence: recorded("the service's answer, quoted in github.com/aws/aws-sdk-java/issues/1293"),
    breaks: deleted(1001),
    keeps: deleted(1000),
  }),
  contract({
    id: "s3/object-is-not-made-where-one-is",
    says: "with If-None-Match: * an object that is there is not written over",
    on: ["PutObject"],
    track: { written },
    when: ({ input, written }) => input["IfNoneMatch"] === "*" && written === true,
    answer: fault(
      412,
      "PreconditionFailed",
      "At least one of the pre-conditions you specified did not hold",
      {
        Condition: "If-None-Match",
      },
    ),
    evidence: awsSnapshot("s3_api", "test_put_object_if_none_match", "put-obj-if-none-match"),
    breaks: { input: { ...picture, IfNoneMatch: "*" }, after: [{ operation: "PutObject", input: picture }] },
    keeps: { input: { ...picture, IfNoneMatch: "*" } },
  }),
  contract({
    id: "s3/storage-class-is-one-of-the-regions-own",
    says: "OUTPOSTS is no storage class of a region",
    on: writing,
    when: ({ input }) => input["StorageClass"] === "OUTPOSTS",
    answer: fault(400, "InvalidStorageClass", "The storage class you specified is not valid", {
      StorageClassRequested: "OUTPOSTS",
    }),
    evidence: awsSnapshot("s3", "test_put_object_storage_class_outposts", "put-object-outposts"),
    breaks: { input: { ...picture, StorageClass: "OUTPOSTS" } },
    keeps: { input: { ...picture, StorageClass: "STANDARD_IA" } },
  }),
  rule({
    id: "storage-class-is-one-that-there-is",
    says: "an object is stored in a class that there is",
    on: ["CreateMultipartUpload", "CopyObject"],
    when: (input) => input["StorageClass"] !== undefined && !classes.includes(textOf(input, "StorageClass")),
    answer: (input) =>
      fault(400, "InvalidStorageClass", "The storage class you specified is not valid", {
        StorageClassRequested: textOf(input, "StorageClass"),
      }),
    evidence: s3Model("Error.Code"),
    breaks: { ...picture, CopySource: "photos/b.png", StorageClass: "standard" },
    keeps: { ...picture, CopySource: "photos/b.png", StorageClass: "STANDARD" },
  }),
  contract({
    id: "s3/cold-objects-are-not-read",
    says: "an object in GLACIER or DEEP_ARCHIVE is not read before it is restored",
    on: ["GetObject"],
    track: { storageClass },
    when: ({ input, storageClass }) => input["VersionId"] === undefined && cold.includes(storageClass ?? ""),
    answer: ({ storageClass = "" }) =>
      fault(403, "InvalidObjectState", "The operation is not valid for the object's storage class", {
        StorageClass: storageClass,
      }),
    evidence: awsSnapshot("s3", "test_put_object_storage_class[GLACIER-False]", "get-object"),
    breaks: { input: picture, after: [stored("GLACIER")] },
    keeps: { input: picture, after: [stored("STANDARD_IA")] },
  }),
  contract({
    id: "s3/part-and-range-exclude-each-other",
    says: "a part and a range are not read at once",
    on: ["GetObject"],
    when: ({ input }) => input["PartNumber"] !== undefined && input["Range"] !== undefined,
    answer: fault(400, "InvalidRequest", "Cannot specify both Range header and partNumber query parameter"),
    evidence: awsSnapshot("s3", "test_get_object_part", "part-with-range"),
    breaks: { input: { ...picture, PartNumber: 1, Range: "bytes=0-8" } },
    keeps: { input: { ...picture, PartNumber: 1 } },
  }),
  contract({
    id: "s3/whole-object-has-one-part",
    says: "an object that was put in one piece has one part",
    on: ["GetObject"],
    track: { inOnePiece },
    when: ({ input, inOnePiece }) =>
      inOnePiece === true && input["VersionId"] === undefined && (numberOf(input, "PartNumber") ?? 1) > 1,
    answer: ({ input }) =>
      fault(416, "InvalidPartNumber", "The requested partnumber is not satisfiable", {
        PartNumberRequested: textOf(input, "PartNumber"),
        ActualPartCount: "1",
      }),
    evidence: awsSnapshot("s3", "test_get_object_part", "part-no-multipart"),
    breaks: {
      input: { ...picture, PartNumber: 2 },
      after: [madeBucket, { operation: "PutObject", input: picture }],
    },
    keeps: {
      input: { ...picture, PartNumber: 1 },
      after: [madeBucket, { operation: "PutObject", input: picture }],
    },
  }),
  contract({
    id: "s3/version-is-one-of-the-services-own",
    says: "a version id that the service cannot have given is refused",
    on: ["GetObject", "HeadObject"],
    track: { versioned },
    // Where a bucket has versions, emulators give them ids of other forms.
    when: ({ input, knowsAll, versioned }) => {
      const version = knowsAll && versioned !== true ? input["VersionId"] : undefined;
      return version !== undefined && version !== "null" && !/^[\w.-]{32}$/.test(textOf(input, "VersionId"));
    },
    answer: ({ input }) =>
      fault(400, "InvalidArgument", "Invalid version id specified", {
        ArgumentName: "versionId",
        ArgumentValue: textOf(input, "VersionId"),
      }),
    evidence: awsSnapshot(
      "s3_api",
      "test_get_object_with_version_unversioned_bucket",
      "get-obj-with-version",
    ),
    breaks: { input: { ...picture, VersionId: "bogus" } },
    keeps: { input: { ...picture, VersionId: "null" } },
  }),
  contract({
    id: "s3/torrents-are-no-more",
    says: "objects have no torrents any more",
    on: ["GetObjectTorrent"],
    asksFirst: true,
    when: ({ answered }) => answered.status === 501,
    answer: fault(405, "MethodNotAllowed", "The specified method is not allowed against this resource."),
    evidence: metByStudy("GetObjectTorrent", "any object"),
    breaks: { input: picture, answered: { status: 501 } },
    keeps: { input: picture, answered: { status: 404, code: "NoSuchKey" } },
  }),
  contract({
    id: "s3/attributes-are-no-content",
    says: "an object's attributes are told without its content",
    on: ["GetObjectAttributes"],
    asksFirst: true,
    track: { storageClass },
    when: ({ answered }) =>
      answered.status === 200 && !/GetObjectAttributes(?:Response|Output)/.test(answered.text ?? ""),
    answer: ({ call, answered, storageClass }) =>
      success(200, attributesOf(call.headers, answered.headers, storageClass)),
    evidence: s3Model("GetObjectAttributes"),
    breaks: { input: picture, answered: { status: 200, text: "hello", headers: { etag: '"5d41"' } } },
    keeps: { input: picture, answered: { status: 200, text: "<GetObjectAttributesResponse/>" } },
  }),
];

function attributesOf(
  asked: Readonly<Record<string, string>>,
  answered: Readonly<Record<string, string>>,
  storageClass = "STANDARD",
) {
  const values: Readonly<Record<string, string | undefined>> = {
    ETag: answered["etag"]?.replaceAll('"', ""),
    ObjectSize: answered["content-length"],
    StorageClass: answered["x-amz-storage-class"] ?? storageClass,
  };
  const wanted = (asked["x-amz-object-attributes"] ?? "").split(/,\s*/);
  const told = wanted.flatMap((name) =>
    values[name] === undefined ? [] : [`<${name}>${escaped(values[name])}</${name}>`],
  );
  const modified = answered["last-modified"];
  return {
    body: `<?xml version="1.0" encoding="UTF-8"?>\n<GetObjectAttributesResponse xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${told.join("")}</GetObjectAttributesResponse>`,
    ...(modified !== undefined && { headers: { "Last-Modified": modified } }),
  };
}
