import type {
  AppendBlobClient,
  BlobClient,
  BlobLeaseClient,
  BlobServiceClient,
  BlockBlobClient,
  ContainerClient,
  PageBlobClient,
} from "@azure/storage-blob";
import type { BlobInput } from "./input.ts";

/** A call of the SDK that performs an operation. */
type BlobCall = (service: BlobServiceClient, input: BlobInput) => Promise<unknown>;

/** Operation to call. */
export type BlobCalls = Readonly<Record<string, BlobCall>>;

type On<Client> = (call: (client: Client, input: BlobInput) => Promise<unknown>) => BlobCall;

function containerOf(service: BlobServiceClient, { containerName }: BlobInput): ContainerClient {
  return service.getContainerClient(containerName);
}

/** A snapshot or a version is another client. */
function blobOf(service: BlobServiceClient, input: BlobInput): BlobClient {
  const blob = containerOf(service, input).getBlobClient(input.blob);
  const dated = input.snapshot === undefined ? blob : blob.withSnapshot(input.snapshot);
  return input.versionId === undefined ? dated : dated.withVersion(input.versionId);
}

export const onService: On<BlobServiceClient> = (call) => call;
export const onContainer: On<ContainerClient> = (call) => (service, input) =>
  call(containerOf(service, input), input);
export const onBlob: On<BlobClient> = (call) => (service, input) => call(blobOf(service, input), input);
export const onBlockBlob: On<BlockBlobClient> = (call) =>
  onBlob((client, input) => call(client.getBlockBlobClient(), input));
export const onPageBlob: On<PageBlobClient> = (call) =>
  onBlob((client, input) => call(client.getPageBlobClient(), input));
export const onAppendBlob: On<AppendBlobClient> = (call) =>
  onBlob((client, input) => call(client.getAppendBlobClient(), input));

/** Where a lease is proposed, the SDK takes that for the lease's id. */
export const onContainerLease: On<BlobLeaseClient> = (call) =>
  onContainer((client, input) =>
    call(client.getBlobLeaseClient(input.leaseId ?? input.proposedLeaseId), input),
  );
export const onBlobLease: On<BlobLeaseClient> = (call) =>
  onBlob((client, input) => call(client.getBlobLeaseClient(input.leaseId ?? input.proposedLeaseId), input));
