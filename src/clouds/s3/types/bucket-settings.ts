import {
  array,
  bool,
  int,
  object,
  oneOf,
  ref,
  type StringType,
  string,
  type Types,
  union,
  wire,
} from "../../../model/index.ts";
import { xmlText } from "../../shared/xml-text.ts";
import {
  bucketName,
  enabledOrDisabled,
  enabledOrSuspended,
  encryptionMethod,
  keyInXml,
  kmsKey,
  prefixInXml,
  ruleId,
} from "../scalars.ts";

/** One asterisk at most. */
const withWildcard: StringType = string({
  minLength: 1,
  pattern: "[!-)+-~]*\\*?[!-)+-~]*",
  example: "*",
});
const headerName = string({ minLength: 1, charset: "A-Za-z0-9_-", example: "ETag" });
const protocol = oneOf("http", "https");
const hostName = string({ minLength: 1, charset: "A-Za-z0-9.:-", example: "example.com" });
const website = {
  "IndexDocument?": ref("IndexDocument"),
  "ErrorDocument?": ref("ErrorDocument"),
  "RoutingRules?": array(ref("RoutingRule"), { min: 1, max: 50, element: "RoutingRule" }),
  "RedirectAllRequestsTo?": ref("RedirectAllRequestsTo"),
};
const exactlyOne = { minFields: 1, maxFields: 1 };
const payer = oneOf("Requester", "BucketOwner");

export const bucketSettingTypes: Types = {
  VersioningConfiguration: object({
    "MFADelete?": wire("MfaDelete", enabledOrDisabled),
    Status: enabledOrSuspended,
  }),
  /** A bucket whose versioning was never set says nothing. */
  GetBucketVersioningOutput: object({
    "Status?": enabledOrSuspended,
    "MFADelete?": wire("MfaDelete", enabledOrDisabled),
  }),
  AccelerateConfiguration: object({ Status: enabledOrSuspended }),
  GetBucketAccelerateConfigurationOutput: object({ "Status?": enabledOrSuspended }),
  RequestPaymentConfiguration: object({ Payer: payer }),

  CORSRule: object({
    "ID?": ruleId,
    "AllowedHeaders?": wire("AllowedHeader", array(withWildcard, { flat: true })),
    AllowedMethods: wire(
      "AllowedMethod",
      array(oneOf("GET", "PUT", "HEAD", "POST", "DELETE"), { min: 1, flat: true }),
    ),
    AllowedOrigins: wire("AllowedOrigin", array(withWildcard, { min: 1, flat: true })),
    "ExposeHeaders?": wire("ExposeHeader", array(headerName, { flat: true })),
    "MaxAgeSeconds?": int({ min: 0 }),
  }),
  CORSConfiguration: object({
    CORSRules: wire("CORSRule", array(ref("CORSRule"), { min: 1, max: 100, flat: true })),
  }),

  ServerSideEncryptionByDefault: object({ SSEAlgorithm: encryptionMethod, "KMSMasterKeyID?": kmsKey }),
  BlockedEncryptionTypes: object({
    "EncryptionType?": array(oneOf("NONE", "SSE-C"), { min: 1, flat: true }),
  }),
  ServerSideEncryptionRule: object(
    {
      "ApplyServerSideEncryptionByDefault?": ref("ServerSideEncryptionByDefault"),
      "BucketKeyEnabled?": bool(),
      "BlockedEncryptionTypes?": ref("BlockedEncryptionTypes"),
    },
    { minFields: 1 },
  ),
  ServerSideEncryptionConfiguration: object({
    Rules: wire("Rule", array(ref("ServerSideEncryptionRule"), { min: 1, max: 1, flat: true })),
  }),

  TargetGrant: object({ Grantee: ref("Grantee"), Permission: oneOf("FULL_CONTROL", "READ", "WRITE") }),
  SimplePrefix: object({}),
  PartitionedPrefix: object({ "PartitionDateSource?": oneOf("EventTime", "DeliveryTime") }),
  TargetObjectKeyFormat: object(
    {
      "SimplePrefix?": ref("SimplePrefix"),
      "PartitionedPrefix?": ref("PartitionedPrefix"),
    },
    exactlyOne,
  ),
  LoggingEnabled: object({
    TargetBucket: bucketName,
    TargetPrefix: prefixInXml,
    "TargetGrants?": array(ref("TargetGrant"), { max: 100, element: "Grant" }),
    "TargetObjectKeyFormat?": ref("TargetObjectKeyFormat"),
  }),
  /** Logging is off where nothing is said. */
  BucketLoggingStatus: object({ "LoggingEnabled?": ref("LoggingEnabled") }),

  IndexDocument: object({
    Suffix: xmlText({ minLength: 1, maxLength: 1024, pattern: "[^/]+", example: "index.html" }),
  }),
  ErrorDocument: object({ Key: keyInXml }),
  RedirectAllRequestsTo: object({ HostName: hostName, "Protocol?": protocol }),
  Condition: object(
    {
      "HttpErrorCodeReturnedEquals?": string({ pattern: "[45][0-9]{2}", example: "404" }),
      "KeyPrefixEquals?": prefixInXml,
    },
    { minFields: 1 },
  ),
  Redirect: object(
    {
      "HostName?": hostName,
      "HttpRedirectCode?": string({ pattern: "3[0-9]{2}", example: "301" }),
      "Protocol?": protocol,
      "ReplaceKeyPrefixWith?": prefixInXml,
      "ReplaceKeyWith?": prefixInXml,
    },
    { minFields: 1 },
  ),
  RoutingRule: object({ "Condition?": ref("Condition"), Redirect: ref("Redirect") }),
  /** A site has an index, or else it does nothing but redirect. */
  WebsiteConfiguration: union(
    object({ ...website, IndexDocument: ref("IndexDocument") }),
    object({ ...website, RedirectAllRequestsTo: ref("RedirectAllRequestsTo") }, { maxFields: 1 }),
  ),
};
