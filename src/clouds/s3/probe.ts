import type { Scope } from "../scope.ts";
import { amazonWords, type Told, type Values } from "../shared/probe-answer.ts";
import { digestOf, mostLookedAt, mostRead } from "../shared/probe-content.ts";
import type { Reads } from "../shared/probe-reads.ts";
import type { Shown, Wanted } from "../shared/probe-shown.ts";
import {
  byName,
  gathered,
  isFields,
  isRead,
  listOf,
  type Plain,
  plain,
  type Reader,
  reader,
  type State,
  usersOwn,
  valuesOf,
} from "../shared/probe-state.ts";
import type { Clients } from "../shared/sdk-clients.ts";

/** Times, identifiers that the service makes up, and who owns what: that differs from account to account. */
const dropped = new Set(
  (
    "LastModified CreationDate Initiated Initiator Owner RequestId Id2 Date Server VersionId UploadId DisplayName ID Key " +
    "Name AcceptRanges ContinuationToken NextContinuationToken ServerSideEncryption RequestCharged ChecksumAlgorithm " +
    "ChecksumType ChecksumCrc32 ChecksumCrc64nvme ChecksumSha1 ChecksumSha256 ChecksumCrc32c"
  ).split(" "),
);

/** Operation to what is called so in a bucket's state: each shows one of its configurations. */
const configurations: Readonly<Record<string, string>> = {
  GetBucketAbac: "abac",
  GetBucketAccelerateConfiguration: "acceleration",
  GetBucketAcl: "acl",
  GetBucketCors: "cors",
  GetBucketEncryption: "encryption",
  GetBucketLifecycleConfiguration: "lifecycle",
  GetBucketLocation: "location",
  GetBucketLogging: "logging",
  GetBucketMetadataConfiguration: "metadataTables",
  GetBucketNotificationConfiguration: "notification",
  GetBucketOwnershipControls: "ownership",
  GetBucketPolicy: "policy",
  GetBucketReplication: "replication",
  GetBucketRequestPayment: "payment",
  GetBucketTagging: "tagging",
  GetBucketVersioning: "versioning",
  GetBucketWebsite: "website",
  GetObjectLockConfiguration: "objectLock",
  GetPublicAccessBlock: "publicAccess",
  ListBucketAnalyticsConfigurations: "analytics",
  ListBucketIntelligentTieringConfigurations: "tiering",
  ListBucketInventoryConfigurations: "inventory",
  ListBucketMetricsConfigurations: "metrics",
};

/** What a bucket may be given when it is made, by what shows it. */
const givenAtFirst: Readonly<Record<string, RegExp>> = {
  GetBucketAcl: /^(?:ACL|Grant)/,
  GetBucketLocation: /^CreateBucketConfiguration$/,
  GetBucketOwnershipControls: /^ObjectOwnership$/,
  GetBucketTagging: /^CreateBucketConfiguration$/,
  GetBucketVersioning: /^ObjectLock/,
  GetObjectLockConfiguration: /^ObjectLock/,
};

/** What makes an object may be told its settings, too. */
const makingObjects = /^(?:PutObject|CopyObject|CreateMultipartUpload)$/;

/** What may be another after what; how long contents are, and their hashes, a listing tells anyway. */
export const s3Shown: Shown = {
  ...Object.fromEntries(
    Object.keys(configurations).map((read) => {
      const given = givenAtFirst[read];
      const after = new RegExp(subjectOf(read));
      return [read, { after, ...(given !== undefined && { afterOptions: /^CreateBucket$/, given }) }];
    }),
  ),
  GetObject: {
    after: /^(?:Copy|Restore|Rename|Update)Object|Multipart|UploadPart/,
    afterOptions: /^PutObject$/,
  },
  ListObjectsV2: { after: /Object|Multipart|UploadPart|^(?:Create|Delete)Bucket$/ },
  ListObjectVersions: { after: /Versioning/ },
  ListMultipartUploads: { after: /Multipart|UploadPart/ },
  GetObjectTagging: { after: /ObjectTagging/, afterOptions: makingObjects, given: /Tagging/ },
  GetObjectAcl: { after: /ObjectAcl/, afterOptions: makingObjects, given: /^(?:ACL|Grant)/ },
  GetObjectRetention: {
    after: /Object(?:Retention|Lock)/,
    afterOptions: makingObjects,
    given: /^ObjectLock(?:Mode|RetainUntilDate)$/,
  },
  GetObjectLegalHold: {
    after: /ObjectLegalHold/,
    afterOptions: makingObjects,
    given: /^ObjectLockLegalHold/,
  },
};

/** The reads of single objects. */
const ofObjects = [
  "GetObject",
  "GetObjectTagging",
  "GetObjectAcl",
  "GetObjectRetention",
  "GetObjectLegalHold",
];

export const s3Reads: Reads = {
  ...Object.fromEntries(Object.entries(configurations).map(([read, name]) => [name, read])),
  buckets: "ListBuckets",
  bucket: "HeadBucket",
  objects: "ListObjectsV2",
  "objects.*.content": "GetObject",
  "objects.*.tags": "GetObjectTagging",
  "objects.*.acl": "GetObjectAcl",
  "objects.*.retention": "GetObjectRetention",
  "objects.*.legalHold": "GetObjectLegalHold",
  versions: "ListObjectVersions",
  uploads: "ListMultipartUploads",
  "uploads.*.parts": "ListParts",
};

