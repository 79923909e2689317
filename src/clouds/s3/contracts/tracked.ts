import {
  type Call,
  existenceOf,
  type Forgetting,
  keyOf,
  type Situation,
  type Success,
  settingOf,
  type Tracker,
} from "../../../model/index.ts";
import { textOf } from "../../shared/contract-conditions.ts";

export const photos = { Bucket: "photos" };
export const picture = { ...photos, Key: "a.png" };
export const madeBucket = { operation: "CreateBucket", input: photos };

/** Successes that only a bucket has that is there. */
const showing = [
  "HeadBucket",
  "ListObjects",
  "ListObjectsV2",
  "GetObject",
  "HeadObject",
  "PutObject",
  "CopyObject",
];

/** Whether a bucket is there. */
export const bucket: Tracker<"there" | "gone"> = existenceOf({
  name: "buckets",
  key: keyOf("Bucket"),
  made: ["CreateBucket", ...showing],
  removed: ["DeleteBucket"],
});

/** Whether a bucket was made by whoever calls, as far as that was seen. */
export const ownBucket: Tracker<"there" | "gone"> = existenceOf({
  name: "own buckets",
  key: keyOf("Bucket"),
  made: ["CreateBucket"],
  removed: ["DeleteBucket"],
});

/** What is remembered, and which operations say it. */
interface Remembered<Value> {
  readonly name: string;
  readonly set: readonly string[];
  readonly value: (success: Success) => Value;
}

/** What a bucket was made with, until it is set anew. Who makes a bucket that is there changes nothing of it. */
export function ofBucket<Value>({ name, set, value }: Remembered<Value>): Tracker<Value> {
  return {
    name,
    operations: ["CreateBucket", ...set, "DeleteBucket"],
    key: keyOf("Bucket"),
    next(before, success) {
      const { operation } = success.call;
      if (operation === "DeleteBucket") return undefined;
      return operation === "CreateBucket" ? (before ?? value(success)) : value(success);
    },
  };
}

/** Whether a bucket is certainly not there: where something was made before we came, nobody knows. */
export function isMissing(bucket: "there" | "gone" | undefined, { knowsAll }: Situation): boolean {
  return bucket === "gone" || (bucket === undefined && knowsAll);
}

/** Whether a bucket has, or has had, versions; one with locks has them from the first. */
export const versioned: Tracker<boolean> = ofBucket({
  name: "buckets that have had versions",
  set: ["PutBucketVersioning", "PutObjectLockConfiguration"],
  value: ({ call: { operation, input } }) =>
    operation !== "CreateBucket" || input["ObjectLockEnabledForBucket"] === true,
});

/** Operations by which an object comes, changes or goes. */
const changing = [
  "PutObject",
  "CopyObject",
  "CompleteMultipartUpload",
  "DeleteObject",
  "RestoreObject",
  "UpdateObjectEncryption",
];

/** Operations that do not name all objects that they write or remove in their address. */
const many: Forgetting = {
  operations: ["DeleteObjects", "DeleteBucket", "PostObject", "RenameObject"],
  which:
    ({ input }) =>
    (key) =>
      key.startsWith(`${textOf(input, "Bucket")}/`),
};

/** What is known of an object since it was last written by these operations; whatever else changes it makes it unknown. */
export function ofObject<Value>({
  name,
  set,
  cleared = [],
  value,
}: Remembered<Value> & { readonly cleared?: readonly string[] }): Tracker<Value> {
  return settingOf({
    name,
    key: keyOf("Bucket", "Key"),
    set,
    cleared: [...changing.filter((operation) => !set.includes(operation)), ...cleared],
    forgets: many,
    value,
  });
}

/** Objects that are certainly there. */
export const written: Tracker<true> = ofObject({
  name: "objects",
  set: ["PutObject", "CopyObject", "CompleteMultipartUpload"],
  value: () => true,
});

/** What the header of an answer of our own says: the emulator does not keep what was set. */
export function isOwn({ answered }: Success): boolean {
  return answered.headers["x-touchstone-contract"] !== undefined;
}

/** An answer of an emulator that has no such operation, or takes it for another. */
export function isNotImplemented({ answered: { status, code, text = "" } }: Situation): boolean {
  const isTakenForAnother =
    (status === 409 && code === "BucketAlreadyExists") ||
    (status === 200 && text.includes("<ListBucketResult"));
  return status === 501 || status === 405 || isTakenForAnother;
}

/** The region that a request was signed for; the first one where it was signed for none. */
export function regionOf({ call }: Situation): string {
  return /Credential=[^/]+\/\d+\/([^/]+)\//.exec(call.headers["authorization"] ?? "")?.[1] ?? "us-east-1";
}

/** How many bytes of content a request brings; `undefined` if nobody says so. */
export function sizeOf({ body, headers }: Call): number | undefined {
  const told = headers["x-amz-decoded-content-length"] ?? headers["content-length"];
  return body?.length ?? (told === undefined ? undefined : Number(told));
}

/** Text as it stands in an element. */
export function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
