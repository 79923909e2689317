import {
  body,
  bool,
  header,
  type Operation,
  oneOf,
  operation,
  optional,
  ref,
  string,
  union,
} from "../../../model/index.ts";
import { badXml } from "../../shared/azure-faults.ts";
import { metadataHeaders, plain } from "../../shared/azure-types.ts";
import { listOrCreate, other } from "../billing.ts";
import { badMetadata, conditions, containerLease, faults, noContainer, noPublicAccess } from "../faults.ts";
import { accountInfo, containerProperties, modified } from "../output-headers.ts";
import {
  containerName,
  leased,
  ofContainer,
  onContainer,
  onService,
  serviceVersion,
} from "../parameters/addresses.ts";
import { batch, batched } from "../parameters/batch.ts";
import { ifModifiedSince, leaseAccess, modifiedSince } from "../parameters/conditions.ts";
import { blobListing, blobSearch, delimiter, nextMarker, ofMarker } from "../parameters/listing.ts";
import { containerName as containerNameType, encryptionScope, publicAccess } from "../values.ts";

const access = header("x-ms-blob-public-access?", publicAccess, "access");
const etagProduced = { etag: "header ETag" };

const described = {
  input: [...onContainer, leaseAccess],
  outputHeaders: containerProperties,
  faults: faults(...noContainer, ...containerLease, ...noPublicAccess),
  produces: etagProduced,
  consumes: { ...ofContainer, ...leased },
  rights: ["c:r"],
  anonymous: true,
  price: other,
};

const accountDescribed = {
  input: [containerName, serviceVersion],
  outputHeaders: accountInfo,
  faults: faults("InvalidResourceName"),
  consumes: ofContainer,
  rights: ["c:r"],
  price: other,
};

const listed = {
  outputHeaders: { ...plain.outputHeaders, "Content-Type": string({ example: "application/xml" }) },
  faults: faults(...noContainer, ...noPublicAccess, "OutOfRangeInput"),
  produces: {
    blob: "body Blobs.Blob[].Name",
    snapshot: "body Blobs.Blob[].Snapshot",
    versionId: "body Blobs.Blob[].VersionId",
    ...nextMarker,
  },
  consumes: { ...ofContainer, ...ofMarker },
  rights: ["c:l"],
  anonymous: true,
  price: listOrCreate,
};

