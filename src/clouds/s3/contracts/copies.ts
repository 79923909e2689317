import { type Contract, contract, fault } from "../../../model/index.ts";
import { awsSnapshot } from "../../shared/amazon-sources.ts";
import { textOf } from "../../shared/contract-conditions.ts";
import { decodePath } from "../../shared/wire-request.ts";
import { madeBucket, ofBucket, ofObject, picture } from "./tracked.ts";

/** What a copy may change of an object; whether a checksum, tags or locks are enough was not seen. */
const changing = [
  "StorageClass",
  "WebsiteRedirectLocation",
  "ServerSideEncryption",
  "SSECustomerAlgorithm",
  "SSEKMSKeyId",
  "BucketKeyEnabled",
  "CopySourceSSECustomerAlgorithm",
  "ChecksumAlgorithm",
  "TaggingDirective",
  "ObjectLockMode",
  "ObjectLockLegalHoldStatus",
];

/** A copy onto itself that asks for nothing new. */
function changesNothing(input: Readonly<Record<string, unknown>>): boolean {
  const source = decodePath(textOf(input, "CopySource")).replace(/^\//, "");
  return (
    source === `${textOf(input, "Bucket")}/${textOf(input, "Key")}` &&
    input["MetadataDirective"] !== "REPLACE" &&
    changing.every((name) => input[name] === undefined)
  );
}

/** Whether a bucket has an encryption of its own, which a copy onto itself brings to the object. */
const encrypted = ofBucket({
  name: "buckets with an encryption of their own",
  set: ["PutBucketEncryption", "DeleteBucketEncryption"],
  value: ({ call: { operation } }) => operation !== "CreateBucket",
});

/** Objects that are as they were put: one that was restored may be copied onto itself. */
const asPut = ofObject({ name: "objects as they were put", set: ["PutObject"], value: () => true });

const ontoItself = { ...picture, CopySource: "photos/a.png" };
const put = { operation: "PutObject", input: picture };

export const copyContracts: readonly Contract[] = [
  contract({
    id: "s3/copy-onto-itself-changes-something",
    says: "an object is copied onto itself only to change something",
    on: ["CopyObject"],
    track: { encrypted, asPut },
    when: ({ input, knowsAll, encrypted, asPut }) =>
      knowsAll && encrypted === false && asPut === true && changesNothing(input),
    answer: fault(
      400,
      "InvalidRequest",
      "This copy request is illegal because it is trying to copy an object to itself without changing the object's metadata, storage class, website redirect location or encryption attributes.",
    ),
    evidence: awsSnapshot("s3", "test_s3_copy_object_in_place", "copy-object-in-place-no-change"),
    breaks: { input: ontoItself, after: [madeBucket, put] },
    keeps: { input: { ...ontoItself, MetadataDirective: "REPLACE" }, after: [madeBucket, put] },
  }),
  contract({
    id: "s3/copy-source-is-a-bucket-and-a-key",
    says: "a copy's source is a bucket and a key",
    on: ["CopyObject"],
    when: ({ input }) => !/^\/?[^/]+\/./.test(decodePath(textOf(input, "CopySource"))),
    answer: fault(400, "InvalidArgument", "Invalid copy source object key", {
      ArgumentName: "x-amz-copy-source",
      ArgumentValue: "x-amz-copy-source",
    }),
    evidence: awsSnapshot("s3", "test_s3_copy_object_wrong_format", "copy-object-wrong-copy-source"),
    breaks: { input: { ...picture, CopySource: "wrongformat" } },
    keeps: { input: { ...picture, CopySource: "photos/b.png" } },
  }),
];
