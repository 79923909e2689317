import { type Operation, operation, ref } from "../../../model/index.ts";
import { bucketDocumentFaults, bucketFaults, versionDocumentFaults, versionFaults } from "../faults.ts";
import { bypassGovernance } from "../object-parameters.ts";
import { paid, plain } from "../output-headers.ts";
import { objectLockToken, onVersion, requestPayer } from "../parameters.ts";
import { bringing, bringingForVersion, ofVersion, readsBucket, setsConfiguration } from "./rows.ts";

const readsLock = {
  ...plain,
  input: onVersion,
  faults: versionFaults("NoSuchObjectLockConfiguration"),
  consumes: ofVersion,
  price: "read",
} as const;
const setsLock = {
  ...paid,
  faults: versionDocumentFaults(),
  consumes: ofVersion,
  price: "write",
} as const;

export const objectLockOperations: readonly Operation[] = [
  operation("GetObjectLockConfiguration", "GET /{Bucket}?object-lock", {
    ...readsBucket,
    output: ref("ObjectLockConfiguration"),
    faults: bucketFaults("ObjectLockConfigurationNotFoundError"),
    rights: ["s3:GetBucketObjectLockConfiguration"],
  }),
  operation("PutObjectLockConfiguration", "PUT /{Bucket}?object-lock", {
    ...setsConfiguration,
    ...paid,
    input: [...bringing("ObjectLockConfiguration"), requestPayer, objectLockToken],
    faults: bucketDocumentFaults("InvalidBucketState", "ObjectLockConfigurationNotFoundError"),
    produces: { objectLockConfiguration: "request Bucket" },
    rights: ["s3:PutBucketObjectLockConfiguration"],
  }),
  operation("GetObjectRetention", "GET /{Bucket}/{Key+}?retention", {
    ...readsLock,
    output: ref("ObjectLockRetention"),
    rights: ["s3:GetObjectRetention"],
  }),
  operation("PutObjectRetention", "PUT /{Bucket}/{Key+}?retention", {
    ...setsLock,
    input: [...bringingForVersion("Retention", "ObjectLockRetention"), bypassGovernance],
    produces: { objectRetention: "request Key" },
    rights: ["s3:PutObjectRetention"],
  }),
  operation("GetObjectLegalHold", "GET /{Bucket}/{Key+}?legal-hold", {
    ...readsLock,
    output: ref("ObjectLockLegalHold"),
    rights: ["s3:GetObjectLegalHold"],
  }),
  operation("PutObjectLegalHold", "PUT /{Bucket}/{Key+}?legal-hold", {
    ...setsLock,
    input: bringingForVersion("LegalHold", "ObjectLockLegalHold"),
    produces: { objectLegalHold: "request Key" },
    rights: ["s3:PutObjectLegalHold"],
  }),
];
