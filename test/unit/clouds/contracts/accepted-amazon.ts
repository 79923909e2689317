import type { ExampleStep, Input } from "../../../../src/model/index.ts";
import type { Accepted } from "./accepted.ts";

const photos = { Bucket: "photos" };
const picture = { ...photos, Key: "a.png" };
const madeBucket = { operation: "CreateBucket", input: photos };
const put = (more: Input = {}) => ({ operation: "PutObject", input: { ...picture, ...more } });
const copied = { operation: "CopyObject", input: { ...picture, CopySource: "photos/b.png" } };
const removed = { operation: "DeleteObject", input: picture };
const removedMany = {
  operation: "DeleteObjects",
  input: { ...photos, Delete: { Objects: [{ Key: "a.png" }] } },
};
const ofUpload = { ...picture, UploadId: "upload-1" };
const completed = { operation: "CompleteMultipartUpload", input: ofUpload };
const customers = {
  SSECustomerAlgorithm: "AES256",
  SSECustomerKey: "MDEyMzQ1NjcwMTIzNDU2NzAxMjM0NTY3MDEyMzQ1Njc=",
  SSECustomerKeyMD5: "BHlP7ahLHBTxVZGHkRCy4Q==",
};

const s3 = (
  says: string,
  operation: string,
  input: Input,
  after: readonly ExampleStep[],
  more: Pick<Accepted, "knowsAll" | "seenIn" | "caller"> = {},
): Accepted => ({ says, service: "s3", operation, input, after, ...more });

/** An object is read after it was written in one way, and then changed in each of the others. */
const readAfter = (what: string, first: ExampleStep, input: Input = picture): readonly Accepted[] =>
  [
    ["it was put anew", put()],
    ["something was copied over it", copied],
    ["an upload was completed", completed],
    ["a form was posted", { operation: "PostObject", input: photos }],
    ["it was deleted", removed],
    ["it was deleted with others", removedMany],
    ["its bucket was deleted", { operation: "DeleteBucket", input: photos }],
    [
      "another was renamed to it",
      { operation: "RenameObject", input: { ...picture, RenameSource: "b.png" } },
    ],
  ].map(([says, step]) =>
    s3(`${what} is read after ${says}`, "GetObject", input, [madeBucket, first, step as ExampleStep]),
  );

const inPlace = { ...picture, CopySource: "photos/a.png" };
const encrypted = {
  operation: "PutBucketEncryption",
  input: {
    ...photos,
    ServerSideEncryptionConfiguration: {
      Rules: [{ ApplyServerSideEncryptionByDefault: { SSEAlgorithm: "AES256" } }],
    },
  },
};
const inSnapshot = (test: string, step: string) => ({ seenIn: { file: "s3", test, step } });

const etag = "11df95d595559285eb2b042124e74f09";
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
const locked = { operation: "CreateBucket", input: { ...photos, ObjectLockEnabledForBucket: true } };

const openly = { ...picture, ACL: "public-read" };
const owner = "a".repeat(64);
const condition = { ...picture, IfMatch: `"${etag}"` };
const table = {
  AttributeDefinitions: [{ AttributeName: "id", AttributeType: "S" }],
  KeySchema: [{ AttributeName: "id", KeyType: "HASH" }],
  BillingMode: "PAY_PER_REQUEST",
};

