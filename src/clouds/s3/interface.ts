import { defineInterface, type Interface } from "../../model/index.ts";
import { accessOperations } from "./operations/access.ts";
import { bucketRuleOperations } from "./operations/bucket-rules.ts";
import { bucketSettingOperations } from "./operations/bucket-settings.ts";
import { bucketOperations } from "./operations/buckets.ts";
import { listingOperations } from "./operations/listing.ts";
import { metadataTableOperations } from "./operations/metadata-tables.ts";
import { multipartOperations } from "./operations/multipart.ts";
import { newerOperations } from "./operations/newer.ts";
import { objectDetailOperations } from "./operations/object-details.ts";
import { objectLambdaOperations } from "./operations/object-lambda.ts";
import { objectLockOperations } from "./operations/object-lock.ts";
import { objectOperations } from "./operations/objects.ts";
import { reportOperations } from "./operations/reports.ts";
import { accessTypes } from "./types/access.ts";
import { bucketSettingTypes } from "./types/bucket-settings.ts";
import { bucketTypes } from "./types/buckets.ts";
import { lifecycleTypes } from "./types/lifecycle.ts";
import { listingTypes } from "./types/listing.ts";
import { metadataTableTypes } from "./types/metadata-tables.ts";
import { multipartTypes } from "./types/multipart.ts";
import { newerTypes } from "./types/newer.ts";
import { notificationTypes } from "./types/notification.ts";
import { objectLockTypes } from "./types/object-lock.ts";
import { objectTypes } from "./types/objects.ts";
import { replicationTypes } from "./types/replication.ts";
import { reportTypes } from "./types/reports.ts";
import { selectTypes } from "./types/select.ts";
import { taggingTypes } from "./types/tagging.ts";

export const s3: Interface = defineInterface({
  name: "s3",
  title: "Amazon S3",
  version: "2006-03-01",
  madeOf: { copySource: "/{bucket}/{key}", renameSource: "/{bucket}/{key}" },
  types: {
    ...taggingTypes,
    ...accessTypes,
    ...bucketTypes,
    ...bucketSettingTypes,
    ...lifecycleTypes,
    ...replicationTypes,
    ...notificationTypes,
    ...reportTypes,
    ...objectTypes,
    ...objectLockTypes,
    ...selectTypes,
    ...listingTypes,
    ...multipartTypes,
    ...metadataTableTypes,
    ...newerTypes,
  },
  operations: [
    ...bucketOperations,
    ...bucketSettingOperations,
    ...accessOperations,
    ...bucketRuleOperations,
    ...reportOperations,
    ...listingOperations,
    ...objectOperations,
    ...objectDetailOperations,
    ...objectLockOperations,
    ...multipartOperations,
    ...objectLambdaOperations,
    ...metadataTableOperations,
    ...newerOperations,
  ],
});
