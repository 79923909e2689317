import type { BlobServiceClient } from "@azure/storage-blob";
import { completed } from "../../shared/sdk-azure.ts";
import { rawAzure } from "../../shared/sdk-azure-raw.ts";
import {
  accountUrl,
  observe,
  promptRetries,
  signingKey,
  withReadyKey,
} from "../../shared/sdk-azure-storage.ts";
import { areDated } from "../../shared/sdk-azure-values.ts";
import { azureHeaders, writtenAzureCall } from "../../shared/sdk-azure-written.ts";
import type { SdkDriver } from "../../shared/sdk-clients.ts";
import { loadSdk } from "../../shared/sdk-load.ts";
import { azureBlob } from "../interface.ts";
import { version } from "../parameters/addresses.ts";
import { containerCalls, containerLeaseCalls, isDated, serviceCalls } from "./account-calls.ts";
import { subRequests } from "./batch.ts";
import { blobCalls, blobLeaseCalls, copyCalls } from "./blob-calls.ts";
import { appendBlobCalls, blockBlobCalls, pageBlobCalls } from "./content-calls.ts";
import type { BlobCalls } from "./handles.ts";
import type { BlobInput } from "./input.ts";

const calls: BlobCalls = {
  ...serviceCalls,
  ...containerCalls,
  ...containerLeaseCalls,
  ...blobCalls,
  ...blobLeaseCalls,
  ...copyCalls,
  ...blockBlobCalls,
  ...pageBlobCalls,
  ...appendBlobCalls,
};

/** What the SDK's methods cannot say, so that it must be said without them. */
const beyond: Readonly<Record<string, (input: BlobInput) => boolean>> = {
  Service_SubmitBatch: ({ body }) => subRequests(body) === undefined,
  Container_SubmitBatch: ({ body }) => subRequests(body) === undefined,
  Service_GetUserDelegationKey: (input) => !isDated(input),
  Container_SetAccessPolicy: ({ containerAcl }) => !areDated(containerAcl),
  Blob_SetTags: ({ tags }) => new Set(tags.BlobTagSet.map(({ Key }) => Key)).size < tags.BlobTagSet.length,
  BlockBlob_CommitBlockList: ({ blocks }) =>
    blocks.Committed !== undefined || blocks.Uncommitted !== undefined,
};

/** The SDK's own version and lengths stay; what it would write anew in its own way stands as it was given. */
const completion = {
  left: new Set(["version", "contentLength", "multipartContentType"]),
  replaced: new Set(["requestId", "range", "sourceRange", "include", "blobTagsString"]),
};

/** Drives the operations of Azure Blob through `@azure/storage-blob`. */
export const azureBlobSdk: SdkDriver = {
  reached: ({ name }) => calls[name] !== undefined,
  rawHeaders: () => azureHeaders(version),
  async written(operation, input, cwd) {
    const call = calls[operation.name];
    const values = input as unknown as BlobInput;
    return (
      call &&
      writtenAzureCall(operation, input, (client: BlobServiceClient) => call(client, values), this.open, cwd)
    );
  },
  async open(options) {
    const { caller, cwd } = options;
    const sdk = await loadSdk<typeof import("@azure/storage-blob")>("@azure/storage-blob", cwd);
    const signer = signingKey(caller);
    const credential =
      signer === undefined
        ? new sdk.AnonymousCredential()
        : withReadyKey(new sdk.StorageSharedKeyCredential(signer.id, signer.key), signer);
    const service = new sdk.BlobServiceClient(accountUrl(options), credential, promptRetries());
    const client = observe(service, options);
    return {
      ...rawAzure({ service: "azure-blob", types: azureBlob.types, version }, options, client),
      start(operation, input) {
        const call = calls[operation.name];
        const values = input as unknown as BlobInput;
        if (call === undefined || beyond[operation.name]?.(values)) return undefined;
        return () => completed(operation, input, completion, () => call(service, values));
      },
    };
  },
};
