import type { Contract } from "../../../model/index.ts";
import { blobContracts } from "./blobs.ts";
import { containerContracts } from "./containers.ts";
import { encryptionContracts } from "./encryption.ts";
import { leaseContracts } from "./leases.ts";
import { pageBlobContracts } from "./page-blobs.ts";
import { serviceContracts } from "./service.ts";

export const azureBlobContracts: readonly Contract[] = [
  ...serviceContracts,
  ...containerContracts,
  ...leaseContracts,
  ...pageBlobContracts,
  ...encryptionContracts,
  ...blobContracts,
];
