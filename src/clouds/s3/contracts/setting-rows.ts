import {
  type ContractAnswer,
  type Evidence,
  type ExampleStep,
  fault,
  type Input,
  inferred,
  success,
} from "../../../model/index.ts";
import { awsSnapshot, metByStudy, s3Model } from "../../shared/amazon-sources.ts";
import { at } from "../../shared/contract-conditions.ts";
import { versionedBucket } from "./versioning.ts";

/** A setting of buckets that emulators may not keep. */
export interface Setting {
  /** As it stands in ids: `tagging`. */
  readonly name: string;
  readonly put?: string;
  /** It is there once this has succeeded, which sets something else. */
  readonly setBy?: string;
  readonly get: string;
  readonly remove?: string;
  /** Whether a bucket is made with it: then it is there, though nobody has set it. */
  readonly comesWith?: (input: Input) => boolean;
  /** It is gone after these as well, of whose answers nothing is known. */
  readonly cleared?: readonly string[];
  /** It has a name of its own in its bucket. */
  readonly isNamed?: true;
  /** What an example says of it, where the bucket's name is in it. */
  readonly example?: Input;
  /** What an example needs, besides the bucket. */
  readonly after?: readonly ExampleStep[];
  /** What setting it is answered with. */
  readonly status?: 200 | 204;
  /** What reading it is answered with where it was never set. */
  readonly unset?: ContractAnswer;
  /** What removing it is answered with where it was never set. */
  readonly unremoved?: ContractAnswer;
  readonly keptAsIn?: Evidence;
  /** How reading and removing it were answered, where that was seen apart. */
  readonly readAsIn?: Evidence;
  readonly removedAsIn?: Evidence;
  readonly unsetAsIn?: Evidence;
  readonly unremovedAsIn?: Evidence;
  /** What reading it is answered with once it was removed, where that is not as if it was never set. */
  readonly gone?: ContractAnswer;
  readonly goneAsIn?: Evidence;
}

const namespace = 'xmlns="http://s3.amazonaws.com/doc/2006-03-01/"';
const noSuchConfiguration = fault(404, "NoSuchConfiguration");
/** How removing is answered. */
export const removed: ContractAnswer = success(204);

