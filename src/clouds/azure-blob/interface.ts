import { defineInterface, type Interface } from "../../model/index.ts";
import { appendBlobOperations } from "./operations/append-blob.ts";
import { blobOperations } from "./operations/blob.ts";
import { blockBlobOperations } from "./operations/block-blob.ts";
import { containerOperations } from "./operations/container.ts";
import { copyOperations } from "./operations/copy.ts";
import { immutabilityOperations } from "./operations/immutability.ts";
import { leaseOperations } from "./operations/lease.ts";
import { pageBlobOperations } from "./operations/page-blob.ts";
import { serviceOperations } from "./operations/service.ts";
import { version } from "./parameters/addresses.ts";
import { types } from "./types/index.ts";

export const azureBlob: Interface = defineInterface({
  name: "azure-blob",
  title: "Azure Blob Storage",
  version,
  types,
  madeOf: { sourceUrl: "{endpoint}/{container}/{blob}" },
  operations: [
    ...serviceOperations,
    ...containerOperations,
    ...blobOperations,
    ...blockBlobOperations,
    ...pageBlobOperations,
    ...appendBlobOperations,
    ...leaseOperations,
    ...copyOperations,
    ...immutabilityOperations,
  ],
});
