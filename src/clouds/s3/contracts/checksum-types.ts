import { type Contract, fault, type Input } from "../../../model/index.ts";
import { awsSnapshot } from "../../shared/amazon-sources.ts";
import { textOf } from "../../shared/contract-conditions.ts";
import { rule } from "./rules.ts";
import { picture } from "./tracked.ts";

const on = ["CreateMultipartUpload"];
const known = ["CRC32", "CRC32C", "CRC64NVME", "SHA1", "SHA256"];

const typed = (type: string, algorithm?: string) => ({
  ...picture,
  ChecksumType: type,
  ...(algorithm !== undefined && { ChecksumAlgorithm: algorithm }),
});

function algorithmOf(input: Input): string {
  return textOf(input, "ChecksumAlgorithm").toUpperCase();
}

function excluded(
  type: string,
  algorithms: readonly string[],
  says: string,
  breaks: string,
  keeps: string,
): Contract {
  const lower = type.toLowerCase().replace("_", "-");
  return rule({
    id: `${lower}-checksum-has-its-algorithms`,
    says,
    on,
    when: (input) => input["ChecksumType"] === type && algorithms.includes(algorithmOf(input)),
    answer: (input) =>
      fault(
        400,
        "InvalidRequest",
        `The ${type} checksum type cannot be used with the ${algorithmOf(input).toLowerCase()} checksum algorithm.`,
      ),
    evidence: awsSnapshot(
      "s3",
      `test_multipart_checksum_type_compatibility[${type}-${breaks}]`,
      "create-mpu-checksum-exc",
    ),
    breaks: typed(type, breaks),
    keeps: typed(type, keeps),
  });
}

export const checksumTypeContracts: readonly Contract[] = [
  rule({
    id: "checksum-algorithm-is-one-of-five",
    says: "an upload has a checksum of one of five algorithms",
    on,
    when: (input) => input["ChecksumAlgorithm"] !== undefined && !known.includes(algorithmOf(input)),
    answer: fault(
      400,
      "InvalidRequest",
      "Checksum algorithm provided is unsupported. Please try again with any of the valid types: [CRC32, CRC32C, CRC64NVME, SHA1, SHA256]",
    ),
    evidence: awsSnapshot(
      "s3",
      "test_multipart_parts_checksum_exceptions_composite",
      "create-mpu-wrong-checksum-algo",
    ),
    breaks: { ...picture, ChecksumAlgorithm: "TEST" },
    keeps: { ...picture, ChecksumAlgorithm: "SHA256" },
  }),
  excluded(
    "COMPOSITE",
    ["CRC64NVME"],
    "a CRC64NVME is of the whole object, and not made of those of its parts",
    "CRC64NVME",
    "SHA256",
  ),
  excluded(
    "FULL_OBJECT",
    ["SHA1", "SHA256"],
    "SHA1 and SHA256 of an upload are made of those of its parts",
    "SHA256",
    "CRC32",
  ),
  rule({
    id: "checksum-type-comes-with-an-algorithm",
    says: "what a checksum is of is said together with its algorithm",
    on,
    when: (input) => input["ChecksumType"] !== undefined && input["ChecksumAlgorithm"] === undefined,
    answer: fault(
      400,
      "InvalidRequest",
      "The x-amz-checksum-type header can only be used with the x-amz-checksum-algorithm header.",
    ),
    evidence: awsSnapshot(
      "s3",
      "test_multipart_parts_checksum_exceptions_full_object",
      "create-mpu-no-checksum-algo-with-type",
    ),
    breaks: typed("FULL_OBJECT"),
    keeps: typed("FULL_OBJECT", "CRC32"),
  }),
];
