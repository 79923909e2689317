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

test("leaves words alone that only stand for a credential", () => {
  expect(
    secretsIn({ AWS_SECRET_ACCESS_KEY: "test", AZURE_STORAGE_KEY: "", PATH: "/usr/bin:/usr/local/bin" }),
  ).toEqual([]);
  expect(secretsIn({ AWS_SECRET_ACCESS_KEY: "minioadmin", AWS_SESSION_TOKEN: "S3RVER" })).toEqual([]);
});

test("finds short ones, as some servers take them", () => {
  expect(secretsIn({ AWS_SECRET_ACCESS_KEY: "Zk7pQ2x-" })).toEqual(["Zk7pQ2x-"]);
});
