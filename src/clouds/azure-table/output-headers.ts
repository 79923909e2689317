import { optional, string, type Type } from "../../model/index.ts";
import { commonOutputHeaders } from "../shared/azure-types.ts";
import { continuation, preference } from "./parameters.ts";
import { entityTag } from "./types.ts";

type OutputHeaders = Readonly<Record<string, Type>>;

export const preferred: OutputHeaders = {
  ...commonOutputHeaders,
  "Preference-Applied": optional(preference),
};

export const tagged: OutputHeaders = { ...commonOutputHeaders, ETag: entityTag };

export const inserted: OutputHeaders = {
  ...preferred,
  ETag: entityTag,
  "Content-Type": optional(string({ format: "mime-type" })),
};

export const morePages: OutputHeaders = {
  ...commonOutputHeaders,
  "x-ms-continuation-NextPartitionKey": optional(continuation),
  "x-ms-continuation-NextRowKey": optional(continuation),
};

export const moreTables: OutputHeaders = {
  ...commonOutputHeaders,
  "x-ms-continuation-NextTableName": optional(continuation),
};
