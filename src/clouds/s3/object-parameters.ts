import {
  bool,
  header,
  headers,
  map,
  oneOf,
  type Parameter,
  query,
  string,
  type Type,
} from "../../model/index.ts";
import { objectGrants } from "./parameters.ts";
import {
  accountId,
  anyEtag,
  dateTime,
  encryptionMethod,
  etag,
  headerText,
  httpDate,
  kmsKey,
  lockMode,
  objectCannedAcl,
  objectSize,
  onOrOff,
  storageClass,
} from "./scalars.ts";

/** How an object is labelled for those who read it over HTTP. */
export const contentHeaders: readonly Parameter[] = [
  header("Cache-Control?", headerText, "CacheControl"),
  header("Content-Disposition?", headerText, "ContentDisposition"),
  header("Content-Encoding?", headerText, "ContentEncoding"),
  header("Content-Language?", headerText, "ContentLanguage"),
  header("Content-Type?", headerText, "ContentType"),
  header("Expires?", httpDate, "Expires"),
];

/** Labels of the answer alone, for readers that cannot set headers. */
export const responseOverrides: readonly Parameter[] = [
  query("response-cache-control?", headerText, "ResponseCacheControl"),
  query("response-content-disposition?", headerText, "ResponseContentDisposition"),
  query("response-content-encoding?", headerText, "ResponseContentEncoding"),
  query("response-content-language?", headerText, "ResponseContentLanguage"),
  query("response-content-type?", headerText, "ResponseContentType"),
  query("response-expires?", httpDate, "ResponseExpires"),
];

/** User metadata: names are HTTP tokens; names and values together have at most 2 KiB. */
export const metadataMap: Type = map(string({ format: "header-value", maxLength: 2048 }), {
  names: string({ minLength: 1, maxLength: 2048, charset: "!#$%&'*+.^_`|~0-9A-Za-z-", example: "owner" }),
});
export const metadata: Parameter = headers("x-amz-meta-?", metadataMap, "Metadata");

export const serverSideEncryption: Parameter = header(
  "x-amz-server-side-encryption?",
  encryptionMethod,
  "ServerSideEncryption",
);
export const kmsKeyId: Parameter = header(
  "x-amz-server-side-encryption-aws-kms-key-id?",
  kmsKey,
  "SSEKMSKeyId",
);
export const bucketKeyEnabled: Parameter = header(
  "x-amz-server-side-encryption-bucket-key-enabled?",
  bool(),
  "BucketKeyEnabled",
);
/** Encryption by keys that Amazon holds. */
export const managedEncryption: readonly Parameter[] = [
  serverSideEncryption,
  kmsKeyId,
  header(
    "x-amz-server-side-encryption-context?",
    string({ format: "base64", example: "eyJwcm9qZWN0IjoidG91Y2hzdG9uZSJ9" }),
    "SSEKMSEncryptionContext",
  ),
  bucketKeyEnabled,
];

/** The digest of the key of thirty-two zero bytes, which is the default one. */
const keyDigest = string({ format: "md5", example: "cLyPS3KoaSFGi/joRB3OUQ==" });

/** Encryption by a key that comes with the request: its three headers go together. */
function customerKey(wire: string, name: string): readonly Parameter[] {
  return [
    header(`${wire}-algorithm?`, oneOf("AES256"), `${name}Algorithm`),
    header(`${wire}-key?`, string({ format: "aes256-key" }), `${name}Key`),
    header(`${wire}-key-MD5?`, keyDigest, `${name}KeyMD5`),
  ];
}
export const sseCustomerKey: readonly Parameter[] = customerKey(
  "x-amz-server-side-encryption-customer",
  "SSECustomer",
);

/** Retention and legal hold of a new object. */
export const objectLock: readonly Parameter[] = [
  header("x-amz-object-lock-mode?", lockMode, "ObjectLockMode"),
  header("x-amz-object-lock-retain-until-date?", dateTime, "ObjectLockRetainUntilDate"),
  header("x-amz-object-lock-legal-hold?", onOrOff, "ObjectLockLegalHoldStatus"),
];
export const bypassGovernance: Parameter = header(
  "x-amz-bypass-governance-retention?",
  bool(),
  "BypassGovernanceRetention",
);
export const storageClassHeader: Parameter = header("x-amz-storage-class?", storageClass, "StorageClass");
export const objectAcl: Parameter = header("x-amz-acl?", objectCannedAcl, "ACL");

const encodedTag = "[A-Za-z0-9%._+~-]{1,128}=[A-Za-z0-9%._+~-]{0,256}";

/** What a new object can be told to be, however it comes about. */
export const objectSettings: readonly Parameter[] = [
  objectAcl,
  ...objectGrants,
  ...contentHeaders,
  metadata,
  storageClassHeader,
  header(
    "x-amz-website-redirect-location?",
    string({ maxLength: 2048, pattern: "(/|https?://)[!-~]*", example: "/index.html" }),
    "WebsiteRedirectLocation",
  ),
  header(
    "x-amz-tagging?",
    string({ pattern: `${encodedTag}(&${encodedTag}){0,9}`, example: "project=touchstone" }),
    "Tagging",
  ),
  ...managedEncryption,
  ...sseCustomerKey,
  ...objectLock,
];

/** `bucket/key`, percent-encoded, or an access point's ARN and `object/key`; a version may follow. */
const sourcePath = string({
  pattern: "/?([a-z0-9.-]{3,63}|arn:[!-~]+)/[!-~]+",
  example: "touchstone-bucket/touchstone/source.txt",
});
export const renameSource: Parameter = header("x-amz-rename-source", sourcePath, "RenameSource");
/** Where a copy comes from, on which conditions, and how to read it there. */
export const fromSource: readonly Parameter[] = [
  header("x-amz-copy-source", sourcePath, "CopySource"),
  header("x-amz-copy-source-if-match?", etag, "CopySourceIfMatch"),
  header("x-amz-copy-source-if-none-match?", etag, "CopySourceIfNoneMatch"),
  header("x-amz-copy-source-if-modified-since?", httpDate, "CopySourceIfModifiedSince"),
  header("x-amz-copy-source-if-unmodified-since?", httpDate, "CopySourceIfUnmodifiedSince"),
  ...customerKey("x-amz-copy-source-server-side-encryption-customer", "CopySourceSSECustomer"),
  header("x-amz-source-expected-bucket-owner?", accountId, "ExpectedSourceBucketOwner"),
];

const ifMatch = header("If-Match?", etag, "IfMatch");
export const readConditions: readonly Parameter[] = [
  ifMatch,
  header("If-None-Match?", etag, "IfNoneMatch"),
  header("If-Modified-Since?", httpDate, "IfModifiedSince"),
  header("If-Unmodified-Since?", httpDate, "IfUnmodifiedSince"),
];
export const writeConditions: readonly Parameter[] = [
  ifMatch,
  header("If-None-Match?", anyEtag, "IfNoneMatch"),
];
export const deleteConditions: readonly Parameter[] = [
  ifMatch,
  header("x-amz-if-match-last-modified-time?", httpDate, "IfMatchLastModifiedTime"),
  header("x-amz-if-match-size?", objectSize, "IfMatchSize"),
];
