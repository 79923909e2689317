import { long, type Operation, type OperationRow, operation, string } from "../../model/index.ts";

/** What stands before an operation's name in `X-Amz-Target`. */
export const targetPrefix = "DynamoDB_20120810";

const answerHeaders = {
  "x-amzn-RequestId": string({ charset: "A-Z0-9", minLength: 52, maxLength: 52 }),
  "x-amz-crc32": long({ min: 0, max: 2 ** 32 - 1 }),
};

/**
 * One row of DynamoDB's table of operations: every one of them is a POST of JSON to the root, told by its
 * target, and needs the IAM action of its own name where the row names no others.
 *
 * @example
 * call("DescribeTable", { input: [tableName], output, faults: readFaults, price: "read" });
 */
export function call(name: string, row: Omit<OperationRow, "headers" | "bodyFormat">): Operation {
  return operation(name, "POST /", {
    outputHeaders: answerHeaders,
    readOnly: row.price === "read" || row.price === "list",
    rights: [`dynamodb:${name}`],
    ...row,
    bodyFormat: "json",
    headers: { "X-Amz-Target": `${targetPrefix}.${name}`, "Content-Type": "application/x-amz-json-1.0" },
  });
}
