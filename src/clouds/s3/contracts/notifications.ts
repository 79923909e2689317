import { type Contract, contract, type Input, recorded, success } from "../../../model/index.ts";
import { s3Model } from "../../shared/amazon-sources.ts";
import { at, listOf } from "../../shared/contract-conditions.ts";
import { invalidArgument, rule } from "./rules.ts";
import { isNotImplemented, madeBucket, photos } from "./tracked.ts";

const seen = (test: string, step: string) =>
  recorded(`AWS, snapshot of LocalStack's tests: s3_notifications_sqs ${test} ${step}`);

const on = ["PutBucketNotificationConfiguration"];
const members = ["QueueConfigurations", "TopicConfigurations", "LambdaFunctionConfigurations"];

/** All that says what to be notified of. */
function configurationsOf(input: Input): readonly unknown[] {
  return members.flatMap((member) => listOf(at(input, `NotificationConfiguration.${member}`)));
}

function filterNames(input: Input): readonly string[] {
  return configurationsOf(input)
    .flatMap((one) => listOf(at(one, "Filter.Key.FilterRules")))
    .map((filter) => String(at(filter, "Name") ?? ""));
}

const isOther = (name: string) => !/^(?:prefix|suffix)$/i.test(name);

function queuesOf(input: Input): readonly string[] {
  return listOf(at(input, "NotificationConfiguration.QueueConfigurations")).map((one) =>
    String(at(one, "QueueArn") ?? ""),
  );
}

const isNoArn = (arn: string) => !arn.startsWith("arn:");

const notified = (arn: string, filter = "prefix") => ({
  ...photos,
  NotificationConfiguration: {
    QueueConfigurations: [
      {
        QueueArn: arn,
        Events: ["s3:ObjectCreated:*"],
        Filter: { Key: { FilterRules: [{ Name: filter, Value: "a" }] } },
      },
    ],
  },
});
const queue = "arn:aws:sqs:us-east-1:111122223333:jobs";

export const notificationContracts: readonly Contract[] = [
  rule({
    id: "notifications-go-to-the-arn-of-a-queue",
    says: "a queue that is notified is named by its ARN",
    on,
    when: (input) => queuesOf(input).some(isNoArn),
    answer: (input) => invalidArgument("The ARN could not be parsed", "Queue", queuesOf(input).find(isNoArn)),
    evidence: seen("test_invalid_sqs_arn", "invalid_not_skip"),
    breaks: notified("invalid-queue"),
    keeps: notified(queue),
  }),
  rule({
    id: "notifications-are-filtered-by-prefix-or-suffix",
    says: "notifications are filtered by the prefix or the suffix of keys",
    on,
    when: (input) => filterNames(input).some(isOther),
    answer: (input) =>
      invalidArgument(
        "filter rule name must be either prefix or suffix",
        "FilterRule.Name",
        filterNames(input).find(isOther),
      ),
    evidence: seen("test_bucket_notification_with_invalid_filter_rules", "invalid_filter_name"),
    breaks: notified(queue, "INVALID"),
    keeps: notified(queue, "Prefix"),
  }),
  contract({
    id: "s3/nobody-is-notified-unless-asked-for",
    says: "a bucket notifies nobody unless it was asked to",
    on: ["GetBucketNotificationConfiguration"],
    asksFirst: true,
    when: isNotImplemented,
    answer: success(200, {
      body: '<NotificationConfiguration xmlns="http://s3.amazonaws.com/doc/2006-03-01/"/>',
    }),
    evidence: s3Model("GetBucketNotificationConfiguration"),
    breaks: { input: photos, after: [madeBucket], answered: { status: 501 } },
    keeps: { input: photos, after: [madeBucket], answered: { status: 200 } },
  }),
];
