export { isS3Host } from "./address.ts";
export { s3Recognizer } from "./identify.ts";
export { s3 } from "./interface.ts";
export { type S3AccountOptions, s3Rewriter } from "./sign.ts";