/** `ListBucketMetricsConfigurations` shows what `PutBucketMetricsConfiguration` sets: `BucketMetrics`. */
function subjectOf(read: string): string {
  return read.replace(/^(?:Get|List)/, "").replace(/Configurations?$/, "");
}

/** Reads an account, a bucket or an object. */
export async function probeS3(clients: Clients, [Bucket, key]: Scope, wanted: Wanted): Promise<State> {
  // What an object shows is read of those that are listed.
  const isListed = wanted("ListObjectsV2") || ofObjects.some(wanted);
  const isWanted: Wanted = (read) => (read === "ListObjectsV2" ? isListed : wanted(read));
  const from = reader(clients, { words: amazonWords, dropped, wanted: isWanted });
  if (Bucket === undefined) {
    return gathered({
      buckets: from.read("ListBuckets", {}, ({ body }) =>
        listOf(valuesOf(body)["Buckets"]).map(({ Name }) => String(Name)),
      ),
    });
  }
  const of = { Bucket };
  const listed = await listing(from, of, key);
  // A bucket that is not there has nothing else to show.
  const exists = isRead(listed) || !isListed || (await from.read("HeadBucket", of, () => true));
  if (!isRead(exists)) return { bucket: exists };
  const objects = withContents(from, of, listed);
  if (key !== undefined) return gathered({ objects });
  const read = Object.entries(configurations).map(
    ([operation, name]) => [name, from.read(operation, of, configuration)] as const,
  );
  return gathered({
    ...Object.fromEntries(read),
    objects,
    versions: versions(from, of),
    uploads: uploads(from, of),
  });
}

/** A configuration's own ids are its owner's: nothing of it is dropped. */
function configuration({ body }: Told): unknown {
  if (typeof body === "string") return body;
  const { Owner: _, ...configured } = valuesOf(body);
  const { Grants } = configured;
  return Grants === undefined ? usersOwn(configured) : { Grants };
}

function listing(from: Reader, of: Values, only: string | undefined): Promise<Plain> {
  return from.read("ListObjectsV2", { ...of, ...(only !== undefined && { Prefix: only }) }, ({ body }) =>
    byName(
      listOf(valuesOf(body)["Contents"]).filter(({ Key }) => only === undefined || Key === only),
      ({ Key }) => String(Key),
      ({ Size, ETag, StorageClass }) => ({ Size, ETag, StorageClass }),
    ),
  );
}

/** The listed objects with what only a look at each of them tells. */
async function withContents(from: Reader, of: Values, listed: Plain): Promise<Plain> {
  if (!isFields(listed) || !isRead(listed)) return listed;
  const looks = Object.entries(listed).map(async ([Key, state], index) => {
    if (index >= mostLookedAt || !isFields(state)) return [Key, state] as const;
    const isSmall = Number(state["Size"]) <= mostRead;
    return [Key, { ...state, ...(await objectState(from, { ...of, Key }, isSmall)) }] as const;
  });
  return plain(Object.fromEntries(await Promise.all(looks)), new Set());
}

function objectState(from: Reader, of: Values, isSmall: boolean): Promise<State> {
  return gathered({
    // A download says all that a look at the head would.
    content: isSmall
      ? from.read("GetObject", of, ({ head }, { body }) => ({ ...head, ...digestOf(body) }))
      : from.read("HeadObject", of, ({ head }) => head),
    tags: from.read("GetObjectTagging", of, ({ body }) =>
      byName(
        listOf(valuesOf(body)["TagSet"]),
        ({ Key }) => String(Key),
        ({ Value }) => Value,
      ),
    ),
    acl: from.read("GetObjectAcl", of, ({ body }) => ({ Grants: valuesOf(body)["Grants"] })),
    retention: from.read("GetObjectRetention", of, ({ body }) => body),
    legalHold: from.read("GetObjectLegalHold", of, ({ body }) => body),
  });
}

/** Versions are named by the service: they are told by their order, the newest first. */
function versions(from: Reader, of: Values): Promise<Plain> {
  return from.read("ListObjectVersions", of, ({ body }) => {
    const { Versions, DeleteMarkers } = valuesOf(body);
    return byName(
      [...listOf(Versions), ...listOf(DeleteMarkers).map((marker) => ({ ...marker, isDeleteMarker: true }))],
      ({ Key }: Values) => String(Key),
      ({ Size, ETag, IsLatest, isDeleteMarker }: Values) => ({ Size, ETag, IsLatest, isDeleteMarker }),
    );
  });
}

/** Uploads that are under way, by key, each with its parts. */
async function uploads(from: Reader, of: Values): Promise<Plain> {
  let found: readonly Values[] = [];
  const listed = await from.read("ListMultipartUploads", of, ({ body }) => {
    found = listOf(valuesOf(body)["Uploads"]);
    return found;
  });
  if (!isRead(listed)) return listed;
  const parts = await Promise.all(
    found.slice(0, mostLookedAt).map(({ Key, UploadId }) => partsOf(from, { ...of, Key, UploadId })),
  );
  const under = found.map(({ Key, StorageClass }, index) => ({ Key, StorageClass, parts: parts[index] }));
  const named = byName(
    under,
    ({ Key }) => String(Key),
    ({ StorageClass, parts }) => ({ StorageClass, parts }),
  );
  return plain(named, dropped);
}

function partsOf(from: Reader, of: Values): Promise<Plain> {
  return from.read("ListParts", of, ({ body }) =>
    listOf(valuesOf(body)["Parts"]).map(({ PartNumber, Size, ETag }) => ({ PartNumber, Size, ETag })),
  );
}
