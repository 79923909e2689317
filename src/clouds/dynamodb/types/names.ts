import { ref, type StringType, string, type Type } from "../../../model/index.ts";

const nameCharacters = "a-zA-Z0-9_.-";

function resourceName(example: string): StringType {
  return string({ minLength: 3, maxLength: 255, charset: nameCharacters, example });
}

export const tableName = resourceName("touchstone");
export const indexName = resourceName("by-note");
export const backupName = resourceName("nightly");

/** At least 37 characters where the name of a table and a path below it are part of the ARN. */
const longArn = { minLength: 37, maxLength: 1024 };

function arn(
  service: string,
  resource: string,
  example: string,
  lengths = { minLength: 1, maxLength: 1024 },
): StringType {
  return string({
    ...lengths,
    pattern: `arn:aws[a-z-]*:${service}:[a-z0-9-]+:\\d{12}:${resource}`,
    example: `arn:aws:${service}:us-east-1:123456789012:${example}`,
  });
}

const tablePath = `table/[${nameCharacters}]{3,255}`;
const serial = "\\d+-[0-9a-f]+";

export const tableArn = arn("dynamodb", tablePath, "table/touchstone");
export const indexArn = arn(
  "dynamodb",
  `${tablePath}/index/[${nameCharacters}]{3,255}`,
  "table/touchstone/index/by-note",
);
export const streamArn = arn(
  "dynamodb",
  `${tablePath}/stream/[0-9T:.-]+`,
  "table/touchstone/stream/2024-01-31T10:00:00.000",
  longArn,
);
export const backupArn = arn(
  "dynamodb",
  `${tablePath}/backup/${serial}`,
  "table/touchstone/backup/01706695200000-73d8d5bc",
  longArn,
);
export const exportArn = arn(
  "dynamodb",
  `${tablePath}/export/${serial}`,
  "table/touchstone/export/01706695200000-a1b2c3d4",
  longArn,
);
export const importArn = arn(
  "dynamodb",
  `${tablePath}/import/${serial}`,
  "table/touchstone/import/01706695200000-c4d4e311",
  longArn,
);
export const bulkOperationArn = arn(
  "dynamodb",
  "\\S+",
  "table/touchstone/bulk/01706695200000-0a1b2c3d",
  longArn,
);
export const kinesisStreamArn = arn("kinesis", "stream/[\\w.-]{1,128}", "stream/changes", longArn);
export const keyArn = arn("kms", "key/[0-9a-z-]{36}", "key/1f812371-a41d-49e6-b123-f4b542e851c5");
export const logGroupArn = arn("logs", "log-group:[\\w./#-]+(:\\*)?", "log-group:/aws-dynamodb/imports:*");
export const globalTableArn = string({
  pattern: `arn:aws[a-z-]*:dynamodb::\\d{12}:global-table/[${nameCharacters}]{3,255}`,
  example: "arn:aws:dynamodb::123456789012:global-table/touchstone",
});
export const roleArn = string({
  minLength: 1,
  maxLength: 1600,
  pattern: "arn:aws[a-z-]*:iam::\\d{12}:role/[\\w+=,.@/-]+",
  example: "arn:aws:iam::123456789012:role/scaling",
});

/** A table by its name or its ARN. */
export const table = string({
  minLength: 3,
  maxLength: 1024,
  pattern: `[${nameCharacters}]{3,255}|${tableArn.pattern}`,
  example: "touchstone",
});

/** A KMS key by its id, its alias, or the ARN of either. */
export const encryptionKey = string({
  minLength: 1,
  maxLength: 2048,
  pattern: "[\\w:/-]+",
  example: "alias/touchstone",
});

export const regionName = string({
  pattern: "[a-z]{2,4}(-[a-z]+)+-\\d{1,2}",
  example: "us-east-1",
});
export const tableId = string({
  pattern: "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}",
  example: "1f812371-a41d-49e6-b123-f4b542e851c5",
});

function nameOfAttribute(maxLength: number, example: string): StringType {
  return string({ minLength: 1, maxLength, countsBytes: true, example });
}

export const attributeName = nameOfAttribute(65_535, "id");
export const keyAttributeName = nameOfAttribute(255, "id");
export const projectedAttributeName = nameOfAttribute(255, "note");
export const expiryAttributeName = nameOfAttribute(255, "expires");
export const vectorAttributeName = nameOfAttribute(255, "embedding");

/** Expressions are limited to 4 KB, whatever they express. */
export function expression(example: string): StringType {
  return string({ minLength: 1, maxLength: 4096, countsBytes: true, example });
}

/** Makes a request idempotent; SDKs send a GUID. */
export const clientToken = string({ pattern: "[^$]+", example: "1f812371-a41d-49e6-b123-f4b542e851c5" });

export const nextToken = string({ minLength: 1 });

/** Tokens that are blocks of sixteen hexadecimal digits. */
export function blockToken(minLength: number): StringType {
  return string({
    minLength,
    maxLength: 1024,
    pattern: "([0-9a-f]{16})+",
    example: "0123456789abcdef".repeat(Math.ceil(minLength / 16)),
  });
}

export const timestamp: Type = ref("Timestamp");
