import {
  type Call,
  existenceOf,
  keyOf,
  lastSuccessOf,
  type Situation,
  type Success,
  type Tracker,
} from "../../../model/index.ts";

export const photos = { Bucket: "photos" };
export const picture = { ...photos, Key: "a.png" };
export const madeBucket = { operation: "CreateBucket", input: photos };

/** Whether a bucket is there. */
export const bucket: Tracker<"there" | "gone"> = existenceOf({
  name: "buckets",
  key: keyOf("Bucket"),
  made: ["CreateBucket"],
  removed: ["DeleteBucket"],
});

/** Whether a bucket is certainly not there: where something was made before we came, nobody knows. */
export function isMissing(bucket: "there" | "gone" | undefined, { knowsAll }: Situation): boolean {
  return bucket === "gone" || (bucket === undefined && knowsAll);
}

export const written: Tracker<number> = lastSuccessOf(
  "PutObject",
  "CopyObject",
  "CompleteMultipartUpload",
).on("Bucket", "Key");
export const removed: Tracker<number> = lastSuccessOf("DeleteObject").on("Bucket", "Key");
export const removedMany: Tracker<number> = lastSuccessOf("DeleteObjects").on("Bucket");

/** Whether an object is certainly there: what several were deleted with may have been among them. */
export function isThere(written: number | undefined, ...removals: readonly (number | undefined)[]): boolean {
  return written !== undefined && removals.every((time) => time === undefined || time < written);
}

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