export const containerOperations: readonly Operation[] = [
  operation("Container_Create", "PUT /{containerName}?restype=container", {
    input: [
      containerName,
      metadataHeaders,
      access,
      header("x-ms-default-encryption-scope?", union(encryptionScope, oneOf("$account-encryption-key"))),
      header("x-ms-deny-encryption-scope-override?", bool(), "preventEncryptionScopeOverride"),
      ...onService,
    ],
    status: 201,
    outputHeaders: modified,
    faults: faults(
      "ContainerAlreadyExists",
      "ContainerBeingDeleted",
      "ContainerDisabled",
      "InvalidResourceName",
      "OutOfRangeInput",
      "PublicAccessNotPermitted",
      ...badMetadata,
    ),
    produces: { container: "request containerName", ...etagProduced },
    rights: ["c:c"],
    price: listOrCreate,
  }),
  operation("Container_GetProperties", "GET /{containerName}?restype=container", described),
  operation("Container_GetPropertiesWithHead", "HEAD /{containerName}?restype=container", described),
  operation("Container_Delete", "DELETE /{containerName}?restype=container", {
    ...plain,
    input: [...onContainer, leaseAccess, ...modifiedSince],
    status: 202,
    faults: faults(
      ...noContainer,
      ...conditions,
      ...containerLease,
      "ContainerHasLegalHold",
      "ContainerImmutabilityPolicyLocked",
    ),
    asynchronous: true,
    produces: { deletedContainer: "request containerName" },
    consumes: { ...ofContainer, ...leased },
    rights: ["c:d"],
    price: "delete",
  }),
  operation("Container_SetMetadata", "PUT /{containerName}?restype=container&comp=metadata", {
    input: [containerName, metadataHeaders, leaseAccess, ifModifiedSince, ...onService],
    outputHeaders: modified,
    faults: faults(...noContainer, ...conditions, ...containerLease, ...badMetadata),
    produces: etagProduced,
    consumes: { ...ofContainer, ...leased },
    rights: ["c:w"],
    price: other,
  }),
  operation("Container_GetAccessPolicy", "GET /{containerName}?restype=container&comp=acl", {
    input: [...onContainer, leaseAccess],
    outputHeaders: { ...modified, "x-ms-blob-public-access": optional(publicAccess) },
    output: ref("SignedIdentifiers"),
    faults: faults(...noContainer, ...containerLease),
    produces: { signedIdentifier: "body [].Id" },
    consumes: { ...ofContainer, ...leased },
    authorizedBy: "account-key",
    price: other,
  }),
  operation("Container_SetAccessPolicy", "PUT /{containerName}?restype=container&comp=acl", {
    input: [
      containerName,
      body("SignedIdentifiers?", ref("SignedIdentifiers"), "containerAcl"),
      access,
      leaseAccess,
      ...modifiedSince,
      ...onService,
    ],
    outputHeaders: modified,
    faults: faults(
      ...noContainer,
      ...conditions,
      ...containerLease,
      ...badXml,
      "InvalidInput",
      "PublicAccessNotPermitted",
    ),
    asynchronous: true,
    produces: { signedIdentifier: "request containerAcl[].Id", ...etagProduced },
    consumes: { ...ofContainer, ...leased },
    authorizedBy: "account-key",
    price: other,
  }),
  operation("Container_Restore", "PUT /{containerName}?restype=container&comp=undelete", {
    ...plain,
    input: [
      containerName,
      header("x-ms-deleted-container-name", containerNameType),
      header(
        "x-ms-deleted-container-version",
        string({ pattern: "[0-9A-F]{16}", example: "01D8A795EFD97EF8" }),
      ),
      ...onService,
    ],
    status: 201,
    faults: faults(
      "ContainerNotFound",
      "ContainerAlreadyExists",
      "ContainerBeingDeleted",
      "InvalidResourceName",
      "MissingRequiredHeader",
    ),
    produces: { container: "request containerName" },
    consumes: {
      deletedContainer: "deletedContainerName",
      deletedContainerVersion: "deletedContainerVersion",
    },
    rights: ["c:w"],
    price: listOrCreate,
  }),
  operation("Container_SubmitBatch", "POST /{containerName}?restype=container&comp=batch", {
    ...batched,
    input: [containerName, ...batch, ...onService],
    faults: faults(
      ...noContainer,
      "InvalidInput",
      "MissingRequiredHeader",
      "MissingContentLengthHeader",
      "RequestBodyTooLarge",
    ),
    consumes: ofContainer,
    price: other,
  }),
  operation("Container_FilterBlobs", "GET /{containerName}?restype=container&comp=blobs", {
    ...plain,
    input: [containerName, ...blobSearch, ...onService],
    output: ref("FilterBlobSegment"),
    faults: faults(...noContainer, "MissingRequiredQueryParameter", "OutOfRangeInput"),
    produces: nextMarker,
    consumes: { ...ofContainer, ...ofMarker },
    rights: ["c:f"],
    price: listOrCreate,
  }),
  operation("Container_ListBlobFlatSegment", "GET /{containerName}?restype=container&comp=list", {
    ...listed,
    input: [containerName, ...blobListing, ...onService],
    output: ref("ListBlobsFlatSegmentResponse"),
  }),
  operation("Container_ListBlobHierarchySegment", "GET /{containerName}?restype=container&comp=list", {
    ...listed,
    has: ["query delimiter"],
    input: [containerName, delimiter, ...blobListing, ...onService],
    output: ref("ListBlobsHierarchySegmentResponse"),
  }),
  operation(
    "Container_GetAccountInfo",
    "GET /{containerName}?restype=account&comp=properties",
    accountDescribed,
  ),
  operation(
    "Container_GetAccountInfoWithHead",
    "HEAD /{containerName}?restype=account&comp=properties",
    accountDescribed,
  ),
];
