import { body, bool, type Operation, operation, optional, ref } from "../../../model/index.ts";
import { badXml } from "../../shared/azure-faults.ts";
import { plain } from "../../shared/azure-types.ts";
import { listOrCreate, other } from "../billing.ts";
import { faults } from "../faults.ts";
import { accountInfo } from "../output-headers.ts";
import { onService, serviceVersion } from "../parameters/addresses.ts";
import { batch, batched } from "../parameters/batch.ts";
import { blobSearch, containerListing, nextMarker, ofMarker } from "../parameters/listing.ts";

const accountDescribed = {
  input: [serviceVersion],
  outputHeaders: { ...accountInfo, "x-ms-is-hns-enabled": optional(bool()) },
  faults: faults(),
  rights: ["s:r"],
  price: other,
};

export const serviceOperations: readonly Operation[] = [
  operation("Service_GetProperties", "GET /?restype=service&comp=properties", {
    ...plain,
    input: onService,
    output: ref("StorageServiceProperties"),
    faults: faults(),
    rights: ["s:r"],
    price: other,
  }),
  operation("Service_SetProperties", "PUT /?restype=service&comp=properties", {
    ...plain,
    input: [
      body("StorageServiceProperties", ref("StorageServiceProperties"), "blobServiceProperties"),
      ...onService,
    ],
    status: 202,
    faults: faults(...badXml, "FeatureVersionMismatch"),
    asynchronous: true,
    produces: { serviceProperties: "request blobServiceProperties" },
    rights: ["s:w"],
    price: other,
  }),
  operation("Service_GetStatistics", "GET /?restype=service&comp=stats", {
    ...plain,
    input: onService,
    output: ref("StorageServiceStats"),
    faults: faults("InsufficientAccountPermissions"),
    rights: ["s:r"],
    price: other,
  }),
  operation("Service_ListContainersSegment", "GET /?comp=list", {
    ...plain,
    input: [...containerListing, ...onService],
    output: ref("ListContainersSegmentResponse"),
    faults: faults("OutOfRangeInput"),
    produces: {
      container: "body Containers[].Name",
      deletedContainerVersion: "body Containers[].Version",
      ...nextMarker,
    },
    consumes: ofMarker,
    rights: ["s:l"],
    price: listOrCreate,
  }),
  operation("Service_GetUserDelegationKey", "POST /?restype=service&comp=userdelegationkey", {
    ...plain,
    input: [body("KeyInfo", ref("KeyInfo"), "keyInfo"), ...onService],
    output: ref("UserDelegationKey"),
    faults: faults(...badXml, "OutOfRangeInput"),
    readOnly: true,
    produces: { userDelegationKey: "body Value" },
    authorizedBy: "token",
    price: other,
  }),
  operation("Service_GetAccountInfo", "GET /?restype=account&comp=properties", accountDescribed),
  operation("Service_GetAccountInfoWithHead", "HEAD /?restype=account&comp=properties", accountDescribed),
  operation("Service_SubmitBatch", "POST /?comp=batch", {
    ...batched,
    input: [...batch, ...onService],
    faults: faults(
      "InvalidInput",
      "MissingRequiredHeader",
      "MissingContentLengthHeader",
      "RequestBodyTooLarge",
    ),
    price: other,
  }),
  operation("Service_FilterBlobs", "GET /?comp=blobs", {
    ...plain,
    input: [...blobSearch, ...onService],
    output: ref("FilterBlobSegment"),
    faults: faults("MissingRequiredQueryParameter", "OutOfRangeInput"),
    produces: nextMarker,
    consumes: ofMarker,
    rights: ["o:f"],
    price: listOrCreate,
  }),
];
