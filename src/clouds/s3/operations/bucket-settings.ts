import { body, type Operation, operation, ref } from "../../../model/index.ts";
import { bucketDocumentFaults, bucketFaults, ofAcl, ofEncryption } from "../faults.ts";
import { paid } from "../output-headers.ts";
import { mfa, onBucket, requestPayer, sdkChecksumAlgorithm } from "../parameters.ts";
import { bringing, readsBucket, removesConfiguration, setsConfiguration } from "./rows.ts";

export const bucketSettingOperations: readonly Operation[] = [
  operation("GetBucketVersioning", "GET /{Bucket}?versioning", {
    ...readsBucket,
    output: ref("GetBucketVersioningOutput"),
    faults: bucketFaults(),
    rights: ["s3:GetBucketVersioning"],
  }),
  operation("PutBucketVersioning", "PUT /{Bucket}?versioning", {
    ...setsConfiguration,
    input: [...bringing("VersioningConfiguration"), mfa],
    faults: bucketDocumentFaults("IllegalVersioningConfigurationException", "InvalidBucketState"),
    produces: { bucketVersioning: "request Bucket" },
    rights: ["s3:PutBucketVersioning"],
  }),

  operation("GetBucketTagging", "GET /{Bucket}?tagging", {
    ...readsBucket,
    output: ref("BucketTagging"),
    faults: bucketFaults("NoSuchTagSet"),
    rights: ["s3:GetBucketTagging"],
  }),
  operation("PutBucketTagging", "PUT /{Bucket}?tagging", {
    ...setsConfiguration,
    input: bringing("Tagging", "BucketTagging"),
    status: 204,
    alsoStatus: [200],
    faults: bucketDocumentFaults("InvalidTag"),
    produces: { bucketTagging: "request Bucket" },
    rights: ["s3:PutBucketTagging"],
  }),
  operation("DeleteBucketTagging", "DELETE /{Bucket}?tagging", {
    ...removesConfiguration,
    faults: bucketFaults(),
    rights: ["s3:PutBucketTagging"],
  }),

  operation("GetBucketEncryption", "GET /{Bucket}?encryption", {
    ...readsBucket,
    output: ref("ServerSideEncryptionConfiguration"),
    faults: bucketFaults("ServerSideEncryptionConfigurationNotFoundError"),
    rights: ["s3:GetEncryptionConfiguration"],
  }),
  operation("PutBucketEncryption", "PUT /{Bucket}?encryption", {
    ...setsConfiguration,
    input: bringing("ServerSideEncryptionConfiguration"),
    faults: bucketDocumentFaults(...ofEncryption),
    produces: { bucketEncryption: "request Bucket" },
    rights: ["s3:PutEncryptionConfiguration"],
  }),
  operation("DeleteBucketEncryption", "DELETE /{Bucket}?encryption", {
    ...removesConfiguration,
    faults: bucketFaults(),
    rights: ["s3:PutEncryptionConfiguration"],
  }),

  operation("GetBucketCors", "GET /{Bucket}?cors", {
    ...readsBucket,
    output: ref("CORSConfiguration"),
    faults: bucketFaults("NoSuchCORSConfiguration", "InvalidAccessPointAliasError"),
    rights: ["s3:GetBucketCORS"],
  }),
  operation("PutBucketCors", "PUT /{Bucket}?cors", {
    ...setsConfiguration,
    input: bringing("CORSConfiguration"),
    faults: bucketDocumentFaults("EntityTooLarge"),
    produces: { bucketCors: "request Bucket" },
    rights: ["s3:PutBucketCORS"],
  }),
  operation("DeleteBucketCors", "DELETE /{Bucket}?cors", {
    ...removesConfiguration,
    faults: bucketFaults(),
    rights: ["s3:PutBucketCORS"],
  }),

  operation("GetBucketWebsite", "GET /{Bucket}?website", {
    ...readsBucket,
    output: ref("WebsiteConfiguration"),
    faults: bucketFaults("NoSuchWebsiteConfiguration"),
    rights: ["s3:GetBucketWebsite"],
  }),
  operation("PutBucketWebsite", "PUT /{Bucket}?website", {
    ...setsConfiguration,
    input: bringing("WebsiteConfiguration"),
    faults: bucketDocumentFaults("EntityTooLarge"),
    produces: { bucketWebsite: "request Bucket" },
    rights: ["s3:PutBucketWebsite"],
  }),
  operation("DeleteBucketWebsite", "DELETE /{Bucket}?website", {
    ...removesConfiguration,
    alsoStatus: [200],
    faults: bucketFaults(),
    rights: ["s3:DeleteBucketWebsite"],
  }),

  operation("GetBucketLogging", "GET /{Bucket}?logging", {
    ...readsBucket,
    output: ref("BucketLoggingStatus"),
    faults: bucketFaults(),
    rights: ["s3:GetBucketLogging"],
  }),
  operation("PutBucketLogging", "PUT /{Bucket}?logging", {
    ...setsConfiguration,
    input: bringing("BucketLoggingStatus"),
    faults: bucketDocumentFaults(
      "InvalidTargetBucketForLogging",
      "CrossLocationLoggingProhibitted",
      ...ofAcl,
    ),
    produces: { bucketLogging: "request Bucket" },
    rights: ["s3:PutBucketLogging"],
  }),

  operation("GetBucketAccelerateConfiguration", "GET /{Bucket}?accelerate", {
    ...readsBucket,
    ...paid,
    input: [...onBucket, requestPayer],
    output: ref("GetBucketAccelerateConfigurationOutput"),
    faults: bucketFaults(),
    rights: ["s3:GetAccelerateConfiguration"],
  }),
  operation("PutBucketAccelerateConfiguration", "PUT /{Bucket}?accelerate", {
    ...setsConfiguration,
    input: [
      ...onBucket,
      body("AccelerateConfiguration", ref("AccelerateConfiguration")),
      sdkChecksumAlgorithm,
    ],
    faults: bucketDocumentFaults(),
    produces: { bucketAccelerateConfiguration: "request Bucket" },
    rights: ["s3:PutAccelerateConfiguration"],
  }),

  operation("GetBucketRequestPayment", "GET /{Bucket}?requestPayment", {
    ...readsBucket,
    output: ref("RequestPaymentConfiguration"),
    faults: bucketFaults(),
    rights: ["s3:GetBucketRequestPayment"],
  }),
  operation("PutBucketRequestPayment", "PUT /{Bucket}?requestPayment", {
    ...setsConfiguration,
    input: bringing("RequestPaymentConfiguration"),
    faults: bucketDocumentFaults(),
    produces: { bucketRequestPayment: "request Bucket" },
    rights: ["s3:PutBucketRequestPayment"],
  }),
];