/** The settings that there are, with how they are known. */
export const settings: readonly Setting[] = [
  {
    name: "policy",
    put: "PutBucketPolicy",
    get: "GetBucketPolicy",
    remove: "DeleteBucketPolicy",
    example: {
      Policy:
        '{"Statement":[{"Effect":"Deny","Principal":"*","Action":"s3:DeleteBucket","Resource":"arn:aws:s3:::photos"}]}',
    },
    status: 204,
    unset: fault(404, "NoSuchBucketPolicy", "The bucket policy does not exist"),
    unremoved: removed,
    keptAsIn: awsSnapshot("s3_api", "test_bucket_policy_crud", "put-bucket-policy"),
    readAsIn: awsSnapshot("s3_api", "test_bucket_policy_crud", "get-bucket-policy"),
    removedAsIn: awsSnapshot("s3_api", "test_bucket_policy_crud", "delete-bucket-policy"),
    unsetAsIn: awsSnapshot("s3", "test_get_bucket_policy", "get-bucket-policy-no-such-bucket-policy"),
    unremovedAsIn: awsSnapshot("s3_api", "test_bucket_policy_crud", "delete-bucket-policy-after-delete"),
  },
  {
    name: "policy-status",
    setBy: "PutBucketPolicy",
    get: "GetBucketPolicyStatus",
    cleared: ["DeleteBucketPolicy"],
    unset: fault(404, "NoSuchBucketPolicy", "The bucket policy does not exist"),
    unsetAsIn: metByStudy("GetBucketPolicyStatus", "fresh bucket, never configured"),
  },
  {
    name: "tagging",
    put: "PutBucketTagging",
    get: "GetBucketTagging",
    remove: "DeleteBucketTagging",
    comesWith: (input) => at(input, "CreateBucketConfiguration.Tags") !== undefined,
    status: 204,
    unset: fault(404, "NoSuchTagSet", "The TagSet does not exist"),
    unremoved: removed,
    keptAsIn: awsSnapshot("s3_api", "test_bucket_tagging_crud", "put-bucket-tags"),
    readAsIn: awsSnapshot("s3_api", "test_bucket_tagging_crud", "get-bucket-tags"),
    removedAsIn: awsSnapshot("s3_api", "test_bucket_tagging_crud", "delete-bucket-tags"),
    unsetAsIn: awsSnapshot("s3_api", "test_bucket_tagging_crud", "get-bucket-tags-empty"),
    unremovedAsIn: inferred("other settings that are not there are removed so"),
  },
  {
    name: "website",
    put: "PutBucketWebsite",
    get: "GetBucketWebsite",
    keptAsIn: awsSnapshot("s3", "test_crud_website_configuration", "put-website-config"),
    remove: "DeleteBucketWebsite",
    unset: fault(
      404,
      "NoSuchWebsiteConfiguration",
      "The specified bucket does not have a website configuration",
    ),
    unremoved: removed,
    unsetAsIn: awsSnapshot("s3", "test_crud_website_configuration", "get-no-such-website-config"),
    unremovedAsIn: awsSnapshot("s3", "test_crud_website_configuration", "del-no-such-website-config"),
  },
  {
    name: "cors",
    get: "GetBucketCors",
    unset: fault(404, "NoSuchCORSConfiguration", "The CORS configuration does not exist"),
    unsetAsIn: awsSnapshot("s3_cors", "test_get_cors", "get-cors-no-set"),
  },
  {
    name: "lifecycle",
    put: "PutBucketLifecycleConfiguration",
    get: "GetBucketLifecycleConfiguration",
    remove: "DeleteBucketLifecycle",
    status: 200,
    unset: fault(404, "NoSuchLifecycleConfiguration", "The lifecycle configuration does not exist"),
    unremoved: removed,
    keptAsIn: awsSnapshot("s3", "test_delete_bucket_lifecycle_configuration", "get-bucket-lifecycle-conf"),
    unsetAsIn: awsSnapshot("s3", "test_delete_bucket_lifecycle_configuration", "get-bucket-lifecycle-exc-1"),
    unremovedAsIn: awsSnapshot(
      "s3",
      "test_delete_bucket_lifecycle_configuration",
      "delete-bucket-lifecycle-no-bucket",
    ),
  },
  {
    name: "replication",
    put: "PutBucketReplication",
    after: [versionedBucket],
    get: "GetBucketReplication",
    keptAsIn: awsSnapshot("s3", "test_replication_config", "put-bucket-replication"),
    remove: "DeleteBucketReplication",
    unset: fault(404, "ReplicationConfigurationNotFoundError", "The replication configuration was not found"),
    unremoved: removed,
    readAsIn: awsSnapshot("s3", "test_replication_config", "get-bucket-replication"),
    removedAsIn: awsSnapshot("s3", "test_replication_config", "delete-bucket-replication"),
    unsetAsIn: awsSnapshot("s3", "test_replication_config", "expected_error_no_replication_set"),
    unremovedAsIn: awsSnapshot("s3", "test_replication_config", "delete-bucket-replication-idempotent"),
  },
  {
    name: "encryption",
    put: "PutBucketEncryption",
    get: "GetBucketEncryption",
    remove: "DeleteBucketEncryption",
    status: 200,
    unremoved: removed,
    unremovedAsIn: s3Model("DeleteBucketEncryption"),
    unset: success(200, {
      body: `<ServerSideEncryptionConfiguration ${namespace}><Rule><ApplyServerSideEncryptionByDefault><SSEAlgorithm>AES256</SSEAlgorithm></ApplyServerSideEncryptionByDefault><BucketKeyEnabled>false</BucketKeyEnabled></Rule></ServerSideEncryptionConfiguration>`,
    }),
    keptAsIn: awsSnapshot("s3", "test_copy_in_place_with_bucket_encryption", "put-bucket-encryption"),
    unsetAsIn: awsSnapshot("s3_api", "test_s3_default_bucket_encryption", "default-bucket-encryption"),
  },
  {
    name: "versioning",
    put: "PutBucketVersioning",
    get: "GetBucketVersioning",
    status: 200,
    keptAsIn: awsSnapshot("s3", "test_get_bucket_versioning_order", "put_bucket_versioning"),
  },
  {
    name: "acceleration",
    put: "PutBucketAccelerateConfiguration",
    get: "GetBucketAccelerateConfiguration",
    status: 200,
    keptAsIn: awsSnapshot(
      "s3_api",
      "test_bucket_acceleration_configuration_crud",
      "put-bucket-accelerate-config-enabled",
    ),
    readAsIn: awsSnapshot(
      "s3_api",
      "test_bucket_acceleration_configuration_crud",
      "get-bucket-accelerate-config-enabled",
    ),
  },
  {
    name: "logging",
    put: "PutBucketLogging",
    get: "GetBucketLogging",
    status: 200,
    unset: success(200, { body: `<BucketLoggingStatus ${namespace}/>` }),
    keptAsIn: awsSnapshot("s3", "test_put_bucket_logging", "put-bucket-logging"),
    unsetAsIn: awsSnapshot("s3", "test_put_bucket_logging", "get-bucket-logging-default"),
  },
  {
    name: "request-payment",
    put: "PutBucketRequestPayment",
    get: "GetBucketRequestPayment",
    status: 200,
    keptAsIn: awsSnapshot("s3", "test_s3_request_payer", "put-bucket-request-payment"),
  },
  {
    name: "public-access-block",
    put: "PutPublicAccessBlock",
    get: "GetPublicAccessBlock",
    remove: "DeletePublicAccessBlock",
    status: 200,
    unset: success(200, {
      body: `<PublicAccessBlockConfiguration ${namespace}><BlockPublicAcls>true</BlockPublicAcls><IgnorePublicAcls>true</IgnorePublicAcls><BlockPublicPolicy>true</BlockPublicPolicy><RestrictPublicBuckets>true</RestrictPublicBuckets></PublicAccessBlockConfiguration>`,
    }),
    keptAsIn: awsSnapshot("s3_api", "test_crud_public_access_block", "put-public-access-block"),
    readAsIn: awsSnapshot("s3_api", "test_crud_public_access_block", "get-public-access-block"),
    removedAsIn: awsSnapshot("s3_api", "test_crud_public_access_block", "delete-public-access-block"),
    unsetAsIn: awsSnapshot("s3_api", "test_crud_public_access_block", "get-default-public-access-block"),
    unremoved: removed,
    unremovedAsIn: awsSnapshot(
      "s3_api",
      "test_crud_public_access_block",
      "idempotent-delete-public-access-block",
    ),
    gone: fault(
      404,
      "NoSuchPublicAccessBlockConfiguration",
      "The public access block configuration was not found",
    ),
    goneAsIn: awsSnapshot("s3_api", "test_crud_public_access_block", "get-public-access-block-after-delete"),
  },
  {
    name: "analytics",
    put: "PutBucketAnalyticsConfiguration",
    get: "GetBucketAnalyticsConfiguration",
    remove: "DeleteBucketAnalyticsConfiguration",
    isNamed: true,
    status: 204,
    unset: noSuchConfiguration,
    unremoved: noSuchConfiguration,
    keptAsIn: awsSnapshot("s3", "test_s3_analytics_configurations", "put_config_with_storage_analysis_1"),
    readAsIn: awsSnapshot("s3", "test_s3_analytics_configurations", "get_config_with_storage_analysis_1"),
    unsetAsIn: awsSnapshot("s3", "test_s3_analytics_configurations", "get_config_with_storage_analysis_err"),
    unremovedAsIn: awsSnapshot(
      "s3",
      "test_s3_analytics_configurations",
      "delete_config_with_storage_analysis_err",
    ),
  },
  {
    name: "inventory",
    put: "PutBucketInventoryConfiguration",
    get: "GetBucketInventoryConfiguration",
    remove: "DeleteBucketInventoryConfiguration",
    isNamed: true,
    status: 204,
    unset: noSuchConfiguration,
    unremoved: noSuchConfiguration,
    keptAsIn: awsSnapshot("s3", "test_s3_inventory_report_crud", "put-inventory-config"),
    readAsIn: awsSnapshot("s3", "test_s3_inventory_report_crud", "get-inventory-config"),
    removedAsIn: awsSnapshot("s3", "test_s3_inventory_report_crud", "del-inventory-config"),
    unsetAsIn: awsSnapshot("s3", "test_s3_inventory_report_crud", "get-nonexistent-inv-config"),
    unremovedAsIn: metByStudy("DeleteBucketInventoryConfiguration", "unknown Id"),
  },
  {
    name: "metrics",
    put: "PutBucketMetricsConfiguration",
    get: "GetBucketMetricsConfiguration",
    remove: "DeleteBucketMetricsConfiguration",
    isNamed: true,
    status: 204,
    unset: noSuchConfiguration,
    unremoved: noSuchConfiguration,
    keptAsIn: awsSnapshot(
      "s3_api",
      "test_put_bucket_metrics_configuration",
      "put_bucket_metrics_configuration",
    ),
    readAsIn: awsSnapshot(
      "s3_api",
      "test_put_bucket_metrics_configuration",
      "get_bucket_metrics_configuration",
    ),
    removedAsIn: awsSnapshot(
      "s3_api",
      "test_delete_metrics_configuration",
      "delete_bucket_metrics_configuration",
    ),
    unsetAsIn: awsSnapshot(
      "s3_api",
      "test_get_bucket_metrics_configuration_not_exist",
      "get_bucket_metrics_configuration",
    ),
    unremovedAsIn: awsSnapshot(
      "s3_api",
      "test_delete_metrics_configuration_twice",
      "delete_bucket_metrics_configuration_2",
    ),
  },
  {
    name: "intelligent-tiering",
    put: "PutBucketIntelligentTieringConfiguration",
    get: "GetBucketIntelligentTieringConfiguration",
    remove: "DeleteBucketIntelligentTieringConfiguration",
    isNamed: true,
    status: 204,
    unset: noSuchConfiguration,
    unremoved: noSuchConfiguration,
    keptAsIn: awsSnapshot(
      "s3",
      "test_s3_intelligent_tier_config",
      "put_bucket_intelligent_tiering_configuration_1",
    ),
    readAsIn: awsSnapshot(
      "s3",
      "test_s3_intelligent_tier_config",
      "get_bucket_intelligent_tiering_configuration_1",
    ),
    unsetAsIn: inferred("its siblings are answered so"),
    unremovedAsIn: awsSnapshot(
      "s3",
      "test_s3_intelligent_tier_config",
      "delete_bucket_intelligent_tiering_configuration_err_2",
    ),
  },
];
