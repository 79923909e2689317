import { expect, test } from "vitest";
import { parseServiceTargets, parseTarget } from "../../../src/lab/index.ts";
import { accountIn } from "../../../src/lab/targets/target-url.ts";

const none = () => undefined;

test.each([
  ["s3", [{ service: "s3", target: { kind: "emulator", emulator: "s3rver" } }]],
  [
    "dynamodb=dynamodb-local",
    [{ service: "dynamodb", target: { kind: "emulator", emulator: "dynamodb-local" } }],
  ],
  [
    "dynalite@3.2.0",
    [{ service: "dynamodb", target: { kind: "emulator", emulator: "dynalite", version: "3.2.0" } }],
  ],
  ["s3=http://127.0.0.1:9000/", [{ service: "s3", target: { kind: "url", url: "http://127.0.0.1:9000" } }]],
])("reads %s", (text, expected) => {
  expect(parseServiceTargets(text, none)).toEqual(expected);
});

test.each([
  "http://127.0.0.1:10000/devstoreaccount1",
  "http://devstoreaccount1.blob.localhost:10000",
  "https://acme.blob.core.windows.net",
])("finds an Azure account in %s", (url) => {
  expect(parseServiceTargets(`azure-blob=${url}`, none)).toEqual([
    { service: "azure-blob", target: { kind: "url", url } },
  ]);
});

test.each([
  ["http://azurite.blob.svc:10000/devstoreaccount1", "devstoreaccount1"],
  ["http://devstoreaccount1.blob.localhost:10000", "devstoreaccount1"],
  ["https://acme.z1.blob.storage.azure.net", "acme"],
  ["http://azurite.blob.svc:10000", undefined],
])("the account of %s is where naming requests finds it", (url, account) => {
  expect(accountIn(url)).toBe(account);
});

test("takes an emulator for all its services", () => {
  expect(parseServiceTargets("azurite", none).map(({ service }) => service)).toEqual([
    "azure-blob",
    "azure-queue",
    "azure-table",
  ]);
});

test("prefers what the config says of a service, and the command line to both", () => {
  const configured = () => parseTarget("http://127.0.0.1:4566");

  expect(parseServiceTargets("s3", configured)[0]?.target).toEqual({
    kind: "url",
    url: "http://127.0.0.1:4566",
  });
  expect(parseServiceTargets("s3=s3rver", configured)[0]?.target).toEqual({
    kind: "emulator",
    emulator: "s3rver",
  });
});

test.each([
  ["blob", "`blob` is neither a service nor an emulator"],
  ["s3=azurite", "azurite does not emulate s3"],
  ["s3=minio", "there is no emulator `minio`"],
  ["http://127.0.0.1:4566", "it is not said which service http://127.0.0.1:4566 serves"],
  ["azure-blob=http://127.0.0.1:10000", "http://127.0.0.1:10000 names no account of azure-blob"],
  ["azure-table=http://azurite:10002/", "http://azurite:10002 names no account of azure-table"],
  ["s3=http://127.0.0.1:99999", "http://127.0.0.1:99999 is not a URL"],
])("refuses %s", (text, message) => {
  expect(() => parseServiceTargets(text, none)).toThrow(
    expect.objectContaining({ code: "TS_TARGET", message }),
  );
});

test.each([
  "s3=http://user:geheim@127.0.0.1:9000",
  "s3=http://geheim@127.0.0.1:9000",
  "s3=http://user:geheim@127.0.0.1:99999",
  "s3=http://user:ge/geheim@127.0.0.1",
  "s3=ftp://user:geheim@127.0.0.1",
  "http://user:geheim@127.0.0.1:9000",
  "http://user:geheim=geheim@127.0.0.1:9000",
  "azure-blob=https://acme.blob.core.windows.net/?sv=2024&sig=geheim",
])("refuses %s without showing its secret", (text) => {
  let thrown: unknown;
  try {
    parseServiceTargets(text, none);
  } catch (error) {
    thrown = error;
  }

  const { code, message, hint = "" } = thrown as { code: string; message: string; hint?: string };
  expect(code).toBe("TS_TARGET");
  expect(`${message} ${hint}`).not.toContain("geheim");
});

test("says what is to be left out of a URL", () => {
  expect(() => parseTarget("http://user:geheim@127.0.0.1:9000")).toThrow(
    "http://…@127.0.0.1:9000 holds credentials",
  );
});
