import { type Contract, contract, success, type Tracker } from "../../../model/index.ts";
import { awsSnapshot } from "../../shared/amazon-sources.ts";
import { textOf } from "../../shared/contract-conditions.ts";
import { escaped, isNotImplemented, madeBucket, ofObject, picture, written } from "./tracked.ts";

/**
 * What is known of an object's tags: those of the header that it was put with, or that they were removed. Of which version they
 * were, the current or an earlier, is not known where one is named.
 */
interface Tags {
  readonly header: string;
  readonly areGone: boolean;
}

const tags: Tracker<Tags> = ofObject({
  name: "tags of objects in headers",
  set: ["PutObject", "PutObjectTagging", "DeleteObjectTagging"],
  value: ({ call: { operation, input } }) => ({
    header: operation === "PutObject" ? textOf(input, "Tagging") : "",
    areGone: operation === "DeleteObjectTagging" && input["VersionId"] === undefined,
  }),
});

function tagSet(header: string): string {
  const pairs = [...new URLSearchParams(header)].toSorted(([one], [other]) => (one < other ? -1 : 1));
  const written = pairs.map(
    ([key, value]) => `<Tag><Key>${escaped(key)}</Key><Value>${escaped(value)}</Value></Tag>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Tagging xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><TagSet>${written.join("")}</TagSet></Tagging>`;
}

const put = (header?: string) => ({
  operation: "PutObject",
  input: { ...picture, ...(header !== undefined && { Tagging: header }) },
});
const tagging = {
  operation: "PutObjectTagging",
  input: { ...picture, Tagging: { TagSet: [{ Key: "a", Value: "1" }] } },
};
const removal = { operation: "DeleteObjectTagging", input: picture };
const none = { status: 200, text: "<Tagging><TagSet></TagSet></Tagging>" };
const one = { status: 200, text: "<Tagging><TagSet><Tag><Key>a</Key></Tag></TagSet></Tagging>" };

export const objectTagContracts: readonly Contract[] = [
  contract({
    id: "s3/tags-of-a-header-are-kept",
    says: "an object has the tags that it was put with",
    on: ["GetObjectTagging"],
    asksFirst: true,
    track: { tags },
    when: ({ input, answered, tags }) =>
      input["VersionId"] === undefined &&
      answered.status === 200 &&
      !(answered.text ?? "").includes("<Tag>") &&
      tags !== undefined &&
      tags.header !== "",
    answer: ({ tags }) => success(200, { body: tagSet(tags?.header ?? "") }),
    evidence: awsSnapshot("s3_api", "test_put_object_with_tags", "get-object-tags"),
    breaks: { input: picture, after: [madeBucket, put("a=1")], answered: none },
    keeps: { input: picture, after: [madeBucket, put()], answered: none },
  }),
  contract({
    id: "s3/objects-tags-are-removed",
    says: "an object's tags can be removed",
    on: ["DeleteObjectTagging"],
    asksFirst: true,
    track: { written },
    when: (situation) => isNotImplemented(situation) && situation.written === true,
    answer: success(204),
    evidence: awsSnapshot("s3_api", "test_object_tagging_crud", "delete-object-tags"),
    breaks: { input: picture, after: [madeBucket, put()], answered: { status: 501 } },
    keeps: { input: picture, after: [madeBucket, put()], answered: { status: 204 } },
  }),
  contract({
    id: "s3/objects-tags-that-were-removed-are-gone",
    says: "an object whose tags were removed has none",
    on: ["GetObjectTagging"],
    asksFirst: true,
    track: { tags },
    when: ({ input, answered, tags }) =>
      input["VersionId"] === undefined &&
      answered.status === 200 &&
      (answered.text ?? "").includes("<Tag>") &&
      tags?.areGone === true,
    answer: success(200, { body: tagSet("") }),
    evidence: awsSnapshot("s3_api", "test_object_tagging_crud", "get-object-tags-deleted"),
    breaks: { input: picture, after: [madeBucket, put(), tagging, removal], answered: one },
    keeps: { input: picture, after: [madeBucket, put(), tagging], answered: one },
  }),
];
