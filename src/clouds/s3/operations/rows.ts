import { body, type OperationRow, type Parameter, ref } from "../../../model/index.ts";
import { plain } from "../output-headers.ts";
import { integrity, onBucket, onVersion } from "../parameters.ts";

/** What names the resources that requests are about. */
export const ofBucket = { bucket: "Bucket" };
export const ofKey = { bucket: "Bucket", key: "Key" };
export const ofVersion = { ...ofKey, versionId: "VersionId" };
export const ofUpload = { ...ofKey, uploadId: "UploadId" };

type Part = Omit<OperationRow, "faults" | "rights">;

/** Rows of operations that read what is said of a bucket. */
export const readsBucket = {
  ...plain,
  input: onBucket,
  consumes: ofBucket,
  price: "read",
} satisfies Part;

/** Rows of operations that set a configuration of a bucket; such changes reach all of S3 with a delay. */
export const setsConfiguration = {
  ...plain,
  asynchronous: true,
  consumes: ofBucket,
  price: "write",
} satisfies Part;

/** Rows of operations that take such a configuration away. */
export const removesConfiguration = {
  ...readsBucket,
  status: 204,
  asynchronous: true,
  price: "delete",
} satisfies Part;

/** The input of a request that brings a document about a bucket; the type goes by the root element's name. */
export function bringing(root: string, type = root): readonly Parameter[] {
  return [...onBucket, body(root, ref(type)), ...integrity];
}

/** The input of a request that brings a document about an object. */
export function bringingForVersion(root: string, type = root): readonly Parameter[] {
  return [...onVersion, body(root, ref(type)), ...integrity];
}
