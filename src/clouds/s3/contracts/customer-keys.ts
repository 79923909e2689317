import { createHash } from "node:crypto";
import { type Contract, contract, fault, type Input } from "../../../model/index.ts";
import { awsSnapshot } from "../../shared/amazon-sources.ts";
import { textOf } from "../../shared/contract-conditions.ts";
import { customerKey, kept, underKey } from "./protection.ts";
import { invalidArgument, rule } from "./rules.ts";
import { picture } from "./tracked.ts";

const header = "x-amz-server-side-encryption";
const on = ["PutObject", "CreateMultipartUpload"];
const seen = (step: string) => awsSnapshot("s3", "test_put_object_validation_sse_c", step);
const unfit = invalidArgument("The secret key was invalid for the specified algorithm.", header);

/** The bytes of a customer's own key; none where there is no such key. */
function keyBytes(input: Input): Buffer {
  return Buffer.from(textOf(input, "SSECustomerKey"), "base64");
}

function digestOf(key: Buffer): string {
  return createHash("md5").update(key).digest("base64");
}

function hasKey(input: Input): boolean {
  return input["SSECustomerAlgorithm"] === "AES256" && input["SSECustomerKey"] !== undefined;
}

const short = Buffer.alloc(16, 7).toString("base64");
const shortKey = {
  ...underKey,
  SSECustomerKey: short,
  SSECustomerKeyMD5: digestOf(Buffer.from(short, "base64")),
};
const otherDigest = digestOf(Buffer.alloc(32, 9));

export const customerKeyContracts: readonly Contract[] = [
  rule({
    id: "customers-algorithm-comes-with-a-key",
    says: "a customer's own encryption comes with its key",
    on,
    when: (input) => input["SSECustomerAlgorithm"] === "AES256" && input["SSECustomerKey"] === undefined,
    answer: invalidArgument(
      "Requests specifying Server Side Encryption with Customer provided keys must provide an appropriate secret key.",
      header,
    ),
    evidence: seen("put-obj-sse-c-no-key"),
    breaks: { ...picture, SSECustomerAlgorithm: "AES256" },
    keeps: underKey,
  }),
  rule({
    id: "customers-key-has-32-bytes",
    says: "a customer's own key has 256 bits",
    on,
    when: (input) => hasKey(input) && keyBytes(input).length !== 32,
    answer: unfit,
    evidence: seen("put-obj-sse-c-wrong-key-size"),
    breaks: shortKey,
    keeps: underKey,
  }),
  rule({
    id: "customers-key-comes-with-its-digest",
    says: "a customer's own key comes with its MD5",
    on,
    when: (input) => hasKey(input) && input["SSECustomerKeyMD5"] === undefined,
    answer: unfit,
    evidence: seen("put-obj-sse-c-no-md5"),
    breaks: { ...underKey, SSECustomerKeyMD5: undefined },
    keeps: underKey,
  }),
  rule({
    id: "customers-digest-is-that-of-the-key",
    says: "the MD5 that comes with a customer's own key is that of the key",
    on,
    when: (input) =>
      hasKey(input) &&
      keyBytes(input).length === 32 &&
      input["SSECustomerKeyMD5"] !== undefined &&
      input["SSECustomerKeyMD5"] !== digestOf(keyBytes(input)),
    answer: invalidArgument(
      "The calculated MD5 hash of the key did not match the hash that was provided.",
      header,
    ),
    evidence: seen("put-obj-sse-c-bad-md5"),
    breaks: { ...underKey, SSECustomerKeyMD5: otherDigest },
    keeps: underKey,
  }),
  contract({
    id: "s3/customers-key-is-the-one-that-was-written-with",
    says: "what was written with a customer's own key is read with the same one",
    on: ["GetObject"],
    track: { customerKey },
    when: ({ input, customerKey }) =>
      customerKey !== undefined &&
      customerKey !== "" &&
      input["VersionId"] === undefined &&
      input["SSECustomerKeyMD5"] !== undefined &&
      input["SSECustomerKeyMD5"] !== customerKey,
    answer: fault(
      403,
      "AccessDenied",
      "Requests specifying Server Side Encryption with Customer provided keys must provide the correct secret key.",
    ),
    evidence: awsSnapshot("s3", "test_object_retrieval_sse_c", "get-obj-sse-c-wrong-key"),
    breaks: {
      input: {
        ...underKey,
        SSECustomerKey: Buffer.alloc(32, 9).toString("base64"),
        SSECustomerKeyMD5: otherDigest,
      },
      after: [kept],
    },
    keeps: { input: underKey, after: [kept] },
  }),
];
