import type { ExampleStep, Input } from "../../../../src/model/index.ts";
import type { Accepted } from "./accepted.ts";
import { madeBucket, ofUpload, photos, picture, s3 } from "./amazon-requests.ts";

const unknown = { answered: { status: 501, code: "NotImplemented" } };
const lockable = { operation: "CreateBucket", input: { ...photos, ObjectLockEnabledForBucket: true } };
const locks = {
  ObjectLockMode: "GOVERNANCE",
  ObjectLockRetainUntilDate: "2042-01-31T10:00:00Z",
  ObjectLockLegalHoldStatus: "ON",
};
const put = (more: Input = {}) => ({ operation: "PutObject", input: { ...picture, ...more } });
const uploaded = (more: Input) => [
  { operation: "CreateMultipartUpload", input: { ...picture, ...more } },
  { operation: "CompleteMultipartUpload", input: ofUpload },
];
const posted = { operation: "PostObject", input: photos };
const lockedBy = (more: Input) => ({
  operation: "PutObjectLockConfiguration",
  input: { ...photos, ObjectLockConfiguration: { ObjectLockEnabled: "Enabled", ...more } },
});
const retainingAll = lockedBy({ Rule: { DefaultRetention: { Mode: "GOVERNANCE", Days: 1 } } });
const version = { ...picture, VersionId: "v".repeat(32) };

/** An emulator that knows nothing of it is asked, and the service would not say that it is not there. */
const read = (
  says: string,
  operation: string,
  input: Input,
  after: readonly ExampleStep[],
  knowsAll = true,
): Accepted => ({ ...s3(says, operation, input, after, { knowsAll }), ...unknown });

/** How an object may have come by a lock that no call of its own has set. */
const lockedSomehow = ["GetObjectRetention", "GetObjectLegalHold"].flatMap((operation) => [
  read(`${operation} of an upload that was begun with it`, operation, picture, [
    lockable,
    ...uploaded(locks),
  ]),
  read(`${operation} of what a form has put`, operation, picture, [lockable, put(), posted]),
  read(`${operation} of an earlier version`, operation, version, [lockable, put(locks), put()]),
  read(`${operation} in a bucket that was there before`, operation, picture, [put()], false),
]);

const openly = { ACL: "public-read" };
const withAcls = { ...photos, ObjectOwnership: "ObjectWriter" };
const openBucket = { operation: "CreateBucket", input: withAcls };
const described = JSON.stringify({ Table: { TableName: "users", TableStatus: "ACTIVE" } });

/** What is set by the making of a thing, and not by a call of its own: no contract may say that it was never set. */
export const acceptedAtCreation: readonly Accepted[] = [
  ...lockedSomehow,
  read("the retention of what was put under a bucket's rule", "GetObjectRetention", picture, [
    lockable,
    retainingAll,
    put(),
  ]),
  read("the retention of what was put while a bucket had a rule", "GetObjectRetention", picture, [
    lockable,
    retainingAll,
    put(),
    lockedBy({}),
  ]),
  read("the tags of a bucket that was made with them", "GetBucketTagging", photos, [
    {
      operation: "CreateBucket",
      input: { ...photos, CreateBucketConfiguration: { Tags: [{ Key: "team", Value: "a" }] } },
    },
  ]),
  read("the tags of a bucket that was there before", "GetBucketTagging", photos, [], false),
  read("the ACL of a bucket that was made with it", "GetBucketAcl", photos, [
    { operation: "CreateBucket", input: { ...withAcls, ...openly } },
  ]),
  read("the ACL of a bucket that was set", "GetBucketAcl", photos, [
    openBucket,
    { operation: "PutBucketAcl", input: { ...photos, ...openly } },
  ]),
  read("the ACL of a bucket that was there before", "GetBucketAcl", photos, [madeBucket], false),
  read("the ACL of an object that was put with it", "GetObjectAcl", picture, [openBucket, put(openly)]),
  read("the ACL of an upload that was begun with it", "GetObjectAcl", picture, [
    openBucket,
    put(),
    ...uploaded(openly),
  ]),
  read("the ACL of an object of which an earlier version is its owner's alone", "GetObjectAcl", picture, [
    openBucket,
    put(openly),
    { operation: "PutObjectAcl", input: { ...version, ACL: "private" } },
  ]),
  {
    ...s3("the tags of an object of which an earlier version has none", "GetObjectTagging", picture, [
      madeBucket,
      put({ Tagging: "a=1" }),
      { operation: "DeleteObjectTagging", input: version },
    ]),
    answered: {
      status: 200,
      text: "<Tagging><TagSet><Tag><Key>a</Key><Value>1</Value></Tag></TagSet></Tagging>",
    },
  },
  read("the ACL of what a form has put", "GetObjectAcl", picture, [openBucket, put(), posted]),
  {
    says: "a table that was made before is protected, which its emulator does not say",
    service: "dynamodb",
    operation: "DescribeTable",
    input: { TableName: "users" },
    knowsAll: false,
    answered: { status: 200, text: described },
  },
  {
    says: "a table that was made before is of another class now, and may be protected",
    service: "dynamodb",
    operation: "DescribeTable",
    input: { TableName: "users" },
    after: [
      {
        operation: "UpdateTable",
        input: { TableName: "users", TableClass: "STANDARD_INFREQUENT_ACCESS" },
      },
    ],
    knowsAll: false,
    answered: { status: 200, text: described },
  },
  ...["GetResourcePolicy", "DeleteResourcePolicy"].map((operation) => ({
    says: `${operation} of a table that was made before, maybe with a policy`,
    service: "dynamodb" as const,
    operation,
    input: { ResourceArn: "arn:aws:dynamodb:us-east-1:111122223333:table/users" },
    after: [],
    knowsAll: false,
    answered: { status: 400, code: "UnknownOperationException" },
  })),
];
