import { type Call, type Contract, contract, fault, keyOf, type Tracker } from "../../../model/index.ts";
import { awsSnapshot } from "../../shared/amazon-sources.ts";
import { textOf } from "../../shared/contract-conditions.ts";
import { decodePath } from "../../shared/wire-request.ts";
import { madeBucket, ofBucket, ofObject, photos, picture } from "./tracked.ts";
import { bareTag } from "./uploads.ts";

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

/** An object that others are copied from, as it was put. */
interface Source {
  readonly etag: string;
  readonly since: number;
}

function nameOf({ operation, input }: Call): string | undefined {
  if (operation !== "CopyObject") return keyOf("Bucket", "Key")({ input } as Call);
  const [bucket, ...key] = decodePath(textOf(input, "CopySource")).replace(/^\//, "").split("/");
  return keyOf("Bucket", "Key")({ input: { Bucket: bucket, Key: key.join("/") } } as unknown as Call);
}

/** What is known of the source of a copy; a copy changes what it writes, and not that. */
const source: Tracker<Source> = {
  ...asPut,
  name: "sources of copies",
  key: nameOf,
  next(before, { call: { operation, input }, answered, now }) {
    if (operation === "CopyObject") return before;
    if (operation !== "PutObject" || input["VersionId"] !== undefined) return undefined;
    return { etag: bareTag(answered.headers["etag"]), since: now };
  },
  forgotten: (call) => {
    const forgotten = asPut.forgotten?.(call);
    const written = keyOf("Bucket", "Key")(call);
    return call.operation === "CopyObject" ? (key) => key === written : forgotten;
  },
};

/** An answer to a copy whose source is not as it has to be. */
function sourceCondition(
  parameter: string,
  isBroken: (asked: string, source: Source) => boolean,
  breaks: string,
  keeps: string,
): Contract {
  const header = parameter.replace("CopySourceIf", "If").replaceAll(/(?!^)[A-Z]/g, "-$&");
  const asked = (value: string) => ({ ...picture, CopySource: "photos/b.png", [parameter]: value });
  const after = [
    madeBucket,
    {
      operation: "PutObject",
      input: { ...photos, Key: "b.png", Body: new TextEncoder().encode("hello") },
      answered: { headers: { etag: `"${etag}"` } },
    },
  ];
  return contract({
    id: `s3/copy-asks-for-its-source-${header.toLowerCase()}`,
    says: `an object is copied only where its source holds to ${header}`,
    on: ["CopyObject"],
    track: { source },
    when: ({ input, source }) =>
      source !== undefined &&
      source.etag !== "" &&
      textOf(input, parameter) !== "" &&
      isBroken(textOf(input, parameter), source),
    answer: fault(
      412,
      "PreconditionFailed",
      "At least one of the pre-conditions you specified did not hold",
      { Condition: `x-amz-copy-source-${header}` },
    ),
    evidence: awsSnapshot(
      "s3_preconditions",
      "test_s3_copy_object_preconditions",
      `copy-precondition-${header.toLowerCase()}`,
    ),
    breaks: { input: asked(breaks), after },
    keeps: { input: asked(keeps), after },
  });
}

const etag = "5d41402abc4b2a76b9719d911017c592";
const sourceConditions = [
  sourceCondition(
    "CopySourceIfMatch",
    (asked, { etag }) => asked !== "*" && bareTag(asked) !== etag,
    '"0000"',
    `"${etag}"`,
  ),
  sourceCondition(
    "CopySourceIfNoneMatch",
    (asked, { etag }) => bareTag(asked) === etag,
    `"${etag}"`,
    '"0000"',
  ),
  sourceCondition(
    "CopySourceIfUnmodifiedSince",
    // Times of answers have no parts of seconds.
    (asked, { since }) => Date.parse(asked) < since - 2000,
    "2020-01-31T10:00:00Z",
    "2042-01-31T10:00:00Z",
  ),
];

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
  ...sourceConditions,
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
