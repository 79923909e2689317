import { resolve } from "../../model/index.ts";
import { type AmazonSdk, openAmazon, writtenAmazonCall } from "../shared/sdk-amazon.ts";
import type { SdkDriver } from "../shared/sdk-clients.ts";
import { s3 } from "./interface.ts";

const sdk: AmazonSdk = {
  service: "s3",
  interface: s3,
  package: "@aws-sdk/client-s3",
  client: "S3Client",
  settings: {
    forcePathStyle: true,
    // The route of an object's function would go before an address, which is no host name.
    disableHostPrefix: true,
    // A session would be one more request before the one that is asked for.
    disableS3ExpressSessionAuth: true,
  },
  date(declared, value) {
    const type = resolve(declared, s3.types);
    if (type.kind !== "string" || (type.format !== "date-time" && type.format !== "http-date"))
      return undefined;
    const date = new Date(String(value));
    return Number.isNaN(date.getTime()) ? undefined : date;
  },
};

/** The operations that were replaced by others long ago and have no call any more, and the form of browsers. */
const unreached = new Set([
  "GetBucketLifecycle",
  "PutBucketLifecycle",
  "GetBucketNotification",
  "PutBucketNotification",
  "PostObject",
]);

/** Drives the operations of S3 through `@aws-sdk/client-s3`. */
export const s3Sdk: SdkDriver = {
  reached: ({ name }) => !unreached.has(name),
  open: (options) => openAmazon(sdk, options),
  written: async (operation, input) =>
    !unreached.has(operation.name) ? writtenAmazonCall(sdk, operation, input) : undefined,
  rawHeaders: () => ({}),
};
