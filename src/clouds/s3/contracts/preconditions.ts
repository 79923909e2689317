import { type Contract, contract, fault } from "../../../model/index.ts";
import { awsSnapshot } from "../../shared/amazon-sources.ts";
import { textOf } from "../../shared/contract-conditions.ts";
import { rule } from "./rules.ts";
import { madeBucket, ofObject, picture } from "./tracked.ts";

const on = ["PutObject"];

function notAccepted(header: string, more: string) {
  return fault(501, "NotImplemented", "A header you provided implies functionality that is not implemented", {
    Header: header,
    additionalMessage: more,
  });
}

/** The tag of an object as it was put, and whether it was deleted since. A version that goes is not the object. */
const tag = ofObject({
  name: "tags of objects",
  set: ["PutObject", "DeleteObject"],
  value: ({ call: { operation, input }, answered }) => ({
    etag: operation === "PutObject" ? bare(answered.headers["etag"]) : "",
    isGone: operation === "DeleteObject" && input["VersionId"] === undefined,
  }),
});

function bare(etag = ""): string {
  return etag.replaceAll('"', "");
}

const etag = "5d41402abc4b2a76b9719d911017c592";
const put = {
  operation: "PutObject",
  input: { ...picture, Body: new TextEncoder().encode("hello") },
  answered: { headers: { etag: `"${etag}"` } },
};

export const preconditionContracts: readonly Contract[] = [
  rule({
    id: "object-is-put-on-one-condition",
    says: "an object is put on one condition",
    on,
    when: (input) => input["IfMatch"] !== undefined && input["IfNoneMatch"] !== undefined,
    answer: notAccepted(
      "If-Match,If-None-Match",
      "Multiple conditional request headers present in the request",
    ),
    evidence: awsSnapshot(
      "s3_api",
      "test_put_object_if_match_and_if_none_match_validation",
      "put-obj-both-precondition",
    ),
    breaks: { ...picture, IfMatch: `"${etag}"`, IfNoneMatch: "*" },
    keeps: { ...picture, IfNoneMatch: "*" },
  }),
  rule({
    id: "object-is-put-where-there-is-none-whatever-its-tag",
    says: "an object is put where there is none at all: a tag is no condition for that",
    on,
    when: (input) => input["IfNoneMatch"] !== undefined && input["IfNoneMatch"] !== "*",
    answer: notAccepted(
      "If-None-Match",
      "We don't accept the provided value of If-None-Match header for this API",
    ),
    evidence: awsSnapshot(
      "s3_api",
      "test_put_object_if_none_match_validation",
      "put-obj-if-none-match-bad-value",
    ),
    breaks: { ...picture, IfNoneMatch: `"${etag}"` },
    keeps: { ...picture, IfNoneMatch: "*" },
  }),
  rule({
    id: "object-is-put-over-one-with-a-tag",
    says: "an object is put over one with a certain tag: any tag is no condition for that",
    on,
    when: (input) => input["IfMatch"] === "*",
    answer: notAccepted("If-Match", "We don't accept the provided value of If-Match header for this API"),
    evidence: awsSnapshot("s3_api", "test_put_object_if_match_validation", "put-obj-if-match-star-value"),
    breaks: { ...picture, IfMatch: "*" },
    keeps: { ...picture, IfMatch: `"${etag}"` },
  }),
  contract({
    id: "s3/object-is-put-over-the-one-that-was-meant",
    says: "with If-Match an object is put only over the one that has that tag",
    on,
    track: { tag },
    when: ({ input, tag }) =>
      input["IfMatch"] !== undefined &&
      tag !== undefined &&
      tag.etag !== "" &&
      bare(textOf(input, "IfMatch")) !== tag.etag,
    answer: fault(
      412,
      "PreconditionFailed",
      "At least one of the pre-conditions you specified did not hold",
      { Condition: "If-Match" },
    ),
    evidence: awsSnapshot("s3_api", "test_put_object_if_match", "put-obj-if-match-wrong-etag"),
    breaks: { input: { ...picture, IfMatch: '"0000"' }, after: [madeBucket, put] },
    keeps: { input: { ...picture, IfMatch: `"${etag}"` }, after: [madeBucket, put] },
  }),
  contract({
    id: "s3/object-that-is-gone-is-not-put-over",
    says: "with If-Match no object is put where there is none",
    on,
    track: { tag },
    when: ({ input, tag }) =>
      input["IfMatch"] !== undefined && input["IfMatch"] !== "*" && tag?.isGone === true,
    answer: ({ input }) => fault(404, "NoSuchKey", undefined, { Key: textOf(input, "Key") }),
    evidence: awsSnapshot("s3_api", "test_put_object_if_match", "put-obj-if-match-key-not-exists"),
    breaks: {
      input: { ...picture, IfMatch: `"${etag}"` },
      after: [madeBucket, put, { operation: "DeleteObject", input: picture }],
    },
    keeps: { input: { ...picture, IfMatch: `"${etag}"` }, after: [madeBucket, put] },
  }),
];
