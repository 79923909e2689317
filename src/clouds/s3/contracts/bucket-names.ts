import { type Contract, documented, fault, type Input } from "../../../model/index.ts";
import { textOf } from "../../shared/contract-conditions.ts";
import { rule } from "./rules.ts";

const naming = documented(
  "General purpose bucket naming rules, in the Amazon S3 User Guide, and the codes of the API model",
  "https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html",
);

function refused(input: Input) {
  return fault(400, "InvalidBucketName", "The specified bucket is not valid.", {
    BucketName: textOf(input, "Bucket"),
  });
}

interface Naming {
  readonly id: string;
  readonly says: string;
  readonly isWrong: (name: string) => boolean;
  readonly wrong: string;
  readonly right: string;
}

function nameRule({ id, says, isWrong, wrong, right }: Naming): Contract {
  return rule({
    id,
    says,
    on: ["CreateBucket"],
    when: (input) => isWrong(textOf(input, "Bucket")),
    answer: refused,
    evidence: naming,
    breaks: { Bucket: wrong },
    keeps: { Bucket: right },
    after: [],
  });
}

const beginnings = ["xn--", "sthree-", "amzn-s3-demo-"];
const ends = ["-s3alias", "--ol-s3", ".mrap"];

/** What a bucket cannot be called; capitals are another contract's. */
export const bucketNameContracts: readonly Contract[] = [
  nameRule({
    id: "bucket-name-has-3-to-63-characters",
    says: "a bucket's name has 3 to 63 characters",
    isWrong: ({ length }) => length > 0 && (length < 3 || length > 63),
    wrong: "ab",
    right: "abc",
  }),
  nameRule({
    id: "bucket-name-has-plain-characters",
    says: "a bucket's name has small letters, digits, dots and hyphens",
    isWrong: (name) => /[^a-zA-Z0-9.-]/.test(name),
    wrong: "my_photos",
    right: "my-photos",
  }),
  nameRule({
    id: "bucket-name-begins-and-ends-with-a-letter-or-digit",
    says: "a bucket's name begins and ends with a letter or a digit, and has no two dots in a row",
    isWrong: (name) => /^[.-]|[.-]$|\.\./.test(name),
    wrong: "photos-",
    right: "photos-1",
  }),
  nameRule({
    id: "bucket-name-is-no-address",
    says: "a bucket is not called as an IP address",
    isWrong: (name) => /^\d{1,3}(?:\.\d{1,3}){3}$/.test(name),
    wrong: "192.168.5.4",
    right: "192.168.5.4a",
  }),
  nameRule({
    id: "bucket-name-is-not-reserved",
    says: "a bucket's name does not begin or end as those that the service keeps for itself",
    isWrong: (name) =>
      beginnings.some((beginning) => name.startsWith(beginning)) || ends.some((end) => name.endsWith(end)),
    wrong: "photos-s3alias",
    right: "photos-alias",
  }),
];
