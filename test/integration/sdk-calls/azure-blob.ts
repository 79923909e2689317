import {
  type AppendBlobClient,
  type BlobBatchClient,
  type BlobClient,
  type BlobLeaseClient,
  BlobServiceClient,
  type BlockBlobClient,
  type ContainerClient,
  type PageBlobClient,
  StorageSharedKeyCredential,
} from "@azure/storage-blob";

type SdkCall = (endpoint: string) => Promise<unknown>;

/** The account that every Azure emulator knows, and its published key. */
const credential = new StorageSharedKeyCredential(
  "devstoreaccount1",
  "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==",
);
const options = { retryOptions: { maxTries: 1 } };
const leaseId = "1f812371-a41d-49e6-b123-f4b542e851c5";
const nextLeaseId = "c820a799-76d7-4ee2-6e15-546f19325c2c";
const blockId = "MDAwMDAwMDE=";
const snapshot = "2024-01-31T10:00:00.1234567Z";
const source = "https://touchstone.blob.core.windows.net/source/blob.txt";
const start = new Date("2024-01-31T10:00:00Z");
const end = new Date("2042-01-31T10:00:00Z");
const page = new Uint8Array(512);

function onService(call: (client: BlobServiceClient) => Promise<unknown>): SdkCall {
  return (endpoint) => call(new BlobServiceClient(endpoint, credential, options));
}

function onContainer(call: (client: ContainerClient) => Promise<unknown>): SdkCall {
  return onService((client) => call(client.getContainerClient("photos")));
}

function onBlob(call: (client: BlobClient) => Promise<unknown>): SdkCall {
  return onContainer((client) => call(client.getBlobClient("2024/cat.jpg")));
}

function onBlockBlob(call: (client: BlockBlobClient) => Promise<unknown>): SdkCall {
  return onBlob((client) => call(client.getBlockBlobClient()));
}

function onPageBlob(call: (client: PageBlobClient) => Promise<unknown>): SdkCall {
  return onBlob((client) => call(client.getPageBlobClient()));
}

function onAppendBlob(call: (client: AppendBlobClient) => Promise<unknown>): SdkCall {
  return onBlob((client) => call(client.getAppendBlobClient()));
}

function onContainerLease(call: (client: BlobLeaseClient) => Promise<unknown>): SdkCall {
  return onContainer((client) => call(client.getBlobLeaseClient(leaseId)));
}

function onBlobLease(call: (client: BlobLeaseClient) => Promise<unknown>): SdkCall {
  return onBlob((client) => call(client.getBlobLeaseClient(leaseId)));
}

function deleteAll(batch: BlobBatchClient, container: ContainerClient): Promise<unknown> {
  return batch.deleteBlobs([container.getBlobClient("cat.jpg"), container.getBlobClient("dog.jpg")]);
}

const serviceCalls: Readonly<Record<string, SdkCall>> = {
  Service_GetProperties: onService((client) => client.getProperties()),
  Service_SetProperties: onService((client) =>
    client.setProperties({ deleteRetentionPolicy: { enabled: true, days: 7 } }),
  ),
  Service_GetStatistics: onService((client) => client.getStatistics()),
  Service_ListContainersSegment: onService((client) =>
    client.listContainers({ includeMetadata: true }).next(),
  ),
  // Only a token would be granted the key, but the SDK leaves that to the service.
  Service_GetUserDelegationKey: onService((client) => client.getUserDelegationKey(start, end)),
  Service_GetAccountInfo: onService((client) => client.getAccountInfo()),
  Service_SubmitBatch: onService((client) =>
    deleteAll(client.getBlobBatchClient(), client.getContainerClient("photos")),
  ),
  Service_FilterBlobs: onService((client) => client.findBlobsByTags(`"owner" = 'touchstone'`).next()),
  Container_Restore: onService((client) => client.undeleteContainer("photos", "01D8A795EFD97EF8")),
};

const containerCalls: Readonly<Record<string, SdkCall>> = {
  Container_Create: onContainer((client) => client.create({ access: "blob" })),
  Container_GetProperties: onContainer((client) => client.getProperties()),
  Container_Delete: onContainer((client) => client.delete()),
  Container_SetMetadata: onContainer((client) => client.setMetadata({ owner: "touchstone" })),
  Container_GetAccessPolicy: onContainer((client) => client.getAccessPolicy()),
  Container_SetAccessPolicy: onContainer((client) =>
    client.setAccessPolicy("container", [
      { id: "readers", accessPolicy: { startsOn: start, expiresOn: end, permissions: "r" } },
    ]),
  ),
  Container_SubmitBatch: onContainer((client) => deleteAll(client.getBlobBatchClient(), client)),
  Container_FilterBlobs: onContainer((client) => client.findBlobsByTags(`"owner" = 'touchstone'`).next()),
  Container_AcquireLease: onContainerLease((lease) => lease.acquireLease(15)),
  Container_ReleaseLease: onContainerLease((lease) => lease.releaseLease()),
  Container_RenewLease: onContainerLease((lease) => lease.renewLease()),
  Container_ChangeLease: onContainerLease((lease) => lease.changeLease(nextLeaseId)),
  Container_BreakLease: onContainerLease((lease) => lease.breakLease(0)),
  Container_ListBlobFlatSegment: onContainer((client) => client.listBlobsFlat({ prefix: "2024/" }).next()),
  Container_ListBlobHierarchySegment: onContainer((client) => client.listBlobsByHierarchy("/").next()),
  Container_GetAccountInfo: onContainer((client) => client.getAccountInfo()),
};

