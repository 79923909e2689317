import { bool, int, object, oneOf, ref, string, type Types } from "../../../model/index.ts";
import { azureTypes, dateTime, guid, servicePropertyFields } from "../../shared/azure-types.ts";

/** Paths within the website's container. */
const documentPath = string({ minLength: 1, maxLength: 255, charset: "\\P{Cc}" });

export const serviceTypes: Types = {
  ...azureTypes("racwdxyltfmeopi"),
  RetentionPolicy: object({
    Enabled: bool(),
    "Days?": int({ min: 1, max: 365 }),
    "AllowPermanentDelete?": bool(),
  }),
  StaticWebsite: object({
    Enabled: bool(),
    "IndexDocument?": string({ minLength: 3, maxLength: 255, charset: "!-.0-~", example: "index.html" }),
    "ErrorDocument404Path?": documentPath,
    "DefaultIndexDocumentPath?": documentPath,
  }),
  StorageServiceProperties: object({
    ...servicePropertyFields,
    "DefaultServiceVersion?": string({ pattern: "20\\d\\d-[01]\\d-[0-3]\\d", example: "2021-10-04" }),
    "DeleteRetentionPolicy?": ref("RetentionPolicy"),
    "StaticWebsite?": ref("StaticWebsite"),
  }),
  // A span of at most seven days from now.
  KeyInfo: object({ Start: dateTime, Expiry: dateTime }),
  UserDelegationKey: object({
    SignedOid: guid,
    SignedTid: guid,
    SignedStart: dateTime,
    SignedExpiry: dateTime,
    SignedService: oneOf("b"),
    SignedVersion: string({ pattern: "20\\d\\d-[01]\\d-[0-3]\\d", example: "2021-10-04" }),
    Value: string({ format: "base64" }),
  }),
};
