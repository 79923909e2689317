import type { SignedIdentifier } from "../../shared/sdk-azure-values.ts";

/**
 * The values of blob operations by their parameters' names. This is what they are meant to be: generated ones may be
 * anything, and what the SDK says to that is what we want to know.
 */
export interface BlobInput {
  readonly containerName: string;
  readonly blob: string;
  readonly body: Uint8Array;
  readonly range?: string;
  readonly snapshot?: string;
  readonly versionId?: string;
  readonly metadata?: Record<string, string>;

  readonly leaseId?: string;
  readonly proposedLeaseId?: string;
  readonly duration: number;
  readonly breakPeriod?: number;

  readonly ifMatch?: string;
  readonly ifNoneMatch?: string;
  readonly ifModifiedSince?: string;
  readonly ifUnmodifiedSince?: string;
  readonly ifTags?: string;
  readonly sourceIfMatch?: string;
  readonly sourceIfNoneMatch?: string;
  readonly sourceIfModifiedSince?: string;
  readonly sourceIfUnmodifiedSince?: string;
  readonly sourceIfTags?: string;
  readonly ifSequenceNumberEqualTo?: number;
  readonly ifSequenceNumberLessThan?: number;
  readonly ifSequenceNumberLessThanOrEqualTo?: number;
  readonly appendPosition?: number;
  readonly maxSize?: number;

  readonly blobCacheControl?: string;
  readonly blobContentType?: string;
  readonly blobContentMD5?: string;
  readonly blobContentEncoding?: string;
  readonly blobContentLanguage?: string;
  readonly blobContentDisposition?: string;
  readonly blobTagsString?: string;
  readonly tier?: string;
  readonly rehydratePriority?: "High" | "Standard";
  readonly encryptionKey?: string;
  readonly encryptionKeySha256?: string;
  readonly encryptionAlgorithm?: "AES256";
  readonly encryptionScope?: string;
  readonly immutabilityPolicyExpiry?: string;
  readonly immutabilityPolicyMode?: "Locked" | "Unlocked";
  readonly legalHold?: boolean;
  readonly transactionalContentMD5?: string;
  readonly transactionalContentCrc64?: string;
  readonly rangeGetContentMD5?: boolean;
  readonly rangeGetContentCRC64?: boolean;
  readonly deleteSnapshots?: "include" | "only";
  readonly sealBlob?: boolean;

  readonly copySource: string;
  readonly copyId: string;
  readonly sourceUrl: string;
  readonly sourceRange?: string;
  readonly sourceContentMD5?: string;
  readonly sourceContentCrc64?: string;
  readonly copySourceBlobProperties?: boolean;
  readonly copySourceTags?: "COPY" | "REPLACE";

  readonly blockId: string;
  readonly blocks: BlockLookupList;
  readonly listType?: "all" | "committed" | "uncommitted";
  readonly blobContentLength: number;
  readonly blobSequenceNumber?: number;
  readonly sequenceNumberAction: "increment" | "max" | "update";
  readonly prevsnapshot?: string;
  readonly prevSnapshotUrl?: string;
  readonly tags: { readonly BlobTagSet: readonly { readonly Key: string; readonly Value: string }[] };
  readonly queryRequest: QueryRequest;

  readonly access?: "blob" | "container";
  readonly containerAcl?: readonly SignedIdentifier[];
  readonly defaultEncryptionScope?: string;
  readonly preventEncryptionScopeOverride?: boolean;
  readonly deletedContainerName: string;
  readonly deletedContainerVersion: string;
  readonly blobServiceProperties: Readonly<Record<string, unknown>>;
  readonly keyInfo: { readonly Start: string; readonly Expiry: string };
  readonly prefix?: string;
  readonly marker?: string;
  readonly maxPageSize?: number;
  readonly delimiter: string;
  readonly include?: readonly string[];
  readonly where: string;
}

interface BlockLookupList {
  readonly Committed?: readonly string[];
  readonly Uncommitted?: readonly string[];
  readonly Latest?: readonly string[];
}

interface QueryRequest {
  readonly Expression: string;
  readonly InputSerialization?: { readonly Format: QueryFormat };
  readonly OutputSerialization?: { readonly Format: QueryFormat };
}

/** How the rows that a query reads or writes are laid out. */
export interface QueryFormat {
  readonly Type: "delimited" | "json" | "arrow" | "parquet";
  readonly DelimitedTextConfiguration?: {
    readonly ColumnSeparator?: string;
    readonly FieldQuote?: string;
    readonly RecordSeparator?: string;
    readonly EscapeChar?: string;
    readonly HeadersPresent?: boolean;
  };
  readonly JsonTextConfiguration?: { readonly RecordSeparator?: string };
  readonly ArrowConfiguration?: {
    readonly Schema: readonly {
      readonly Type: "int64" | "bool" | "timestamp[ms]" | "string" | "double" | "decimal";
      readonly Name?: string;
      readonly Precision?: number;
      readonly Scale?: number;
    }[];
  };
}
