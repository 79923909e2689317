import { array, int, object, oneOf, ref, type Types, wire } from "../../../model/index.ts";
import {
  accountId,
  bucketArn,
  enabledOrDisabled,
  kmsKey,
  prefixInXml,
  roleArn,
  ruleId,
  storageClass,
} from "../scalars.ts";
import { tagsInFilter } from "./tagging.ts";

const switched = object({ Status: enabledOrDisabled });

export const replicationTypes: Types = {
  /** A quarter of an hour is the only time that can be asked for. */
  ReplicationTimeValue: object({ Minutes: int({ min: 15, max: 15 }) }),
  ReplicationTime: object({ Status: enabledOrDisabled, Time: ref("ReplicationTimeValue") }),
  Metrics: object({ Status: enabledOrDisabled, "EventThreshold?": ref("ReplicationTimeValue") }),
  AccessControlTranslation: object({ Owner: oneOf("Destination") }),
  EncryptionConfiguration: object({ "ReplicaKmsKeyID?": kmsKey }),
  Destination: object({
    Bucket: bucketArn,
    "Account?": accountId,
    "StorageClass?": storageClass,
    "AccessControlTranslation?": ref("AccessControlTranslation"),
    "EncryptionConfiguration?": ref("EncryptionConfiguration"),
    "ReplicationTime?": ref("ReplicationTime"),
    "Metrics?": ref("Metrics"),
  }),
  SseKmsEncryptedObjects: switched,
  ReplicaModifications: switched,
  ExistingObjectReplication: switched,
  DeleteMarkerReplication: object({ "Status?": enabledOrDisabled }),
  SourceSelectionCriteria: object({
    "SseKmsEncryptedObjects?": ref("SseKmsEncryptedObjects"),
    "ReplicaModifications?": ref("ReplicaModifications"),
  }),
  ReplicationRuleAndOperator: object({ "Prefix?": prefixInXml, "Tags?": tagsInFilter }, { minFields: 1 }),
  ReplicationRuleFilter: object(
    {
      "Prefix?": prefixInXml,
      "Tag?": ref("Tag"),
      "And?": ref("ReplicationRuleAndOperator"),
    },
    { maxFields: 1 },
  ),
  ReplicationRule: object({
    "ID?": ruleId,
    "Priority?": int({ min: 0 }),
    "Prefix?": prefixInXml,
    "Filter?": ref("ReplicationRuleFilter"),
    Status: enabledOrDisabled,
    "SourceSelectionCriteria?": ref("SourceSelectionCriteria"),
    "ExistingObjectReplication?": ref("ExistingObjectReplication"),
    Destination: ref("Destination"),
    "DeleteMarkerReplication?": ref("DeleteMarkerReplication"),
  }),
  ReplicationConfiguration: object({
    Role: roleArn,
    Rules: wire("Rule", array(ref("ReplicationRule"), { min: 1, max: 1000, flat: true })),
  }),
};
