import { array, object, oneOf, ref, type Type, type Types, wire } from "../../../model/index.ts";
import { xmlText } from "../../shared/xml-text.ts";
import { functionArn, queueArn, roleArn, ruleId, topicArn } from "../scalars.ts";

/** What can happen, by the subject that it happens to. */
const happenings: Readonly<Record<string, readonly string[]>> = {
  ObjectCreated: ["*", "Put", "Post", "Copy", "CompleteMultipartUpload"],
  ObjectRemoved: ["*", "Delete", "DeleteMarkerCreated"],
  ObjectRestore: ["*", "Post", "Completed", "Delete"],
  ObjectTagging: ["*", "Put", "Delete"],
  ObjectAnnotation: ["*", "Put", "Delete"],
  ObjectAcl: ["Put"],
  LifecycleExpiration: ["*", "Delete", "DeleteMarkerCreated"],
  Replication: [
    "*",
    "OperationFailedReplication",
    "OperationNotTracked",
    "OperationMissedThreshold",
    "OperationReplicatedAfterThreshold",
  ],
};
const event = oneOf(
  ...Object.entries(happenings).flatMap(([subject, what]) => what.map((it) => `s3:${subject}:${it}`)),
  "s3:ReducedRedundancyLostObject",
  "s3:LifecycleTransition",
  "s3:IntelligentTiering",
);
const events = wire("Event", array(event, { min: 1, flat: true }));

function sentTo(destination: Readonly<Record<string, Type>>): Type {
  return object({
    "Id?": ruleId,
    ...destination,
    Events: events,
    "Filter?": ref("NotificationConfigurationFilter"),
  });
}

function sentToOneOnly(destination: Readonly<Record<string, Type>>): Type {
  return object({ "Id?": ruleId, "Event?": event, "Events?": events, ...destination });
}

/** A prefix and a suffix, each once. */
const filterRules = array(ref("FilterRule"), { max: 2, flat: true });

export const notificationTypes: Types = {
  FilterRule: object({ Name: oneOf("prefix", "suffix"), Value: xmlText({ maxLength: 1024 }) }),
  S3KeyFilter: object({ "FilterRules?": wire("FilterRule", filterRules) }),
  NotificationConfigurationFilter: object({ "Key?": wire("S3Key", ref("S3KeyFilter")) }),
  TopicConfiguration: sentTo({ TopicArn: wire("Topic", topicArn) }),
  QueueConfiguration: sentTo({ QueueArn: wire("Queue", queueArn) }),
  LambdaFunctionConfiguration: sentTo({ LambdaFunctionArn: wire("CloudFunction", functionArn) }),
  EventBridgeConfiguration: object({}),
  NotificationConfiguration: object({
    "TopicConfigurations?": wire(
      "TopicConfiguration",
      array(ref("TopicConfiguration"), { max: 100, flat: true }),
    ),
    "QueueConfigurations?": wire(
      "QueueConfiguration",
      array(ref("QueueConfiguration"), { max: 100, flat: true }),
    ),
    "LambdaFunctionConfigurations?": wire(
      "CloudFunctionConfiguration",
      array(ref("LambdaFunctionConfiguration"), { max: 100, flat: true }),
    ),
    "EventBridgeConfiguration?": ref("EventBridgeConfiguration"),
  }),

  OldTopicConfiguration: sentToOneOnly({ "Topic?": topicArn }),
  OldQueueConfiguration: sentToOneOnly({ "Queue?": queueArn }),
  CloudFunctionConfiguration: sentToOneOnly({ "CloudFunction?": functionArn, "InvocationRole?": roleArn }),
  /** Notifications when a bucket could have one of each kind. */
  OldNotificationConfiguration: object({
    "TopicConfiguration?": ref("OldTopicConfiguration"),
    "QueueConfiguration?": ref("OldQueueConfiguration"),
    "CloudFunctionConfiguration?": ref("CloudFunctionConfiguration"),
  }),
};
