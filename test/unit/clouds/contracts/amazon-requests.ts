import type { ExampleStep, Input } from "../../../../src/model/index.ts";
import type { Accepted } from "./accepted.ts";

export const photos = { Bucket: "photos" };
export const picture = { ...photos, Key: "a.png" };
export const madeBucket = { operation: "CreateBucket", input: photos };
export const ofUpload = { ...picture, UploadId: "upload-1" };

/** A request to S3 that the service takes. */
export const s3 = (
  says: string,
  operation: string,
  input: Input,
  after: readonly ExampleStep[],
  more: Pick<Accepted, "knowsAll" | "seenIn" | "caller"> = {},
): Accepted => ({ says, service: "s3", operation, input, after, ...more });

/** A step of LocalStack's tests of S3. */
export const inSnapshot = (test: string, step: string) => ({ seenIn: { file: "s3", test, step } });

/** The tag of a part. */
export const etag = "11df95d595559285eb2b042124e74f09";
