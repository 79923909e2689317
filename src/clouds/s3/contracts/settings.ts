import {
  type Contract,
  type ContractAnswer,
  contract,
  type Evidence,
  fault,
  inferred,
  keyOf,
  lastSuccessOf,
  recorded,
  settingOf,
  success,
  type Tracker,
} from "../../../model/index.ts";
import { awsSnapshot, s3Model } from "../../shared/amazon-sources.ts";
import { textOf } from "../../shared/contract-conditions.ts";
import { inventory } from "./documents.ts";
import { isNotImplemented, isOwn, madeBucket, photos } from "./tracked.ts";

/** A setting of buckets that emulators may not keep. */
interface Setting {
  /** As it stands in ids: `tagging`. */
  readonly name: string;
  readonly put?: string;
  readonly get: string;
  readonly remove?: string;
  /** It has a name of its own in its bucket. */
  readonly isNamed?: true;
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
}

const namespace = 'xmlns="http://s3.amazonaws.com/doc/2006-03-01/"';
const noSuchConfiguration = fault(404, "NoSuchConfiguration");
const removed = success(204);

const settings: readonly Setting[] = [
  {
    name: "policy",
    put: "PutBucketPolicy",
    get: "GetBucketPolicy",
    remove: "DeleteBucketPolicy",
    status: 204,
    unset: fault(404, "NoSuchBucketPolicy", "The bucket policy does not exist"),
    unremoved: removed,
    keptAsIn: recorded("AWS, snapshot of LocalStack's tests: test_bucket_policy_crud"),
    unsetAsIn: awsSnapshot("s3", "test_get_bucket_policy", "get-bucket-policy-no-such-bucket-policy"),
    unremovedAsIn: recorded("LocalStack's tests on AWS: a policy that is not there is deleted with 204"),
  },
  {
    name: "policy-status",
    get: "GetBucketPolicyStatus",
    unset: fault(404, "NoSuchBucketPolicy", "The bucket policy does not exist"),
    unsetAsIn: recorded("AWS, snapshot of LocalStack's tests, of a bucket without a policy"),
  },
  {
    name: "tagging",
    put: "PutBucketTagging",
    get: "GetBucketTagging",
    remove: "DeleteBucketTagging",
    status: 204,
    unset: fault(404, "NoSuchTagSet", "The TagSet does not exist"),
    unremoved: removed,
    keptAsIn: recorded("AWS, snapshot of LocalStack's tests: test_bucket_tagging_crud"),
    unsetAsIn: s3Model,
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
    status: 200,
    unset: success(200, {
      body: `<ServerSideEncryptionConfiguration ${namespace}><Rule><ApplyServerSideEncryptionByDefault><SSEAlgorithm>AES256</SSEAlgorithm></ApplyServerSideEncryptionByDefault><BucketKeyEnabled>false</BucketKeyEnabled></Rule></ServerSideEncryptionConfiguration>`,
    }),
    keptAsIn: awsSnapshot("s3", "test_copy_in_place_with_bucket_encryption", "put-bucket-encryption"),
    unsetAsIn: {
      kind: "documented",
      page: "GetBucketEncryption",
      url: "https://docs.aws.amazon.com/cli/latest/reference/s3api/get-bucket-encryption.md",
    },
  },
  {
    name: "versioning",
    put: "PutBucketVersioning",
    get: "GetBucketVersioning",
    status: 200,
    keptAsIn: awsSnapshot("s3", "test_get_bucket_versioning_order", "put_bucket_versioning"),
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
    keptAsIn: recorded("AWS, snapshot of LocalStack's tests: test_crud_public_access_block"),
    unsetAsIn: recorded("AWS, snapshot of LocalStack's tests: test_crud_public_access_block"),
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
    unremovedAsIn: recorded('the study "Fidelity of Cloud Emulators", V-B'),
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
    keptAsIn: recorded("AWS, snapshot of LocalStack's tests: test_get_bucket_metrics_configuration"),
    unsetAsIn: recorded(
      "AWS, snapshot of LocalStack's tests: test_get_bucket_metrics_configuration_not_exist",
    ),
    unremovedAsIn: recorded("AWS, snapshot of LocalStack's tests: test_delete_metrics_configuration_twice"),
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

/** A setting as it was set, and whether the emulator knows nothing of it. */
interface Kept {
  readonly text: string;
  readonly isOwn: boolean;
  readonly since: number;
}

const deletedBucket: Tracker<number> = lastSuccessOf("DeleteBucket").on("Bucket");

/** What is still set: with its bucket, a setting goes. */
function live({
  kept,
  deletedBucket,
}: {
  readonly kept: Kept | undefined;
  readonly deletedBucket: number | undefined;
}): Kept | undefined {
  return kept !== undefined && (deletedBucket ?? 0) <= kept.since ? kept : undefined;
}

function trackerOf({ name, put, remove, isNamed }: Setting): Tracker<Kept> {
  return settingOf({
    name: `${name} of buckets`,
    key: isNamed ? keyOf("Bucket", "Id") : keyOf("Bucket"),
    set: put === undefined ? [] : [put],
    cleared: remove === undefined ? [] : [remove],
    value: (success) => ({
      text: Buffer.from(success.call.body ?? []).toString("utf8"),
      isOwn: isOwn(success),
      since: success.now,
    }),
  });
}

const mark = { "x-touchstone-contract": "s3" };

function contractsFor(setting: Setting): readonly Contract[] {
  const { name, put, get, remove, status = 200 } = setting;
  const kept = trackerOf(setting);
  const input = setting.isNamed ? inventory("mine") : photos;
  const wasSet = put === undefined ? [] : [{ operation: put, input, answered: { status, headers: mark } }];
  const made: Contract[] = [];
  if (put !== undefined && setting.keptAsIn !== undefined) {
    made.push(
      contract({
        id: `s3/${name}-is-set`,
        says: `a bucket's ${name} can be set`,
        on: [put],
        asksFirst: true,
        track: { kept, deletedBucket },
        when: isNotImplemented,
        answer: success(status),
        evidence: setting.keptAsIn,
        breaks: { input, after: [madeBucket], answered: { status: 501 } },
        keeps: { input, after: [madeBucket], answered: { status: 404, code: "NoSuchBucket" } },
      }),
      contract({
        id: `s3/${name}-is-kept`,
        says: `a bucket's ${name} is read as it was set`,
        on: [get],
        track: { kept, deletedBucket },
        when: (situation) => live(situation)?.isOwn === true,
        answer: ({ kept }) => success(200, readBack(name, kept?.text ?? "")),
        evidence: setting.readAsIn ?? setting.keptAsIn,
        breaks: { input, after: wasSet },
        keeps: { input, after: wasSet.map((step) => ({ ...step, answered: { status } })) },
      }),
    );
  }
  if (setting.unset !== undefined && setting.unsetAsIn !== undefined) {
    made.push(absent(setting, kept, setting.unset, setting.unsetAsIn, input));
  }
  if (remove !== undefined && put !== undefined && setting.keptAsIn !== undefined) {
    made.push(
      contract({
        id: `s3/${name}-is-removed`,
        says: `a bucket's ${name} can be removed`,
        on: [remove],
        track: { kept, deletedBucket },
        when: (situation) => live(situation)?.isOwn === true,
        answer: removed,
        evidence: setting.removedAsIn ?? s3Model,
        breaks: { input, after: wasSet },
        keeps: { input, after: wasSet.map((step) => ({ ...step, answered: { status } })) },
      }),
    );
  }
  if (remove !== undefined && setting.unremoved !== undefined && setting.unremovedAsIn !== undefined) {
    const { unremoved } = setting;
    made.push(
      contract({
        id: `s3/${name}-that-is-not-set-is-removed-${unremoved.code === undefined ? "all-the-same" : "in-vain"}`,
        says: `removing a bucket's ${name} that was never set is answered ${unremoved.status}`,
        on: [remove],
        track: { kept, deletedBucket },
        when: (situation) => situation.knowsAll && live(situation) === undefined && put !== undefined,
        answer: unremoved,
        evidence: setting.unremovedAsIn,
        breaks: { input, after: [madeBucket] },
        keeps: { input, after: [madeBucket, ...wasSet] },
      }),
    );
  }
  return made;
}

function absent(
  { name, get, put }: Setting,
  kept: Tracker<Kept>,
  unset: ContractAnswer,
  evidence: Evidence,
  input: Readonly<Record<string, unknown>>,
): Contract {
  return contract({
    id: `s3/${name}-that-is-not-set-is-${unset.code === undefined ? "the-default" : "not-there"}`,
    says: `a bucket's ${name} that was never set is answered ${unset.status} ${unset.code ?? ""}`.trim(),
    on: [get],
    asksFirst: true,
    track: { kept, deletedBucket },
    when: (situation) => live(situation) === undefined && isNotImplemented(situation),
    answer: unset,
    evidence,
    breaks: { input, after: [madeBucket], answered: { status: 501, code: "NotImplemented" } },
    keeps:
      put === undefined
        ? { input, answered: { status: 200 } }
        : { input, after: [{ operation: put, input }], answered: { status: 501 } },
  });
}

/** A policy is JSON, all else is XML. */
function readBack(name: string, text: string): Pick<ContractAnswer, "headers" | "body"> {
  return name === "policy" ? { body: text, headers: { "Content-Type": "application/json" } } : { body: text };
}

const loggedTo = (target: string) => ({
  ...photos,
  BucketLoggingStatus: { LoggingEnabled: { TargetBucket: target, TargetPrefix: "log" } },
});

/** Whether the bucket is there that a bucket is to be logged to. */
const targetBucket: Tracker<"there" | "gone"> = {
  name: "buckets that are logged to",
  operations: ["CreateBucket", "DeleteBucket"],
  key: ({ operation, input }) =>
    operation === "PutBucketLogging" ? targetOf(input) : textOf(input, "Bucket"),
  next: (_before, { call }) => (call.operation === "CreateBucket" ? "there" : "gone"),
};

function targetOf(input: Readonly<Record<string, unknown>>): string | undefined {
  const status = input["BucketLoggingStatus"] as
    | { readonly LoggingEnabled?: { readonly TargetBucket?: string } }
    | undefined;
  return status?.LoggingEnabled?.TargetBucket;
}

export const settingContracts: readonly Contract[] = [
  contract({
    id: "s3/logs-go-to-a-bucket-that-is-there",
    says: "a bucket is logged to another one that is there",
    on: ["PutBucketLogging"],
    track: { targetBucket },
    when: ({ input, knowsAll, targetBucket }) =>
      targetOf(input) !== undefined && targetBucket !== "there" && (knowsAll || targetBucket === "gone"),
    answer: ({ input }) =>
      fault(400, "InvalidTargetBucketForLogging", "The target bucket for logging does not exist", {
        TargetBucket: targetOf(input) ?? "",
      }),
    evidence: awsSnapshot(
      "s3",
      "test_put_bucket_logging_wrong_target",
      "put-bucket-logging-non-existent-bucket",
    ),
    breaks: { input: loggedTo("nowhere"), after: [madeBucket] },
    keeps: { input: loggedTo("photos"), after: [madeBucket] },
  }),
  ...settings.flatMap(contractsFor),
];
