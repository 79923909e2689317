import { ref, type StringType, string, type Type, union } from "../../model/index.ts";

const boundary = "batch_1f812371-a41d-49e6-b123-f4b542e851c5";
const changeSet = "changeset_8a28b620-b4bb-458c-a177-0959fb14c977";

const onePart = [
  `--${boundary}`,
  `Content-Type: multipart/mixed; boundary=${changeSet}`,
  "",
  `--${changeSet}`,
  "Content-Type: application/http",
  "Content-Transfer-Encoding: binary",
  "",
  "POST https://touchstone.table.core.windows.net/touchstone HTTP/1.1",
  "Content-Type: application/json",
  "Accept: application/json;odata=minimalmetadata",
  "DataServiceVersion: 3.0;",
  "",
  '{"PartitionKey":"a","RowKey":"a"}',
  `--${changeSet}--`,
  `--${boundary}--`,
  "",
].join("\r\n");

/** Most that a batch may weigh, in bytes. */
export const batchLimit: number = 4 * 1024 * 1024;

/** A batch as the text that is sent, or as the actions that an SDK makes it of. */
export const batch: Type = union(
  string({ minLength: 1, maxLength: batchLimit, countsBytes: true, example: onePart }),
  ref("Transaction"),
);

export const batchType: StringType = string({
  pattern: "multipart/mixed; ?boundary=[0-9A-Za-z'()+_,./:=?-]{1,70}",
  example: `multipart/mixed; boundary=${boundary}`,
});
