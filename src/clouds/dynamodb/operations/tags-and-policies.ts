import { array, bool, field, type Operation, object, ref, string, union } from "../../../model/index.ts";
import { call } from "../call.ts";
import { faults } from "../faults.ts";
import { nextToken, streamArn, tableArn } from "../types/names.ts";
import { resourcePolicy, tagKey, tags } from "../types/tables.ts";

const tableResource = field("ResourceArn", tableArn);
const ofTable = { tableArn: "ResourceArn" };
/** Policies hang on tables and on their streams. */
const policyResource = field("ResourceArn", union(tableArn, streamArn));
const revision = string({ minLength: 1, maxLength: 255, example: "1706695200000" });
const expectedRevision = field("ExpectedRevisionId?", revision);
const ofPolicy = { ...ofTable, policyRevision: "ExpectedRevisionId" };

/** Changes of tags and policies take some seconds to be seen. */
const tagChange = {
  faults: faults("ResourceNotFoundException", "ResourceInUseException", "LimitExceededException"),
  asynchronous: true,
} as const;
const policyChange = {
  faults: faults(
    "ResourceNotFoundException",
    "ResourceInUseException",
    "LimitExceededException",
    "PolicyNotFoundException",
  ),
  asynchronous: true,
} as const;

export const tagAndPolicyOperations: readonly Operation[] = [
  call("TagResource", {
    ...tagChange,
    input: [tableResource, field("Tags", { ...tags, min: 1 })],
    produces: { tag: "request Tags[].Key" },
    consumes: ofTable,
    price: "write",
  }),
  call("UntagResource", {
    ...tagChange,
    input: [tableResource, field("TagKeys", array(tagKey, { min: 1, max: 50 }))],
    consumes: { ...ofTable, tag: "TagKeys[]" },
    price: "delete",
  }),
  call("ListTagsOfResource", {
    input: [tableResource, field("NextToken?", nextToken)],
    output: object({ Tags: array(ref("Tag")), "NextToken?": nextToken }),
    faults: faults("ResourceNotFoundException"),
    produces: { tag: "body Tags[].Key", tagMarker: "body NextToken" },
    consumes: { ...ofTable, tagMarker: "NextToken" },
    price: "list",
  }),
  call("PutResourcePolicy", {
    ...policyChange,
    input: [
      policyResource,
      field("Policy", resourcePolicy),
      expectedRevision,
      field("ConfirmRemoveSelfResourceAccess?", bool()),
    ],
    output: object({ RevisionId: revision }),
    produces: { policyRevision: "body RevisionId" },
    consumes: ofPolicy,
    price: "write",
  }),
  call("GetResourcePolicy", {
    input: [policyResource],
    output: object({ Policy: resourcePolicy, RevisionId: revision }),
    faults: faults("ResourceNotFoundException", "PolicyNotFoundException"),
    produces: { policyRevision: "body RevisionId" },
    consumes: ofTable,
    price: "read",
  }),
  call("DeleteResourcePolicy", {
    ...policyChange,
    input: [policyResource, expectedRevision],
    output: object({ "RevisionId?": revision }),
    consumes: ofPolicy,
    price: "delete",
  }),
];
