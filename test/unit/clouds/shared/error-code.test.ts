import { expect, test } from "vitest";
import { errorCodeOf } from "../../../../src/clouds/shared/error-code.ts";

test.each([
  ["<Error><Code>NoSuchKey</Code></Error>", "NoSuchKey"],
  ["<m:error><m:code>TableNotFound</m:code></m:error>", "TableNotFound"],
  ["<Error><Code>Requested Range Not Satisfiable</Code></Error>", "Requested Range Not Satisfiable"],
  ['{"odata.error":{"code":"ResourceNotFound","message":{}}}', "ResourceNotFound"],
  ['{"__type":"com.amazonaws.dynamodb.v20120810#ValidationException"}', "ValidationException"],
  ['{"__type":"ValidationException"}', "ValidationException"],
  ["<Error><Code> </Code></Error>", undefined],
  ["", undefined],
])("%j is refused as %j", (text, code) => {
  expect(errorCodeOf(text)).toBe(code);
});

test.each([
  ["x-ms-error-code", "BlobNotFound", "BlobNotFound"],
  ["X-Ms-Error-Code", "Requested Range Not Satisfiable", "Requested Range Not Satisfiable"],
  [
    "x-amzn-ErrorType",
    "ResourceNotFoundException:http://internal.amazon.com/coral/",
    "ResourceNotFoundException",
  ],
  ["x-amzn-errortype", "com.amazon#ThrottlingException", "ThrottlingException"],
  ["content-type", "text/plain", undefined],
])("without a body, %s: %s tells it", (name, value, code) => {
  expect(errorCodeOf("", [[name, value]])).toBe(code);
});
