import { expect, test } from "vitest";
import { secretsIn } from "../../../src/lab/index.ts";

const key = "bm90IGEga2V5IG9mIGFueWJvZHk+Lw==";
const signature = "c2lnbmVkIGJ5IG5vYm9keSBhdCBhbGw+/w==";

test("finds the credentials of both clouds, also inside longer values", () => {
  const sas = `sv=2026-02-06&sp=r&sig=${encodeURIComponent(signature)}`;

  expect(secretsIn({ AZURE_STORAGE_KEY: key, AWS_SESSION_TOKEN: "a-token-of-nobody-at-all" })).toEqual([
    "a-token-of-nobody-at-all",
    key,
  ]);
  expect(
    secretsIn({
      AZURE_STORAGE_CONNECTION_STRING: `AccountName=acme;AccountKey=${key};BlobEndpoint=https://acme.test/`,
    }),
  ).toEqual([key]);
  expect(
    secretsIn({
      AZURE_STORAGE_CONNECTION_STRING: `BlobEndpoint=https://a.test/;SharedAccessSignature=${sas}`,
    }),
  ).toEqual([signature]);
  expect(secretsIn({ AZURE_STORAGE_SAS_TOKEN: `?${sas}` })).toEqual([signature]);
});

test("leaves what is not set or not meant alone", () => {
  expect(
    secretsIn({ AWS_SECRET_ACCESS_KEY: "test", AZURE_STORAGE_KEY: "", PATH: "/usr/bin:/usr/local/bin" }),
  ).toEqual([]);
});

test.each([
  "S3RVER",
  "minioadmin",
  "minio123",
  "touchstone",
  "localstack",
  "secretaccesskey",
  "secretAccessKey",
  "PASSWORD",
  "Changeme1",
  "mysecret",
  "testtest",
  "test_secret",
  "12345678",
  "dynamodb",
  "localhost",
  "localhost:4566",
  "127.0.0.1:9000",
  "us-east-1",
  "s3.eu-central-1",
])("leaves a name alone that only stands for a credential: %s", (placeholder) => {
  expect(secretsIn({ AWS_SECRET_ACCESS_KEY: placeholder })).toEqual([]);
});

test.each([
  "Zk7pQ2x-",
  "Tr0ub4dor",
  "aB3dE6gH9",
  "kXvQmZtRw",
  "f3a9c1d2b4e5",
  "9f8e-7d6c-5b4a",
  "a!b#c$d%e&f",
  "schlüssel-wort",
])("finds a short one, as some servers take it: %s", (secret) => {
  expect(secretsIn({ AWS_SECRET_ACCESS_KEY: secret })).toEqual([secret]);
});

test("takes everything long for a secret, names too", () => {
  expect(secretsIn({ AWS_SECRET_ACCESS_KEY: "a-secret-of-mine" })).toEqual(["a-secret-of-mine"]);
});
