import {
  type Contract,
  contract,
  type Input,
  keyOf,
  type Success,
  success,
  type Tracker,
} from "../../../model/index.ts";
import { awsSnapshot } from "../../shared/amazon-sources.ts";
import { at, listOf, numberOf, textOf } from "../../shared/contract-conditions.ts";
import { escaped, isNotImplemented, madeBucket, photos, picture, sizeOf, versioned } from "./tracked.ts";

/** An object as it was written; its size is not known where it was put together elsewhere. */
interface Written {
  readonly etag: string;
  readonly size: number | undefined;
  readonly storageClass: string;
  readonly since: number;
}

const writing = ["PutObject", "CopyObject", "CompleteMultipartUpload"];

/**
 * The objects of a bucket, by their keys. One map goes from success to success: a bucket may have thousands. What a form or a
 * new name has written is not known, which the empty key stands for.
 */
const objects: Tracker<Map<string, Written>> = {
  name: "objects of buckets",
  operations: [...writing, "DeleteObject", "DeleteObjects", "DeleteBucket", "PostObject", "RenameObject"],
  key: keyOf("Bucket"),
  next(before = new Map<string, Written>(), success) {
    const { operation, input } = success.call;
    if (operation === "DeleteBucket") return undefined;
    if (writing.includes(operation)) return before.set(textOf(input, "Key"), writtenBy(success));
    if (operation === "PostObject" || operation === "RenameObject") return before.set("", unknown);
    for (const key of removedBy(input)) before.delete(key);
    return before;
  },
  readsAnswer: true,
};

const unknown: Written = { etag: "", size: undefined, storageClass: "", since: 0 };

function writtenBy({ call, answered, now }: Success): Written {
  const [, quoted = ""] = /<ETag>(.*?)<\/ETag>/.exec(answered.text ?? "") ?? [];
  const etag = answered.headers["etag"] ?? quoted.replaceAll("&quot;", '"');
  return {
    etag,
    size: call.operation === "PutObject" ? sizeOf(call) : undefined,
    storageClass: textOf(call.input, "StorageClass") || "STANDARD",
    since: now,
  };
}

function removedBy(input: Input): readonly string[] {
  const listed = listOf(at(input, "Delete.Objects")).map((one) => String(at(one, "Key") ?? ""));
  return [textOf(input, "Key"), ...listed].filter((key) => key !== "");
}

/** The objects that a listing is about, in order. */
function listedOf(
  input: Input,
  objects: Map<string, Written> | undefined,
): readonly (readonly [string, Written])[] {
  const prefix = textOf(input, "Prefix");
  return [...(objects ?? [])]
    .filter(([key]) => key === "" || key.startsWith(prefix))
    .toSorted(([one], [other]) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
}

/** Whether a listing is one page of plain keys, all of which are known. */
function isPlain(input: Input, objects: Map<string, Written> | undefined): boolean {
  const listed = listedOf(input, objects);
  const isWhole = ["Delimiter", "KeyMarker", "VersionIdMarker"].every((name) => textOf(input, name) === "");
  return (
    isWhole &&
    listed.length <= (numberOf(input, "MaxKeys") ?? 1000) &&
    listed.every(([, { size }]) => size !== undefined)
  );
}

function listOfVersions(input: Input, listed: readonly (readonly [string, Written])[]): string {
  const isEncoded = input["EncodingType"] === "url";
  const named = (key: string) =>
    isEncoded ? encodeURIComponent(key.toWellFormed()).replaceAll("%2F", "/") : escaped(key);
  const versions = listed.map(
    ([key, { etag, size, storageClass, since }]) =>
      `<Version><Key>${named(key)}</Key><VersionId>null</VersionId><IsLatest>true</IsLatest><LastModified>${new Date(since).toISOString()}</LastModified><ETag>${escaped(etag)}</ETag><Size>${size}</Size><StorageClass>${escaped(storageClass)}</StorageClass></Version>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<ListVersionsResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>${escaped(textOf(input, "Bucket"))}</Name><Prefix>${named(textOf(input, "Prefix"))}</Prefix><KeyMarker/><VersionIdMarker/><MaxKeys>${numberOf(input, "MaxKeys") ?? 1000}</MaxKeys>${isEncoded ? "<EncodingType>url</EncodingType>" : ""}<IsTruncated>false</IsTruncated>${versions.join("")}</ListVersionsResult>`;
}

const put = {
  operation: "PutObject",
  input: { ...picture, Body: new TextEncoder().encode("hello") },
  answered: { headers: { etag: '"5d41402abc4b2a76b9719d911017c592"' } },
};

export const versionContracts: readonly Contract[] = [
  contract({
    id: "s3/objects-without-versions-are-listed",
    says: "in a bucket that never had versions each object is listed with the version null",
    on: ["ListObjectVersions"],
    asksFirst: true,
    track: { objects, versioned },
    when: (situation) =>
      situation.knowsAll &&
      isNotImplemented(situation) &&
      situation.versioned !== true &&
      isPlain(situation.input, situation.objects),
    answer: ({ input, objects }) => success(200, { body: listOfVersions(input, listedOf(input, objects)) }),
    evidence: awsSnapshot("s3_api", "test_list_object_versions_order_unversioned", "list-object-versions"),
    breaks: { input: photos, after: [madeBucket, put], answered: { status: 405 } },
    keeps: {
      input: photos,
      after: [
        madeBucket,
        put,
        {
          operation: "PutBucketVersioning",
          input: { ...photos, VersioningConfiguration: { Status: "Enabled" } },
        },
      ],
      answered: { status: 405 },
    },
  }),
];
