interface Deviation {
  readonly service: string;
  /** What is told of it in the comparison. */
  readonly what: RegExp;
  readonly why: string;
}

/** Where an interface says something else than its vendor's grammar, on purpose. */
export const deviations: readonly Deviation[] = [
  {
    service: "azure-blob",
    what: /query include\[\]: also $/,
    why: "an empty item asks for nothing: it is left out",
  },
  {
    service: "azure-blob",
    what: /_SubmitBatch body body: bytes, not string$/,
    why: "a batch of blob requests is a multipart text",
  },
  {
    service: "azure-blob",
    what: /x-ms-immutability-policy-mode: also Mutable$/,
    why: "Mutable is only ever answered: requests set Unlocked or Locked",
  },
  {
    service: "azure-blob",
    what: /^BlockBlob_\w+ header x-ms-access-tier: also P4, .*, Premium$/,
    why: "tiers of premium page blobs are refused for block blobs",
  },
  {
    service: "azure-blob",
    what: /x-ms-access-tier: also Premium$/,
    why: "Premium is an account's tier, which no blob can be put into",
  },
  {
    service: "azure-blob",
    what: /^Blob_SetExpiry header x-ms-expiry-time: text, not long$/,
    why: "a relative time is a number of milliseconds",
  },
  {
    service: "azure-blob",
    what: /: no fault (?:PublicAccessNotPermitted|ContainerHasLegalHold|ContainerImmutabilityPolicyLocked|RequestForbiddenByContainerEncryptionPolicy|BlobImmutableDueToLegalHold|InvalidTag|DuplicateTagNames|EmptyTagName|TagsTooLarge|AccessTierNotSupportedForBlobType|BlobAccessTierNotSupportedForAccountType|Crc64Mismatch|BothCrc64AndMd5HeaderPresent|BlobOperationNotSupported|BlobIsSealed)$/,
    why: "the page of Blob Storage's error codes, or a recorded answer, has codes that the grammar's list lacks",
  },
  {
    service: "azure-queue",
    what: /: no fault (?:Authorization(?:Permission|Protocol|ResourceType|Service|SourceIP)Mismatch|NoAuthenticationInformation)$/,
    why: "the page of common error codes has more about authorisation than the grammar of queues",
  },
  {
    service: "azure-table",
    what: /^Table_Batch body body: bytes, not (?:string|array)$/,
    why: "a batch of table requests is a multipart text, or the list of its parts",
  },
  {
    service: "dynamodb",
    what: /SSEType: also AES256$/,
    why: "only KMS may be asked for",
  },
  {
    service: "dynamodb",
    what: /^(?:Delete|Put)Item field ReturnValues: also UPDATED_OLD, ALL_NEW, UPDATED_NEW$/,
    why: "what is put or deleted can return only what was there before, or nothing",
  },
  {
    service: "dynamodb",
    what: /^Query field KeyConditions\[\]\.ComparisonOperator: also NE, IN, NOT_NULL, NULL, CONTAINS, NOT_CONTAINS$/,
    why: "keys can be compared by fewer operators than other attributes",
  },
];
