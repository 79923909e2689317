import type { ServiceName } from "./service-names.ts";

/** What in a service's exchanges says nothing about behaviour, or says it only by being the same twice. */
export interface Volatile {
  /** Headers, in lower case, that differ from request to request whatever is done. */
  readonly headers: ReadonlySet<string>;
  /** Query parameters, in lower case, that prove who asks, or when. */
  readonly query: ReadonlySet<string>;
  /** Fields of bodies that are dropped. */
  readonly fields: ReadonlySet<string>;
  /** Headers (in lower case) and fields whose values the service makes up, to what they are. */
  readonly identifiers: ReadonlyMap<string, string>;
  /** Fields that are written for people. */
  readonly messages: ReadonlySet<string>;
}

const transport = [
  "authorization",
  "connection",
  "keep-alive",
  "date",
  "host",
  "server",
  "user-agent",
  "accept",
  "accept-encoding",
  "accept-language",
  "content-length",
  "transfer-encoding",
  "traceparent",
  "tracestate",
  "expect",
];

const azureHeaders = [
  ...transport,
  "x-ms-date",
  "x-ms-client-request-id",
  "x-ms-return-client-request-id",
  "x-ms-request-id",
  "x-ms-useragent",
  "x-ms-version",
  "last-modified",
  "x-ms-creation-time",
  "x-ms-last-access-time",
  "x-ms-copy-completion-time",
  "x-ms-content-crc64",
];

/** The parts of a shared access signature that change with every one that is made; its rights stay. */
const sasQuery = ["sig", "st", "se", "skt", "ske", "skoid", "sktid", "sks", "skv"];

const azureIdentifiers = [
  ["etag", "etag"],
  ["Etag", "etag"],
  ["odata.etag", "etag"],
  ["x-ms-lease-id", "lease"],
  ["x-ms-copy-id", "copy"],
  ["CopyId", "copy"],
  ["x-ms-snapshot", "snapshot"],
  ["Snapshot", "snapshot"],
  ["x-ms-version-id", "version"],
  ["VersionId", "version"],
  ["MessageId", "message"],
  ["PopReceipt", "receipt"],
  ["x-ms-popreceipt", "receipt"],
  ["NextMarker", "marker"],
  ["x-ms-continuation-nexttablename", "marker"],
  ["x-ms-continuation-nextpartitionkey", "marker"],
  ["x-ms-continuation-nextrowkey", "marker"],
] as const;

function azure(fields: readonly string[]): Volatile {
  return {
    headers: new Set(azureHeaders),
    query: new Set(sasQuery),
    fields: new Set(fields),
    identifiers: new Map(azureIdentifiers),
    messages: new Set(["Message", "message", "AuthenticationErrorDetail"]),
  };
}

const amazonHeaders = [
  ...transport,
  "x-amz-date",
  "x-amz-content-sha256",
  "x-amz-security-token",
  "x-amz-user-agent",
  "x-amz-request-id",
  "x-amz-id-2",
  "x-amzn-requestid",
  "x-amz-crc32",
  "amz-sdk-invocation-id",
  "amz-sdk-request",
  "last-modified",
];

const presigned = [
  "x-amz-signature",
  "x-amz-date",
  "x-amz-credential",
  "x-amz-security-token",
  "x-amz-signedheaders",
  "awsaccesskeyid",
  "signature",
  "expires",
  "x-id",
];

const volatile: Readonly<Record<ServiceName, Volatile>> = {
  "azure-blob": azure([
    "ServiceEndpoint",
    "Last-Modified",
    "Creation-Time",
    "LastAccessTime",
    "CopyCompletionTime",
  ]),
  "azure-queue": azure(["ServiceEndpoint", "InsertionTime", "ExpirationTime", "TimeNextVisible"]),
  "azure-table": azure(["Timestamp", "odata.metadata", "odata.id", "odata.editLink"]),
  s3: {
    headers: new Set(amazonHeaders),
    query: new Set(presigned),
    fields: new Set(["LastModified", "CreationDate", "RequestId", "HostId", "Initiated"]),
    identifiers: new Map([
      ["etag", "etag"],
      ["ETag", "etag"],
      ["UploadId", "upload"],
      ["uploadId", "upload"],
      ["VersionId", "version"],
      ["x-amz-version-id", "version"],
      ["NextContinuationToken", "marker"],
      ["continuation-token", "marker"],
    ]),
    messages: new Set(["Message"]),
  },
  dynamodb: {
    headers: new Set(amazonHeaders),
    query: new Set(presigned),
    fields: new Set([
      "CreationDateTime",
      "LastUpdateToPayPerRequestDateTime",
      "LastIncreaseDateTime",
      "LastDecreaseDateTime",
    ]),
    identifiers: new Map([
      ["TableId", "table-id"],
      ["TableArn", "arn"],
      ["LatestStreamArn", "arn"],
      ["LatestStreamLabel", "label"],
      ["BackupArn", "arn"],
      ["NextToken", "marker"],
    ]),
    messages: new Set(["message", "Message"]),
  },
};

/** What is noise in a service's exchanges by its nature. */
export function volatileOf(service: ServiceName): Volatile {
  return volatile[service];
}
