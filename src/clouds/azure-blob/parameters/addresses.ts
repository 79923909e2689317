import { type Parameter, path } from "../../../model/index.ts";
import { requestId, timeout, versionHeader } from "../../shared/azure-types.ts";
import { blobName, containerName as containerNameType } from "../values.ts";

export const version = "2021-10-04";
export const serviceVersion: Parameter = versionHeader(version);
export const onService: readonly Parameter[] = [timeout, serviceVersion, requestId];

export const containerName: Parameter = path("containerName", containerNameType);
const blob = path("blob", blobName);

export const blobAddress: readonly Parameter[] = [containerName, blob];
export const onContainer: readonly Parameter[] = [containerName, ...onService];
export const onBlob: readonly Parameter[] = [...blobAddress, ...onService];

/** Resource to the parameter that names it. */
export const ofContainer = { container: "containerName" };
export const ofBlob = { container: "containerName", blob: "blob" };
export const leased = { lease: "leaseId" };
