import * as sdk from "@aws-sdk/client-s3";
import { s3 } from "../../../src/clouds/s3/index.ts";
import { defaultInput, resolve } from "../../../src/model/index.ts";
import { amazonCalls, amazonClientOptions } from "./amazon-calls.ts";

/** Every operation of `@aws-sdk/client-s3`, with no more than it needs, and something to upload. */
export const s3Calls = amazonCalls<Parameters<sdk.S3Client["send"]>[0]>({
  service: s3,
  exports: sdk,
  client: (endpoint) =>
    new sdk.S3Client({
      ...amazonClientOptions,
      endpoint,
      forcePathStyle: true,
      // The route of an object's function would go before an address, which is no host name.
      disableHostPrefix: true,
    }),
  input: (operation) => {
    const uploads = operation.parameters.some(({ name }) => name === "Body");
    return { ...defaultInput(operation, s3.types), ...(uploads ? { Body: "touchstone" } : {}) };
  },
  date: (declared, value) => {
    const type = resolve(declared, s3.types);
    const isDate = type.kind === "string" && (type.format === "date-time" || type.format === "http-date");
    return isDate ? new Date(String(value)) : undefined;
  },
});
