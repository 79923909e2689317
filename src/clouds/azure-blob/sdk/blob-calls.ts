import { dateOf, decoded, given, spanOf } from "../../shared/sdk-azure-values.ts";
import { type BlobCalls, onBlob, onBlobLease, onBlockBlob } from "./handles.ts";
import { conditions, copied, encryption, httpHeaders } from "./options.ts";
import { queryForms } from "./query.ts";

export const blobCalls: BlobCalls = {
  Blob_Download: onBlob((client, input) => {
    const { offset, count } = spanOf(input.range);
    return client.download(offset, count, {
      ...given({
        rangeGetContentMD5: input.rangeGetContentMD5,
        rangeGetContentCrc64: input.rangeGetContentCRC64,
      }),
      ...encryption(input),
      ...conditions(input),
    });
  }),
  Blob_GetProperties: onBlob((client, input) =>
    client.getProperties({ ...encryption(input), ...conditions(input) }),
  ),
  Blob_Delete: onBlob((client, input) =>
    client.delete({ ...given({ deleteSnapshots: input.deleteSnapshots }), ...conditions(input) }),
  ),
  Blob_Undelete: onBlob((client) => client.undelete()),
  Blob_SetHTTPHeaders: onBlob((client, input) =>
    client.setHTTPHeaders(httpHeaders(input), conditions(input)),
  ),
  Blob_SetMetadata: onBlob((client, input) =>
    client.setMetadata(input.metadata, { ...encryption(input), ...conditions(input) }),
  ),
  Blob_CreateSnapshot: onBlob((client, input) =>
    client.createSnapshot({
      ...given({ metadata: input.metadata }),
      ...encryption(input),
      ...conditions(input),
    }),
  ),
  Blob_SetTier: onBlob((client, input) =>
    client.setAccessTier(input.tier ?? "", {
      ...given({ rehydratePriority: input.rehydratePriority }),
      ...conditions(input),
    }),
  ),
  Blob_GetTags: onBlob((client, input) => client.getTags(conditions(input))),
  Blob_SetTags: onBlob((client, input) =>
    client.setTags(
      Object.fromEntries(input.tags.BlobTagSet.map(({ Key, Value }) => [Key, Value])),
      conditions(input),
    ),
  ),
  Blob_GetAccountInfo: onBlob((client) => client.getAccountInfo()),
  Blob_SetImmutabilityPolicy: onBlob((client, input) =>
    client.setImmutabilityPolicy(
      given({
        expiriesOn: dateOf(input.immutabilityPolicyExpiry),
        policyMode: input.immutabilityPolicyMode,
      }),
      {
        modifiedAccessCondition: given({ ifUnmodifiedSince: dateOf(input.ifUnmodifiedSince) }),
      },
    ),
  ),
  Blob_DeleteImmutabilityPolicy: onBlob((client) => client.deleteImmutabilityPolicy()),
  Blob_SetLegalHold: onBlob((client, input) => client.setLegalHold(input.legalHold as boolean)),
  Blob_Query: onBlockBlob((client, input) =>
    client.query(input.queryRequest.Expression, {
      ...queryForms(input),
      ...encryption(input),
      ...conditions(input),
    }),
  ),
};

export const copyCalls: BlobCalls = {
  // The SDK would go on to ask how far the copy is: it is asked for the start alone.
  Blob_StartCopyFromURL: onBlob((client, input) =>
    client.beginCopyFromURL(input.copySource, {
      ...copied(input),
      ...given({ rehydratePriority: input.rehydratePriority, sealBlob: input.sealBlob }),
    }),
  ),
  Blob_CopyFromURL: onBlob((client, input) =>
    client.syncCopyFromURL(input.copySource, {
      ...copied(input),
      ...given({
        sourceContentMD5: decoded(input.sourceContentMD5),
        encryptionScope: input.encryptionScope,
        copySourceTags: input.copySourceTags,
      }),
    }),
  ),
  Blob_AbortCopyFromURL: onBlob((client, input) => client.abortCopyFromURL(input.copyId, conditions(input))),
};

export const blobLeaseCalls: BlobCalls = {
  Blob_AcquireLease: onBlobLease((lease, input) => lease.acquireLease(input.duration, conditions(input))),
  Blob_ReleaseLease: onBlobLease((lease, input) => lease.releaseLease(conditions(input))),
  Blob_RenewLease: onBlobLease((lease, input) => lease.renewLease(conditions(input))),
  Blob_ChangeLease: onBlobLease((lease, input) =>
    lease.changeLease(input.proposedLeaseId ?? "", conditions(input)),
  ),
  Blob_BreakLease: onBlobLease((lease, input) =>
    lease.breakLease(input.breakPeriod as number, conditions(input)),
  ),
};