export const acceptedByAmazon: readonly Accepted[] = [
  ...readAfter("a cold object", put({ StorageClass: "GLACIER" })),
  ...readAfter("an object under a customer's key", put(customers)),
  s3("a version of a cold object is read", "GetObject", { ...picture, VersionId: "v".repeat(32) }, [
    put({ StorageClass: "GLACIER" }),
  ]),
  s3(
    "an object is copied onto itself where its bucket has an encryption",
    "CopyObject",
    inPlace,
    [madeBucket, encrypted, put()],
    inSnapshot("test_copy_in_place_with_bucket_encryption", "copy-obj"),
  ),
  s3(
    "an object is copied onto itself with a storage class",
    "CopyObject",
    { ...inPlace, StorageClass: "STANDARD" },
    [madeBucket, put()],
    inSnapshot("test_s3_copy_object_in_place", "copy-object-in-place-with-storage-class"),
  ),
  s3("an object that was restored is copied onto itself", "CopyObject", inPlace, [
    madeBucket,
    put(),
    { operation: "RestoreObject", input: picture },
  ]),
  s3(
    "a bucket that was there has an encryption that nobody saw",
    "CopyObject",
    inPlace,
    [madeBucket, put()],
    {
      knowsAll: false,
    },
  ),
  s3(
    "an object under a customer's key is copied to the service's",
    "CopyObject",
    {
      ...inPlace,
      CopySourceSSECustomerAlgorithm: "AES256",
    },
    [madeBucket, put()],
  ),
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
    completed,
  ]),
  s3("an upload goes on whose beginning was not told", "ListParts", ofUpload, [
    madeBucket,
    { ...begun, answered: { text: "" } },
  ]),
  s3("an ACL is set where ownership controls were removed", "PutObjectAcl", openly, [
    madeBucket,
    { operation: "DeleteBucketOwnershipControls", input: photos },
  ]),
  s3("an ACL is set in a bucket that was made again", "PutObjectAcl", openly, [
    { operation: "CreateBucket", input: { ...photos, ObjectOwnership: "ObjectWriter" } },
    madeBucket,
  ]),
  s3("an ACL is set in a bucket that may have been there", "PutObjectAcl", openly, [madeBucket], {
    knowsAll: false,
  }),
  s3(
    "an ACL says that all is the owner's",
    "PutObjectAcl",
    {
      ...picture,
      ACL: undefined,
      AccessControlPolicy: {
        Owner: { ID: owner },
        Grants: [{ Grantee: { Type: "CanonicalUser", ID: owner }, Permission: "FULL_CONTROL" }],
      },
    },
    [madeBucket],
  ),
  s3("nobody lists a bucket that may have been opened before", "ListObjectsV2", photos, [madeBucket], {
    caller: "anonymous",
    knowsAll: false,
  }),
  s3(
    "nobody lists a bucket that was made open",
    "ListObjectsV2",
    photos,
    [{ operation: "CreateBucket", input: { ...photos, ACL: "public-read" } }],
    { caller: "anonymous" },
  ),
  s3(
    "a lock is asked for in a bucket that was made again",
    "DeleteObject",
    {
      ...picture,
      BypassGovernanceRetention: true,
    },
    [{ operation: "CreateBucket", input: { ...photos, ObjectLockEnabledForBucket: true } }, madeBucket],
  ),
  s3("an object is put where another went under a new name", "PutObject", { ...picture, IfNoneMatch: "*" }, [
    madeBucket,
    put(),
    { operation: "RenameObject", input: { ...photos, Key: "b.png", RenameSource: "a.png" } },
  ]),
  s3("an object is put over one of which an old version was deleted", "PutObject", condition, [
    madeBucket,
    { ...put(), answered: { headers: { etag: `"${etag}"` } } },
    { operation: "DeleteObject", input: { ...picture, VersionId: "v".repeat(32) } },
  ]),
  s3("an object is put over one that came by a form", "PutObject", condition, [
    madeBucket,
    { ...put(), answered: { headers: { etag: '"0"' } } },
    { operation: "PostObject", input: photos },
  ]),
  s3("a version is read by an id of the emulator's own form", "GetObject", { ...picture, VersionId: "7-1" }, [
    madeBucket,
    {
      operation: "PutBucketVersioning",
      input: { ...photos, VersioningConfiguration: { Status: "Enabled" } },
    },
  ]),
  s3(
    "a bucket that was there from the first is set",
    "PutBucketTagging",
    {
      ...photos,
      Tagging: { TagSet: [{ Key: "a", Value: "b" }] },
    },
    [{ operation: "HeadBucket", input: photos }],
  ),
  s3(
    "a bucket is constrained to nothing",
    "CreateBucket",
    {
      ...photos,
      CreateBucketConfiguration: { LocationConstraint: "" },
    },
    [],
  ),
  s3(
    "an earlier version is read with the key that it was written with",
    "GetObject",
    { ...picture, ...customers, VersionId: "v".repeat(32) },
    [
      put(customers),
      put({
        SSECustomerAlgorithm: "AES256",
        SSECustomerKey: Buffer.alloc(32, 9).toString("base64"),
        SSECustomerKeyMD5: "b3RoZXJvdGhlcm90aGVybw==",
      }),
    ],
    inSnapshot("test_sse_c_with_versioning", "get-obj-sse-c-version-1"),
  ),
  s3(
    "an object under a customer's key is copied, and the copy is not under it",
    "GetObject",
    picture,
    [
      put(customers),
      {
        operation: "CopyObject",
        input: { ...picture, CopySource: "photos/b.png", CopySourceSSECustomerAlgorithm: "AES256" },
      },
    ],
    inSnapshot("test_copy_object_with_sse_c", "copy-obj-sse-c-target-no-sse-c"),
  ),
  s3(
    "a retention is taken back",
    "PutObjectRetention",
    { ...picture, Retention: {} },
    [locked, put()],
    inSnapshot("test_s3_object_retention", "put-object-empty-retention"),
  ),
  s3(
    "a retention is bypassed",
    "DeleteObject",
    { ...picture, BypassGovernanceRetention: true },
    [locked, put()],
    inSnapshot("test_s3_object_retention", "delete-obj-locked-bypass"),
  ),
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
  {
    says: "a table is made by its ARN",
    service: "dynamodb",
    operation: "CreateTable",
    input: { ...table, TableName: "arn:aws:dynamodb:us-east-1:111122223333:table/users" },
  },
  {
    says: "a member that is null is not there",
    service: "dynamodb",
    operation: "CreateTable",
    input: { ...table, TableName: "users", ProvisionedThroughput: null },
  },
];
