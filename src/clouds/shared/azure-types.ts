import {
  array,
  bool,
  header,
  headers,
  int,
  map,
  object,
  oneOf,
  optional,
  type Parameter,
  query,
  ref,
  type StringType,
  string,
  type Type,
} from "../../model/index.ts";
import { xmlText } from "./xml-text.ts";

export const guid: StringType = string({ format: "guid" });
export const httpDate: StringType = string({ format: "http-date" });
export const dateTime: StringType = string({ format: "date-time" });
export const etag: StringType = string({ format: "etag" });

/** Names of containers and queues: labels of lower-case letters and digits, joined by single hyphens. */
export const storageName: StringType = string({
  minLength: 3,
  maxLength: 63,
  charset: "a-z0-9-",
  pattern: "[a-z0-9](-?[a-z0-9]){2,62}",
  example: "touchstone",
});

/** User metadata: names are C# identifiers, values are ASCII; 8 KiB in all. */
export const metadata: Type = map(string({ format: "header-value", maxLength: 8192 }), {
  names: string({ maxLength: 8192, pattern: "[A-Za-z_][A-Za-z0-9_]*", example: "owner" }),
});

export const timeout: Parameter = query("timeout?", int({ min: 0 }));
export const requestId: Parameter = header(
  "x-ms-client-request-id?",
  string({ maxLength: 1024, format: "header-value" }),
  "requestId",
);
export const metadataHeaders: Parameter = headers("x-ms-meta-?", metadata, "metadata");

/** The version that an interface describes, as requests name it. */
export function versionHeader(version: string): Parameter {
  return header("x-ms-version?", oneOf(version));
}

export const prefix: Parameter = query("prefix?", string({ maxLength: 1024 }));
export const marker: Parameter = query("marker?", string({ minLength: 1 }));
export const maxResults: Parameter = query("maxresults?", int({ min: 1, max: 5000 }), "maxPageSize");

/** What Azure's storage services answer every request with. */
export const commonOutputHeaders: Readonly<Record<string, Type>> = {
  "x-ms-request-id": guid,
  "x-ms-client-request-id": optional(string({ maxLength: 1024 })),
  "x-ms-version": string({ pattern: "\\d{4}-\\d\\d-\\d\\d", example: "2021-10-04" }),
  Date: httpDate,
};

/** For operations that answer with no more than those. */
export const plain = { outputHeaders: commonOutputHeaders };

const corsMethod = "(DELETE|GET|HEAD|MERGE|POST|OPTIONS|PUT|PATCH)";

/** What can be set for a whole service; blobs have more of it. */
export const servicePropertyFields: Readonly<Record<string, Type>> = {
  "Logging?": ref("Logging"),
  "HourMetrics?": ref("Metrics"),
  "MinuteMetrics?": ref("Metrics"),
  "Cors?": ref("Cors"),
};

/** The types that service properties and stored access policies consist of; permissions differ by service. */
export function azureTypes(permissions: string): Readonly<Record<string, Type>> {
  return {
    RetentionPolicy: object({ Enabled: bool(), "Days?": int({ min: 1, max: 365 }) }),
    Logging: object({
      Version: oneOf("1.0", "2.0"),
      Delete: bool(),
      Read: bool(),
      Write: bool(),
      RetentionPolicy: ref("RetentionPolicy"),
    }),
    Metrics: object({
      "Version?": oneOf("1.0"),
      Enabled: bool(),
      "IncludeAPIs?": bool(),
      "RetentionPolicy?": ref("RetentionPolicy"),
    }),
    CorsRule: object({
      AllowedOrigins: xmlText({ minLength: 1, maxLength: 16_640, example: "*" }),
      AllowedMethods: string({ pattern: `${corsMethod}(,${corsMethod})*`, example: "GET,PUT" }),
      AllowedHeaders: xmlText({ maxLength: 16_384 }),
      ExposedHeaders: xmlText({ maxLength: 16_384 }),
      MaxAgeInSeconds: int({ min: 0 }),
    }),
    Cors: array(ref("CorsRule"), { max: 5, element: "CorsRule" }),
    GeoReplication: object({
      Status: oneOf("live", "bootstrap", "unavailable"),
      LastSyncTime: httpDate,
    }),
    StorageServiceStats: object({ "GeoReplication?": ref("GeoReplication") }),
    AccessPolicy: object({
      "Start?": dateTime,
      "Expiry?": dateTime,
      "Permission?": string({ charset: permissions, maxLength: permissions.length }),
    }),
    SignedIdentifier: object({
      Id: xmlText({ minLength: 1, maxLength: 64 }),
      AccessPolicy: ref("AccessPolicy"),
    }),
    SignedIdentifiers: array(ref("SignedIdentifier"), { max: 5, element: "SignedIdentifier" }),
  };
}
