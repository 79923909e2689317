import type { ExampleStep, Input } from "../../../../src/model/index.ts";
import type { Accepted } from "./accepted.ts";
import { acceptedUploads } from "./accepted-uploads.ts";
import { etag, inSnapshot, madeBucket, ofUpload, photos, picture, s3 } from "./amazon-requests.ts";

const put = (more: Input = {}) => ({ operation: "PutObject", input: { ...picture, ...more } });
const copied = { operation: "CopyObject", input: { ...picture, CopySource: "photos/b.png" } };
const removed = { operation: "DeleteObject", input: picture };
const removedMany = {
  operation: "DeleteObjects",
  input: { ...photos, Delete: { Objects: [{ Key: "a.png" }] } },
};
const completed = { operation: "CompleteMultipartUpload", input: ofUpload };
const customers = {
  SSECustomerAlgorithm: "AES256",
  SSECustomerKey: "MDEyMzQ1NjcwMTIzNDU2NzAxMjM0NTY3MDEyMzQ1Njc=",
  SSECustomerKeyMD5: "BHlP7ahLHBTxVZGHkRCy4Q==",
};

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
const locked = { operation: "CreateBucket", input: { ...photos, ObjectLockEnabledForBucket: true } };

const openly = { ...picture, ACL: "public-read" };
const everybody = 'uri="http://acs.amazonaws.com/groups/global/AllUsers"';
const withAcls = { operation: "CreateBucket", input: { ...photos, ObjectOwnership: "ObjectWriter" } };
const ownership = (ObjectOwnership: string) => ({
  operation: "PutBucketOwnershipControls",
  input: { ...photos, OwnershipControls: { Rules: [{ ObjectOwnership }] } },
});
const policy = {
  operation: "PutBucketPolicy",
  input: {
    ...photos,
    Policy: JSON.stringify({
      Version: "2012-10-17",
      Statement: [
        { Effect: "Allow", Principal: "*", Action: "s3:GetObject", Resource: "arn:aws:s3:::photos/*" },
      ],
    }),
  },
};

/** How an object comes to be everybody's to read. */
const opened: readonly (readonly [says: string, ...after: readonly ExampleStep[]])[] = [
  ["after a policy", madeBucket, put(), policy],
  [
    "after a policy, and a private ACL",
    madeBucket,
    policy,
    { operation: "PutBucketAcl", input: { ...photos, ACL: "private" } },
  ],
  ["after an object's ACL", withAcls, put(), { operation: "PutObjectAcl", input: openly }],
  ["after its writing with an ACL", withAcls, put({ ACL: "public-read" })],
  ["after its writing with a grant", withAcls, put({ GrantRead: everybody })],
  ["after an upload with an ACL", withAcls, { operation: "CreateMultipartUpload", input: openly }, completed],
  ["after ownership was set", madeBucket, put(), ownership("BucketOwnerPreferred")],
  [
    "after public access was allowed",
    madeBucket,
    put(),
    { operation: "DeletePublicAccessBlock", input: photos },
  ],
];
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
  ...acceptedUploads,
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
  ...["GetObject", "HeadObject"].flatMap((operation) =>
    opened.map(([says, ...after]) =>
      s3(`nobody asks for ${operation} ${says}`, operation, picture, after, { caller: "anonymous" }),
    ),
  ),
  s3(
    "nobody reads an object of a bucket that may have been there",
    "GetObject",
    picture,
    [madeBucket, put()],
    {
      caller: "anonymous",
      knowsAll: false,
    },
  ),
  s3("nobody reads an object where no bucket was made", "GetObject", picture, [], { caller: "anonymous" }),
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
    "a lifecycle filters by a size beside an empty prefix, and removes no markers",
    "PutBucketLifecycleConfiguration",
    {
      ...photos,
      LifecycleConfiguration: {
        Rules: [
          {
            ID: "mine",
            Status: "Enabled",
            Filter: { Prefix: "", ObjectSizeGreaterThan: 500 },
            Expiration: { Days: 7, ExpiredObjectDeleteMarker: false },
          },
        ],
      },
    },
    [madeBucket],
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
