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

/** The SDK's clients are dear to make, and a thing is mostly called several times. */
const clients = new WeakMap<BlobServiceClient, Map<string, unknown>>();
const mostKept = 500;

function kept<Client>(service: BlobServiceClient, key: readonly unknown[], make: () => Client): Client {
  const own = clients.get(service) ?? new Map<string, unknown>();
  clients.set(service, own);
  const name = JSON.stringify(key);
  const known = own.get(name) as Client | undefined;
  if (known !== undefined) return known;
  const made = make();
  if (own.size >= mostKept) own.clear();
  own.set(name, made);
  return made;
}

function containerOf(service: BlobServiceClient, { containerName }: BlobInput): ContainerClient {
  return kept(service, [containerName], () => service.getContainerClient(containerName));
}

/** A snapshot or a version is another client. */
function blobOf(service: BlobServiceClient, input: BlobInput): BlobClient {
  const { containerName, blob: name, snapshot, versionId } = input;
  return kept(service, [containerName, name, snapshot, versionId], () => {
    const blob = containerOf(service, input).getBlobClient(name);
    const dated = snapshot === undefined ? blob : blob.withSnapshot(snapshot);
    return versionId === undefined ? dated : dated.withVersion(versionId);
  });
}

/** The blob as one of its kinds. */
function blobAs<Client>(
  kind: string,
  as: (client: BlobClient) => Client,
): (service: BlobServiceClient, input: BlobInput) => Client {
  return (service, input) => {
    const { containerName, blob, snapshot, versionId } = input;
    return kept(service, [kind, containerName, blob, snapshot, versionId], () => as(blobOf(service, input)));
  };
}

const blockBlobOf = blobAs("block", (client) => client.getBlockBlobClient());
const pageBlobOf = blobAs("page", (client) => client.getPageBlobClient());
const appendBlobOf = blobAs("append", (client) => client.getAppendBlobClient());

export const onService: On<BlobServiceClient> = (call) => call;
export const onContainer: On<ContainerClient> = (call) => (service, input) =>
  call(containerOf(service, input), input);
export const onBlob: On<BlobClient> = (call) => (service, input) => call(blobOf(service, input), input);
export const onBlockBlob: On<BlockBlobClient> = (call) => (service, input) =>
  call(blockBlobOf(service, input), input);
export const onPageBlob: On<PageBlobClient> = (call) => (service, input) =>
  call(pageBlobOf(service, input), input);
export const onAppendBlob: On<AppendBlobClient> = (call) => (service, input) =>
  call(appendBlobOf(service, input), input);

/** Where a lease is proposed, the SDK takes that for the lease's id. */
export const onContainerLease: On<BlobLeaseClient> = (call) =>
  onContainer((client, input) =>
    call(client.getBlobLeaseClient(input.leaseId ?? input.proposedLeaseId), input),
  );
export const onBlobLease: On<BlobLeaseClient> = (call) =>
  onBlob((client, input) => call(client.getBlobLeaseClient(input.leaseId ?? input.proposedLeaseId), input));
