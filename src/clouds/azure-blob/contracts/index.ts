import type { Contract } from "../../../model/index.ts";
import {
  challengeContract,
  madeUpSignature,
  policiesBySignature,
  refusalContracts,
} from "../../shared/azure-refusal-contracts.ts";
import { azureBlob } from "../interface.ts";
import { blobContracts } from "./blobs.ts";
import { blockContracts } from "./blocks.ts";
import { containerContracts } from "./containers.ts";
import { encryptionContracts } from "./encryption.ts";
import { leaseContracts } from "./leases.ts";
import { pageBlobContracts } from "./page-blobs.ts";
import { rangeContracts } from "./ranges.ts";
import { serviceContracts } from "./service.ts";

export const azureBlobContracts: readonly Contract[] = [
  ...refusalContracts(azureBlob),
  challengeContract(azureBlob, azureBlob.version),
  madeUpSignature("azure-blob", [
    "Blob_Download",
    "Blob_GetProperties",
    "Blob_SetMetadata",
    "Blob_Delete",
    "BlockBlob_Upload",
    "BlockBlob_StageBlock",
    "BlockBlob_CommitBlockList",
    "PageBlob_UploadPages",
    "AppendBlob_AppendBlock",
  ]),
  policiesBySignature("azure-blob", ["Container_GetAccessPolicy", "Container_SetAccessPolicy"]),
  ...serviceContracts,
  ...containerContracts,
  ...leaseContracts,
  ...pageBlobContracts,
  ...encryptionContracts,
  ...blobContracts,
  ...blockContracts,
  ...rangeContracts,
];
