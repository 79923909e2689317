import type { ServiceName } from "./service-names.ts";

/** What in a service's exchanges says nothing about behaviour, or says it only by being the same twice. */
export interface Volatile {
  /** Headers, in lower case, that differ from request to request whatever is done. */
  readonly headers: ReadonlySet<string>;
  /** Query parameters, in lower case, that prove who asks, or when. */
  readonly query: ReadonlySet<string>;
  /** Fields of bodies that are dropped. */
  readonly fields: ReadonlySet<string>;
  /** Headers of answers (in lower case) and fields that hold a time: it says something that one is there, not which. */
  readonly times: ReadonlySet<string>;
  /** Those of them that are the end of something, to its begin: the field beside it or the header (in lower case) that tells that. */
  readonly ends: ReadonlyMap<string, string>;
  /** Headers (in lower case) and fields whose values the service makes up, to what they are. */
  readonly identifiers: ReadonlyMap<string, string>;
  /** Fields of refusals that are written for people. */
  readonly messages: ReadonlySet<string>;
  /** Fields that are lists in whose order nothing is said; of some only in the answers to one operation: `Scan Items`. */
  readonly unordered: ReadonlySet<string>;
  /** Fields that count, and are brought up to date only now and then. */
  readonly late: ReadonlySet<string>;
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
];

/** The parts of a shared access signature that change with every one that is made; its rights stay. */
const sasQuery = ["sig", "st", "se", "skt", "ske", "skoid", "sktid", "sks", "skv"];

const etags = [
  ["etag", "etag"],
  ["if-match", "etag"],
  ["if-none-match", "etag"],
] as const;

const blobIdentifiers = [
  ...etags,
  ["Etag", "etag"],
  ["x-ms-source-if-match", "etag"],
  ["x-ms-source-if-none-match", "etag"],
  ["x-ms-lease-id", "lease"],
  ["x-ms-proposed-lease-id", "lease"],
  ["x-ms-source-lease-id", "lease"],
  ["x-ms-copy-id", "copy"],
  ["CopyId", "copy"],
  ["copyid", "copy"],
  ["x-ms-snapshot", "snapshot"],
  ["Snapshot", "snapshot"],
  ["snapshot", "snapshot"],
  ["x-ms-version-id", "version"],
  ["VersionId", "version"],
  ["versionid", "version"],
  ["NextMarker", "marker"],
  ["Marker", "marker"],
  ["marker", "marker"],
] as const;

const queueIdentifiers = [
  ...etags,
  ["MessageId", "message-id"],
  ["PopReceipt", "receipt"],
  ["popreceipt", "receipt"],
  ["x-ms-popreceipt", "receipt"],
  ["NextMarker", "marker"],
  ["Marker", "marker"],
  ["marker", "marker"],
] as const;

/** A table's fields are called as its user likes: only those that no user can have are the service's. */
const tableIdentifiers = [
  ...etags,
  ["odata.etag", "etag"],
  ["x-ms-continuation-nexttablename", "marker"],
  ["x-ms-continuation-nextpartitionkey", "marker"],
  ["x-ms-continuation-nextrowkey", "marker"],
  ["NextTableName", "marker"],
  ["NextPartitionKey", "marker"],
  ["NextRowKey", "marker"],
] as const;

interface OwnVolatile {
  readonly fields: readonly string[];
  readonly times: readonly string[];
  readonly ends?: readonly (readonly [end: string, begin: string])[];
  readonly identifiers: readonly (readonly [name: string, kind: string])[];
  readonly unordered?: readonly string[];
}

function azure({ fields, times, ends = [], identifiers, unordered = [] }: OwnVolatile): Volatile {
  return {
    headers: new Set(azureHeaders),
    query: new Set(sasQuery),
    fields: new Set(fields),
    times: new Set(["last-modified", ...times]),
    ends: new Map(ends),
    identifiers: new Map(identifiers),
    messages: new Set(["Message", "message", "AuthenticationErrorDetail"]),
    unordered: new Set(unordered),
    late: new Set(),
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
  "azure-blob": azure({
    fields: ["ServiceEndpoint"],
    times: [
      "x-ms-creation-time",
      "x-ms-last-access-time",
      "x-ms-copy-completion-time",
      "Last-Modified",
      "Creation-Time",
      "LastAccessTime",
      "CopyCompletionTime",
    ],
    identifiers: blobIdentifiers,
    unordered: ["BlobTagSet"],
  }),
  "azure-queue": azure({
    fields: ["ServiceEndpoint"],
    times: ["x-ms-time-next-visible", "InsertionTime", "ExpirationTime", "TimeNextVisible"],
    ends: [
      ["ExpirationTime", "InsertionTime"],
      ["TimeNextVisible", "date"],
    ],
    identifiers: queueIdentifiers,
  }),
  "azure-table": azure({
    fields: ["odata.metadata", "odata.id", "odata.editLink"],
    times: ["Timestamp"],
    identifiers: tableIdentifiers,
  }),
  s3: {
    headers: new Set(amazonHeaders),
    query: new Set(presigned),
    fields: new Set(["RequestId", "HostId"]),
    times: new Set(["last-modified", "LastModified", "CreationDate", "Initiated"]),
    ends: new Map(),
    // An ETag is none of them: it follows from the content, and tests may rely on that.
    identifiers: new Map([
      ["UploadId", "upload"],
      ["uploadId", "upload"],
      ["VersionId", "version"],
      ["versionId", "version"],
      ["x-amz-version-id", "version"],
      ["NextContinuationToken", "marker"],
      ["ContinuationToken", "marker"],
      ["continuation-token", "marker"],
    ]),
    messages: new Set(["Message"]),
    unordered: new Set(["TagSet", "Grants"]),
    late: new Set(),
  },
  dynamodb: {
    headers: new Set(amazonHeaders),
    query: new Set(presigned),
    fields: new Set(),
    times: new Set([
      "CreationDateTime",
      "LastUpdateToPayPerRequestDateTime",
      "LastIncreaseDateTime",
      "LastDecreaseDateTime",
    ]),
    ends: new Map(),
    identifiers: new Map([
      ["TableId", "table-id"],
      ["TableArn", "arn"],
      ["LatestStreamArn", "arn"],
      ["LatestStreamLabel", "label"],
      ["BackupArn", "arn"],
      ["NextToken", "marker"],
    ]),
    messages: new Set(["message", "Message"]),
    unordered: new Set([
      ...["SS", "NS", "BS", "AttributeDefinitions", "GlobalSecondaryIndexes", "LocalSecondaryIndexes"],
      ...["Tags", "NonKeyAttributes", "Scan Items", "BatchGetItem Responses", "ListTables TableNames"],
    ]),
    late: new Set(["ItemCount", "TableSizeBytes", "IndexSizeBytes"]),
  },
};

/** What is noise in a service's exchanges by its nature. */
export function volatileOf(service: ServiceName): Volatile {
  return volatile[service];
}
