import type { BlobHTTPHeaders, BlobRequestConditions } from "@azure/storage-blob";
import { dateOf, decoded, given } from "../../shared/sdk-azure-values.ts";
import type { BlobInput } from "./input.ts";

type Conditions = Pick<BlobRequestConditions, "leaseId" | "ifMatch" | "ifNoneMatch" | "tagConditions"> &
  Pick<BlobRequestConditions, "ifModifiedSince" | "ifUnmodifiedSince">;

/** On what state of the blob a call depends. */
export function conditions(input: BlobInput): { conditions: Conditions } {
  return {
    conditions: given({
      leaseId: input.leaseId,
      ifMatch: input.ifMatch,
      ifNoneMatch: input.ifNoneMatch,
      tagConditions: input.ifTags,
      ifModifiedSince: dateOf(input.ifModifiedSince),
      ifUnmodifiedSince: dateOf(input.ifUnmodifiedSince),
    }),
  };
}

/** The same, with the sequence number of a page blob. */
export function pageConditions(input: BlobInput) {
  return {
    conditions: {
      ...conditions(input).conditions,
      ...given({
        ifSequenceNumberEqualTo: input.ifSequenceNumberEqualTo,
        ifSequenceNumberLessThan: input.ifSequenceNumberLessThan,
        ifSequenceNumberLessThanOrEqualTo: input.ifSequenceNumberLessThanOrEqualTo,
      }),
    },
  };
}

/** The same, with the length of an append blob. */
export function appendConditions(input: BlobInput) {
  return {
    conditions: {
      ...conditions(input).conditions,
      ...given({ appendPosition: input.appendPosition, maxSize: input.maxSize }),
    },
  };
}

export function sourceConditions(input: BlobInput) {
  return {
    sourceConditions: given({
      ifMatch: input.sourceIfMatch,
      ifNoneMatch: input.sourceIfNoneMatch,
      ifModifiedSince: dateOf(input.sourceIfModifiedSince),
      ifUnmodifiedSince: dateOf(input.sourceIfUnmodifiedSince),
      tagConditions: input.sourceIfTags,
    }),
  };
}

export function httpHeaders(input: BlobInput): BlobHTTPHeaders {
  return given({
    blobCacheControl: input.blobCacheControl,
    blobContentType: input.blobContentType,
    blobContentMD5: decoded(input.blobContentMD5),
    blobContentEncoding: input.blobContentEncoding,
    blobContentLanguage: input.blobContentLanguage,
    blobContentDisposition: input.blobContentDisposition,
  });
}

/** The customer's own key, and the scope of the service's. */
export function encryption(input: BlobInput) {
  const { encryptionKey, encryptionKeySha256, encryptionAlgorithm, encryptionScope } = input;
  return given({
    customerProvidedKey:
      encryptionKey === undefined || encryptionKeySha256 === undefined
        ? undefined
        : {
            encryptionKey,
            encryptionKeySha256,
            ...(encryptionAlgorithm !== undefined && { encryptionAlgorithm }),
          },
    encryptionScope,
  });
}

export function immutability(input: BlobInput) {
  const expiriesOn = dateOf(input.immutabilityPolicyExpiry);
  return given({
    immutabilityPolicy:
      expiriesOn === undefined
        ? undefined
        : { expiriesOn, ...given({ policyMode: input.immutabilityPolicyMode }) },
    legalHold: input.legalHold,
  });
}

/** `owner=touchstone&kind=photo` as the SDK takes it. */
function tagsOf(text: string | undefined): Record<string, string> | undefined {
  return text === undefined ? undefined : Object.fromEntries(new URLSearchParams(text));
}

/** What every way of making a blob takes. */
export function newBlob(input: BlobInput) {
  return {
    blobHTTPHeaders: httpHeaders(input),
    ...given({ metadata: input.metadata, tags: tagsOf(input.blobTagsString), tier: input.tier }),
    ...encryption(input),
    ...conditions(input),
  };
}

/** What every way of copying a blob takes. */
export function copied(input: BlobInput) {
  return {
    ...given({ metadata: input.metadata, tags: tagsOf(input.blobTagsString), tier: input.tier }),
    ...immutability(input),
    ...conditions(input),
    ...sourceConditions(input),
  };
}

/** The hashes of the content that a request carries. */
export function hashes(input: BlobInput) {
  return given({
    transactionalContentMD5: decoded(input.transactionalContentMD5),
    transactionalContentCrc64: decoded(input.transactionalContentCrc64),
  });
}

/** The hashes of the content that the service fetches. */
export function sourceHashes(input: BlobInput) {
  return given({
    sourceContentMD5: decoded(input.sourceContentMD5),
    sourceContentCrc64: decoded(input.sourceContentCrc64),
  });
}
