import type { BlobServiceProperties } from "@azure/storage-blob";
import {
  dateOf,
  type FieldNames,
  firstPage,
  given,
  policiesOf,
  sdkDocument,
} from "../../shared/sdk-azure-values.ts";
import { submitBatch } from "./batch.ts";
import { type BlobCalls, onContainer, onContainerLease, onService } from "./handles.ts";
import type { BlobInput } from "./input.ts";
import { conditions } from "./options.ts";

const propertyNames: FieldNames = { Logging: "blobAnalyticsLogging", Delete: "deleteProperty" };

function page({ marker, maxPageSize }: BlobInput): { continuationToken?: string; maxPageSize?: number } {
  return given({ continuationToken: marker, maxPageSize });
}

/** What a listing shall show besides names, as the SDK's switches; `permissions` has none. */
const switches: Readonly<Record<string, string>> = {
  copy: "includeCopy",
  deleted: "includeDeleted",
  metadata: "includeMetadata",
  snapshots: "includeSnapshots",
  uncommittedblobs: "includeUncommitedBlobs",
  versions: "includeVersions",
  tags: "includeTags",
  immutabilitypolicy: "includeImmutabilityPolicy",
  legalhold: "includeLegalHold",
  deletedwithversions: "includeDeletedWithVersions",
  system: "includeSystem",
};

/** Where one has no switch, the whole list is left to the completion of the request. */
function listing({ prefix, include = [] }: BlobInput): { prefix?: string } {
  const known = include.every((part) => switches[part] !== undefined);
  const chosen = known ? include.map((part) => [switches[part], true]) : [];
  return { ...given({ prefix }), ...Object.fromEntries(chosen) };
}

export const serviceCalls: BlobCalls = {
  Service_GetProperties: onService((client) => client.getProperties()),
  Service_SetProperties: onService((client, { blobServiceProperties }) =>
    client.setProperties(sdkDocument(blobServiceProperties, propertyNames) as BlobServiceProperties),
  ),
  Service_GetStatistics: onService((client) => client.getStatistics()),
  Service_ListContainersSegment: onService((client, input) =>
    firstPage(client.listContainers(listing(input)).byPage(page(input))),
  ),
  Service_GetUserDelegationKey: onService((client, { keyInfo }) =>
    client.getUserDelegationKey(new Date(keyInfo.Start), new Date(keyInfo.Expiry)),
  ),
  Service_GetAccountInfo: onService((client) => client.getAccountInfo()),
  Service_SubmitBatch: onService((client, input) => submitBatch(client, client.getBlobBatchClient(), input)),
  Service_FilterBlobs: onService((client, input) =>
    firstPage(client.findBlobsByTags(input.where).byPage(page(input))),
  ),
  Container_Restore: onService((client, input) =>
    client.undeleteContainer(input.deletedContainerName, input.deletedContainerVersion, {
      destinationContainerName: input.containerName,
    }),
  ),
  Container_SubmitBatch: onService((client, input) =>
    submitBatch(client, client.getContainerClient(input.containerName).getBlobBatchClient(), input),
  ),
};

export const containerCalls: BlobCalls = {
  Container_Create: onContainer((client, input) =>
    client.create({
      ...given({ metadata: input.metadata, access: input.access }),
      ...(input.defaultEncryptionScope !== undefined && {
        containerEncryptionScope: given({
          defaultEncryptionScope: input.defaultEncryptionScope,
          preventEncryptionScopeOverride: input.preventEncryptionScopeOverride,
        }),
      }),
    }),
  ),
  Container_GetProperties: onContainer((client, input) => client.getProperties(conditions(input))),
  Container_Delete: onContainer((client, input) => client.delete(conditions(input))),
  Container_SetMetadata: onContainer((client, input) =>
    client.setMetadata(input.metadata, conditions(input)),
  ),
  Container_GetAccessPolicy: onContainer((client, input) => client.getAccessPolicy(conditions(input))),
  Container_SetAccessPolicy: onContainer((client, input) =>
    client.setAccessPolicy(input.access, accessPolicies(input), conditions(input)),
  ),
  Container_FilterBlobs: onContainer((client, input) =>
    firstPage(client.findBlobsByTags(input.where).byPage(page(input))),
  ),
  Container_ListBlobFlatSegment: onContainer((client, input) =>
    firstPage(client.listBlobsFlat(listing(input)).byPage(page(input))),
  ),
  Container_ListBlobHierarchySegment: onContainer((client, input) =>
    firstPage(client.listBlobsByHierarchy(input.delimiter, listing(input)).byPage(page(input))),
  ),
  Container_GetAccountInfo: onContainer((client) => client.getAccountInfo()),
};

/** The SDK asks for all three parts, and sends what it is given. */
type Policies = { id: string; accessPolicy: { startsOn: Date; expiresOn: Date; permissions: string } }[];

function accessPolicies({ containerAcl }: BlobInput): Policies {
  return policiesOf(containerAcl) as Policies;
}

export const containerLeaseCalls: BlobCalls = {
  Container_AcquireLease: onContainerLease((lease, input) =>
    lease.acquireLease(input.duration, conditions(input)),
  ),
  Container_ReleaseLease: onContainerLease((lease, input) => lease.releaseLease(conditions(input))),
  Container_RenewLease: onContainerLease((lease, input) => lease.renewLease(conditions(input))),
  Container_ChangeLease: onContainerLease((lease, input) =>
    lease.changeLease(input.proposedLeaseId ?? "", conditions(input)),
  ),
  Container_BreakLease: onContainerLease((lease, input) =>
    lease.breakLease(input.breakPeriod as number, conditions(input)),
  ),
};

/** Whether the SDK can carry the times of a key's span. */
export function isDated({ keyInfo }: BlobInput): boolean {
  return dateOf(keyInfo?.Start) !== undefined && dateOf(keyInfo?.Expiry) !== undefined;
}
