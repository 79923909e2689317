import { describe, expect, test } from "vitest";
import { identify } from "../../../src/clouds/index.ts";
import { azure, found, signedS3 } from "./identified.ts";

test.each([
  [
    "another service's signature",
    "GET",
    "http://127.0.0.1:4566/q",
    { authorization: signedS3.authorization.replace("/s3/", "/sqs/") },
    "it is signed for sqs, which is none of the services",
  ],
  [
    "another service's target",
    "POST",
    "http://127.0.0.1:4566/",
    { "x-amz-target": "Kinesis_20131202.PutRecord" },
    "its X-Amz-Target Kinesis_20131202.PutRecord is of another service",
  ],
  [
    "another service's host",
    "GET",
    "https://sqs.eu-west-1.amazonaws.com/",
    {},
    "its host sqs.eu-west-1.amazonaws.com is of another service",
  ],
  [
    "another service's host for both IP versions",
    "GET",
    "https://sqs.eu-west-1.api.aws/",
    signedS3,
    "its host sqs.eu-west-1.api.aws is of another service",
  ],
  [
    "an unknown component",
    "GET",
    "https://acme.blob.core.windows.net/c/b?comp=nonsense",
    {},
    "comp=nonsense",
  ],
  [
    "an unknown operation",
    "POST",
    "http://127.0.0.1:8000/",
    { "x-amz-target": "DynamoDB_20120810.MakeCoffee" },
    "MakeCoffee",
  ],
])("says why it cannot name %s", (_, method, url, headers, reason) => {
  const identification = identify({ method, url, headers });

  expect(identification.operation).toBeNull();
  expect(identification.reason).toContain(reason);
});

describe("what only looks like a service's request is not named", () => {
  test.each([
    ["GET", "https://www.google.com/", {}],
    ["GET", "https://packages.example.com/vitest", {}],
    ["PUT", "https://packages.example.com/vitest", {}],
    ["DELETE", "http://localhost:3000/users", {}],
    ["POST", "http://localhost:3000/api/users", { "content-type": "application/json" }],
    ["GET", "http://localhost:3000/odata/Users", { accept: "application/json;odata=minimalmetadata" }],
    ["POST", "https://login.microsoftonline.com/common/oauth2/v2.0/token", {}],
    ["POST", "https://login.microsoftonline.com/common/oauth2/v2.0/token", { "x-ms-lib-capability": "h429" }],
    ["GET", "https://acme.vault.azure.net/secrets/a", { ...azure, "x-ms-client-request-id": "1" }],
    ["POST", "https://sentry.io/api/1/envelope/", { "content-type": "application/json" }],
    ["PUT", "http://169.254.169.254/latest/api/token", {}],
    ["GET", "http://169.254.169.254/metadata/identity/oauth2/token", { "x-ms-client-request-id": "1" }],
    ["GET", "http://127.0.0.1:4711/photos/a.png", {}],
    ["GET", "https://acme.dfs.core.windows.net/files/a.txt", azure],
    ["GET", "https://acme.z13.web.core.windows.net/index.html", {}],
    ["GET", "https://acme.file.core.windows.net/share/a.txt", azure],
  ])("%s %s %j", (method, url, headers) => {
    expect(identify({ method, url, headers })).toEqual({
      service: null,
      operation: null,
      reason: expect.stringMatching(/./),
    });
  });

  test("unless the caller knows better", () => {
    expect(found("GET", "https://files.example.com/photos/a.png", {}, ["s3"])).toBe("s3 GetObject");
    expect(found("GET", "http://127.0.0.1:4711/photos/a.png", {}, ["s3", "dynamodb"])).toBe("s3 GetObject");
  });
});

test.each([
  ["GET", "http://localstack:4566/_localstack/health", {}],
  ["GET", "http://minio:9000/minio/health/live", {}],
  ["GET", "http://minio:9000/minio/admin/v3/info", signedS3],
  ["POST", "https://s3-outposts.eu-west-1.amazonaws.com/S3Outposts/CreateEndpoint", {}],
  ["PUT", "http://127.0.0.1:9000/photos?unknown", signedS3],
  ["GET", "http://127.0.0.1:9000/photos/a.png?unknown", signedS3],
  ["PUT", "http://127.0.0.1:9000/photos?unknown=", signedS3],
  ["GET", "https://acme.table.core.windows.net/$metadata", {}],
])("looks like an operation and is none: %s %s", (method, url, headers) => {
  expect(identify({ method, url, headers }).operation).toBeNull();
});