const blobCalls: Readonly<Record<string, SdkCall>> = {
  Blob_Download: onBlob((client) => client.download(0, 512)),
  Blob_GetProperties: onBlob((client) => client.getProperties()),
  Blob_Delete: onBlob((client) => client.delete({ deleteSnapshots: "include" })),
  Blob_Undelete: onBlob((client) => client.undelete()),
  Blob_SetHTTPHeaders: onBlob((client) => client.setHTTPHeaders({ blobContentType: "image/jpeg" })),
  Blob_SetImmutabilityPolicy: onBlob((client) =>
    client.setImmutabilityPolicy({ expiriesOn: end, policyMode: "Unlocked" }),
  ),
  Blob_DeleteImmutabilityPolicy: onBlob((client) => client.deleteImmutabilityPolicy()),
  Blob_SetLegalHold: onBlob((client) => client.setLegalHold(true)),
  Blob_SetMetadata: onBlob((client) => client.setMetadata({ owner: "touchstone" })),
  Blob_AcquireLease: onBlobLease((lease) => lease.acquireLease(-1)),
  Blob_ReleaseLease: onBlobLease((lease) => lease.releaseLease()),
  Blob_RenewLease: onBlobLease((lease) => lease.renewLease()),
  Blob_ChangeLease: onBlobLease((lease) => lease.changeLease(nextLeaseId)),
  Blob_BreakLease: onBlobLease((lease) => lease.breakLease(0)),
  Blob_CreateSnapshot: onBlob((client) => client.createSnapshot()),
  Blob_StartCopyFromURL: onBlob((client) => client.beginCopyFromURL(source)),
  Blob_CopyFromURL: onBlob((client) => client.syncCopyFromURL(source)),
  Blob_AbortCopyFromURL: onBlob((client) => client.abortCopyFromURL(leaseId)),
  Blob_SetTier: onBlob((client) => client.setAccessTier("Cool")),
  Blob_GetAccountInfo: onBlob((client) => client.getAccountInfo()),
  Blob_GetTags: onBlob((client) => client.getTags()),
  Blob_SetTags: onBlob((client) => client.setTags({ owner: "touchstone" })),
  Blob_Query: onBlockBlob((client) => client.query("SELECT * FROM BlobStorage")),
};

const blockBlobCalls: Readonly<Record<string, SdkCall>> = {
  BlockBlob_Upload: onBlockBlob((client) => client.upload("hello", 5)),
  BlockBlob_PutBlobFromUrl: onBlockBlob((client) => client.syncUploadFromURL(source)),
  BlockBlob_StageBlock: onBlockBlob((client) => client.stageBlock(blockId, "hello", 5)),
  BlockBlob_StageBlockFromURL: onBlockBlob((client) => client.stageBlockFromURL(blockId, source)),
  BlockBlob_GetBlockList: onBlockBlob((client) => client.getBlockList("all")),
  BlockBlob_CommitBlockList: onBlockBlob((client) => client.commitBlockList([blockId])),
};

const pageBlobCalls: Readonly<Record<string, SdkCall>> = {
  PageBlob_Create: onPageBlob((client) => client.create(1024)),
  PageBlob_UploadPages: onPageBlob((client) => client.uploadPages(page, 0, page.length)),
  PageBlob_ClearPages: onPageBlob((client) => client.clearPages(0, page.length)),
  PageBlob_UploadPagesFromURL: onPageBlob((client) => client.uploadPagesFromURL(source, 0, 0, page.length)),
  PageBlob_GetPageRanges: onPageBlob((client) => client.getPageRanges(0, page.length)),
  PageBlob_GetPageRangesDiff: onPageBlob((client) => client.getPageRangesDiff(0, page.length, snapshot)),
  PageBlob_Resize: onPageBlob((client) => client.resize(2048)),
  PageBlob_UpdateSequenceNumber: onPageBlob((client) => client.updateSequenceNumber("update", 7)),
  PageBlob_CopyIncremental: onPageBlob((client) =>
    client.startCopyIncremental(`${source}?snapshot=${snapshot}`),
  ),
};

const appendBlobCalls: Readonly<Record<string, SdkCall>> = {
  AppendBlob_Create: onAppendBlob((client) => client.create()),
  AppendBlob_AppendBlock: onAppendBlob((client) => client.appendBlock("hello", 5)),
  AppendBlob_AppendBlockFromUrl: onAppendBlob((client) => client.appendBlockFromURL(source, 0, 5)),
  AppendBlob_Seal: onAppendBlob((client) => client.seal()),
};

/**
 * Operation to the call of `@azure/storage-blob` whose first request performs it. It has none for the four HEADs
 * that a GET stands for too, and none for Blob_SetExpiry.
 */
export const azureBlobCalls: Readonly<Record<string, SdkCall>> = {
  ...serviceCalls,
  ...containerCalls,
  ...blobCalls,
  ...blockBlobCalls,
  ...pageBlobCalls,
  ...appendBlobCalls,
};
