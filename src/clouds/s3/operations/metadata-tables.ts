import { type Operation, operation, ref } from "../../../model/index.ts";
import { bucketDocumentFaults, bucketFaults } from "../faults.ts";
import { bringing, readsBucket, removesConfiguration, setsConfiguration } from "./rows.ts";

const createRights = [
  "s3:CreateBucketMetadataTableConfiguration",
  "s3tables:CreateNamespace",
  "s3tables:GetTable",
  "s3tables:CreateTable",
  "s3tables:PutTablePolicy",
];
const getsMetadata = {
  ...readsBucket,
  faults: bucketFaults("NoSuchConfiguration"),
  rights: ["s3:GetBucketMetadataTableConfiguration"],
};
const deletesMetadata = {
  ...removesConfiguration,
  faults: bucketFaults("NoSuchConfiguration"),
  rights: ["s3:DeleteBucketMetadataTableConfiguration"],
};
const updatesMetadata = { ...setsConfiguration, faults: bucketDocumentFaults("NoSuchConfiguration") };

/** Tables about a bucket's objects; those under `metadataTable` are of the older kind. */
export const metadataTableOperations: readonly Operation[] = [
  operation("CreateBucketMetadataConfiguration", "POST /{Bucket}?metadataConfiguration", {
    ...setsConfiguration,
    input: bringing("MetadataConfiguration"),
    faults: bucketDocumentFaults(),
    produces: { bucketMetadataConfiguration: "request Bucket" },
    rights: [
      ...createRights,
      "s3tables:CreateTableBucket",
      "s3tables:PutTableBucketPolicy",
      "s3tables:PutTableEncryption",
    ],
  }),
  operation("GetBucketMetadataConfiguration", "GET /{Bucket}?metadataConfiguration", {
    ...getsMetadata,
    output: ref("GetBucketMetadataConfigurationResult"),
  }),
  operation("DeleteBucketMetadataConfiguration", "DELETE /{Bucket}?metadataConfiguration", deletesMetadata),
  operation("UpdateBucketMetadataJournalTableConfiguration", "PUT /{Bucket}?metadataJournalTable", {
    ...updatesMetadata,
    input: bringing("JournalTableConfiguration", "JournalTableConfigurationUpdates"),
    rights: ["s3:UpdateBucketMetadataJournalTableConfiguration"],
  }),
  operation("UpdateBucketMetadataInventoryTableConfiguration", "PUT /{Bucket}?metadataInventoryTable", {
    ...updatesMetadata,
    input: bringing("InventoryTableConfiguration", "InventoryTableConfigurationUpdates"),
    rights: ["s3:UpdateBucketMetadataInventoryTableConfiguration"],
  }),
  operation("UpdateBucketMetadataAnnotationTableConfiguration", "PUT /{Bucket}?metadataAnnotationTable", {
    ...updatesMetadata,
    input: bringing("AnnotationTableConfiguration", "AnnotationTableConfigurationUpdates"),
    rights: ["s3:UpdateBucketMetadataAnnotationTableConfiguration"],
  }),

  operation("CreateBucketMetadataTableConfiguration", "POST /{Bucket}?metadataTable", {
    ...setsConfiguration,
    input: bringing("MetadataTableConfiguration"),
    faults: bucketDocumentFaults(),
    produces: { bucketMetadataTableConfiguration: "request Bucket" },
    rights: createRights,
  }),
  operation("GetBucketMetadataTableConfiguration", "GET /{Bucket}?metadataTable", {
    ...getsMetadata,
    output: ref("GetBucketMetadataTableConfigurationResult"),
  }),
  operation("DeleteBucketMetadataTableConfiguration", "DELETE /{Bucket}?metadataTable", deletesMetadata),
];
