import { bool, header, type Operation, operation } from "../../../model/index.ts";
import { httpDate, plain } from "../../shared/azure-types.ts";
import { other } from "../billing.ts";
import { conditions, faults, immutable, noBlob } from "../faults.ts";
import { ofBlob, onBlob } from "../parameters/addresses.ts";
import { ifUnmodifiedSince } from "../parameters/conditions.ts";
import { immutabilityExpiry, immutabilityMode } from "../parameters/content.ts";
import { immutabilityMode as immutabilityModeType } from "../values.ts";

/** All of these need a container with immutability of versions. */
const refused = [...noBlob, ...immutable, "FeatureVersionMismatch", "BlobOperationNotSupported"] as const;
const shared = { consumes: ofBlob, rights: ["o:i"], price: other } as const;

export const immutabilityOperations: readonly Operation[] = [
  operation("Blob_SetImmutabilityPolicy", "PUT /{containerName}/{blob+}?comp=immutabilityPolicies", {
    ...shared,
    input: [...onBlob, immutabilityExpiry, immutabilityMode, ifUnmodifiedSince],
    outputHeaders: {
      ...plain.outputHeaders,
      "x-ms-immutability-policy-until-date": httpDate,
      "x-ms-immutability-policy-mode": immutabilityModeType,
    },
    faults: faults(...refused, ...conditions, "MissingRequiredHeader"),
    produces: { immutabilityPolicy: "request blob" },
  }),
  operation("Blob_DeleteImmutabilityPolicy", "DELETE /{containerName}/{blob+}?comp=immutabilityPolicies", {
    ...shared,
    ...plain,
    input: onBlob,
    faults: faults(...refused),
    consumes: { ...ofBlob, immutabilityPolicy: "blob" },
  }),
  operation("Blob_SetLegalHold", "PUT /{containerName}/{blob+}?comp=legalhold", {
    ...shared,
    input: [...onBlob, header("x-ms-legal-hold", bool())],
    outputHeaders: { ...plain.outputHeaders, "x-ms-legal-hold": bool() },
    faults: faults(...refused, "MissingRequiredHeader"),
    produces: { legalHold: "request blob" },
  }),
];
