import { type Contract, type ContractAnswer, fault, type Input, recorded } from "../../../model/index.ts";
import { awsSnapshot, s3Model } from "../../shared/amazon-sources.ts";
import { at, listOf, textOf } from "../../shared/contract-conditions.ts";
import { invalidArgument, rule } from "./rules.ts";
import { picture } from "./tracked.ts";

const on = ["PutBucketTagging", "PutObjectTagging"];
const seen = (step: string) => awsSnapshot("s3_api", "test_tagging_validation", step);

interface Tag {
  readonly key: string;
  readonly value: string;
}

function tagsOf(input: Input): readonly Tag[] {
  return listOf(at(input, "Tagging.TagSet")).map((tag) => ({
    key: String(at(tag, "Key") ?? ""),
    value: String(at(tag, "Value") ?? ""),
  }));
}

const tagged = (...pairs: readonly (readonly [string, string])[]) => ({
  ...picture,
  Tagging: { TagSet: pairs.map(([Key, Value]) => ({ Key, Value })) },
});

function refused(
  message: string,
  input: Input,
  isWrong: (tag: Tag, index: number, all: readonly Tag[]) => boolean,
): ContractAnswer {
  const wrong = tagsOf(input).find(isWrong);
  return fault(400, "InvalidTag", message, { TagKey: wrong?.key ?? "" });
}

const isSecond = ({ key }: Tag, index: number, all: readonly Tag[]) =>
  all.findIndex((other) => other.key === key) < index;
const isSystem = ({ key }: Tag) => key.toLowerCase().startsWith("aws:");

function systemTags(operation: string, message: string, step: string): Contract {
  return rule({
    id: `${operation === "PutBucketTagging" ? "buckets" : "objects"}-tags-are-not-of-the-system`,
    says: "keys that begin with aws: are the system's",
    on: [operation],
    when: (input) => tagsOf(input).some(isSystem),
    answer: (input) => refused(message, input, isSystem),
    evidence: seen(step),
    breaks: tagged(["aws:prefixed", "x"]),
    keeps: tagged(["prefixed", "x"]),
  });
}

const notEncoded =
  "The header 'x-amz-tagging' shall be encoded as UTF-8 then URLEncoded URL query parameters without tag name duplicates.";

const many = (count: number) => Array.from({ length: count }, (_, index) => [`k${index}`, "v"] as const);

function tagLength(operation: string, part: keyof Tag, most: number, message: string): Contract {
  const isLong = (tag: Tag) => tag[part].length > most;
  const of = (length: number): readonly [string, string] =>
    part === "key" ? ["k".repeat(length), "v"] : ["k", "v".repeat(length)];
  return rule({
    id: `${operation === "PutBucketTagging" ? "buckets" : "objects"}-tag-${part}s-have-at-most-${most}-characters`,
    says: `a tag's ${part} has at most ${most} characters`,
    on: [operation],
    when: (input) => tagsOf(input).some(isLong),
    answer: (input) => refused(message, input, isLong),
    evidence: s3Model(operation),
    breaks: tagged(of(most + 1)),
    keeps: tagged(of(most)),
  });
}

/** Tags of a header: `a=1&b=2`. */
function headerKeys(input: Input): readonly string[] {
  return textOf(input, "Tagging")
    .split("&")
    .map((pair) => pair.split("=")[0] ?? "")
    .filter((key) => key !== "");
}

export const tagContracts: readonly Contract[] = [
  rule({
    id: "tags-are-named-once",
    says: "each tag is named once",
    on,
    when: (input) => tagsOf(input).some(isSecond),
    answer: (input) => refused("Cannot provide multiple Tags with the same key", input, isSecond),
    evidence: seen("put-bucket-tags-duplicate-keys"),
    breaks: tagged(["a", "1"], ["a", "2"]),
    keeps: tagged(["a", "1"], ["b", "2"]),
  }),
  rule({
    id: "tag-keys-have-no-comma",
    says: "a tag's key has no comma",
    on,
    when: (input) => tagsOf(input).some(({ key }) => key.includes(",")),
    answer: (input) =>
      refused("The TagKey you have provided is invalid", input, ({ key }) => key.includes(",")),
    evidence: seen("put-bucket-tags-invalid-key"),
    breaks: tagged(["Key1,Key2", "x"]),
    keeps: tagged(["Key1:Key2", "x"]),
  }),
  rule({
    id: "tag-values-have-no-comma",
    says: "a tag's value has no comma",
    on: ["PutBucketTagging"],
    when: (input) => tagsOf(input).some(({ key, value }) => !key.includes(",") && value.includes(",")),
    answer: (input) =>
      refused("The TagValue you have provided is invalid", input, ({ value }) => value.includes(",")),
    evidence: seen("put-bucket-tags-invalid-value"),
    breaks: tagged(["Key1", "Val1,Val2"]),
    keeps: tagged(["Key1", "Val1:Val2"]),
  }),
  systemTags(
    "PutBucketTagging",
    "System tags cannot be added/updated by requester",
    "put-bucket-tags-aws-prefixed",
  ),
  systemTags("PutObjectTagging", "Your TagKey cannot be prefixed with aws:", "put-object-tags-aws-prefixed"),
  rule({
    id: "object-has-at-most-10-tags",
    says: "an object has at most 10 tags",
    on: ["PutObjectTagging"],
    when: (input) => tagsOf(input).length > 10,
    answer: fault(400, "BadRequest", "Object tags cannot be greater than 10"),
    evidence: recorded("the service's answer, quoted in github.com/boto/boto3/issues/1213"),
    breaks: tagged(...many(11)),
    keeps: tagged(...many(10)),
  }),
  ...on.flatMap((operation) => [
    tagLength(operation, "key", 128, "The TagKey you have provided is invalid"),
    tagLength(operation, "value", 256, "The TagValue you have provided is invalid"),
  ]),
  rule({
    id: "tags-of-a-header-are-joined-by-ampersands",
    says: "tags of the header are joined by &, not by commas",
    on: ["PutObject"],
    when: (input) => /=[^&]*,[^&]*=/.test(textOf(input, "Tagging")),
    answer: (input) => invalidArgument(notEncoded, "x-amz-tagging", textOf(input, "Tagging")),
    evidence: awsSnapshot("s3_api", "test_object_tagging_exc", "put-obj-wrong-format"),
    breaks: { ...picture, Tagging: "key1=val1,key2=val2" },
    keeps: { ...picture, Tagging: "key1=val1&key2=val2" },
  }),
  rule({
    id: "tags-of-a-header-are-named-once",
    says: "each tag is named once in the header, too",
    on: ["PutObject"],
    when: (input) =>
      typeof input["Tagging"] === "string" && new Set(headerKeys(input)).size < headerKeys(input).length,
    answer: (input) => invalidArgument(notEncoded, "x-amz-tagging", textOf(input, "Tagging")),
    evidence: awsSnapshot("s3_api", "test_object_tagging_exc", "put-obj-duplicate-tagging"),
    breaks: { ...picture, Tagging: "key1=val1&key1=val2" },
    keeps: { ...picture, Tagging: "key1=val1&key2=val2" },
  }),
];
