import { array, bool, int, object, ref, type Types, wire } from "../../../model/index.ts";
import {
  atLeastOne,
  enabledOrDisabled,
  midnight,
  objectSize,
  prefixInXml,
  ruleId,
  transitionStorageClass,
} from "../scalars.ts";
import { tagsInFilter } from "./tagging.ts";

/** How many newer versions have to be kept. */
const versionsKept = int({ min: 1, max: 100 });
const daysOrNow = int({ min: 0 });
const sizes = { "ObjectSizeGreaterThan?": objectSize, "ObjectSizeLessThan?": objectSize };

/** What both generations of rules say. */
const ruleParts = {
  "Expiration?": ref("LifecycleExpiration"),
  "ID?": ruleId,
  Status: enabledOrDisabled,
  "NoncurrentVersionExpiration?": ref("NoncurrentVersionExpiration"),
  "AbortIncompleteMultipartUpload?": ref("AbortIncompleteMultipartUpload"),
};

export const lifecycleTypes: Types = {
  LifecycleExpiration: object(
    { "Days?": atLeastOne, "Date?": midnight, "ExpiredObjectDeleteMarker?": bool() },
    { minFields: 1, maxFields: 1 },
  ),
  NoncurrentVersionExpiration: object({
    NoncurrentDays: atLeastOne,
    "NewerNoncurrentVersions?": versionsKept,
  }),
  AbortIncompleteMultipartUpload: object({ DaysAfterInitiation: atLeastOne }),
  Transition: object(
    { "Days?": daysOrNow, "Date?": midnight, StorageClass: transitionStorageClass },
    { minFields: 2, maxFields: 2 },
  ),
  NoncurrentVersionTransition: object({
    NoncurrentDays: daysOrNow,
    StorageClass: transitionStorageClass,
    "NewerNoncurrentVersions?": versionsKept,
  }),
  LifecycleRuleAndOperator: object(
    { "Prefix?": prefixInXml, "Tags?": tagsInFilter, ...sizes },
    { minFields: 1 },
  ),
  LifecycleRuleFilter: object(
    {
      "Prefix?": prefixInXml,
      "Tag?": ref("Tag"),
      ...sizes,
      "And?": ref("LifecycleRuleAndOperator"),
    },
    { maxFields: 1 },
  ),
  /** Without a filter, which may be empty, and something to do, a rule is none. */
  LifecycleRule: object(
    {
      "Filter?": ref("LifecycleRuleFilter"),
      ...ruleParts,
      "Prefix?": prefixInXml,
      "Transitions?": wire("Transition", array(ref("Transition"), { flat: true })),
      "NoncurrentVersionTransitions?": wire(
        "NoncurrentVersionTransition",
        array(ref("NoncurrentVersionTransition"), { flat: true }),
      ),
    },
    { minFields: 3 },
  ),
  BucketLifecycleConfiguration: object({
    Rules: wire("Rule", array(ref("LifecycleRule"), { min: 1, max: 1000, flat: true })),
  }),
  /** A rule before rules had filters. */
  OldLifecycleRule: object(
    {
      ...ruleParts,
      Prefix: prefixInXml,
      "Transition?": ref("Transition"),
      "NoncurrentVersionTransition?": ref("NoncurrentVersionTransition"),
    },
    { minFields: 3 },
  ),
  OldLifecycleConfiguration: object({
    Rules: wire("Rule", array(ref("OldLifecycleRule"), { min: 1, max: 1000, flat: true })),
  }),
};
