import { expect, test } from "vitest";
import { parseServiceTargets, parseTarget } from "../../../src/lab/index.ts";

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
])("refuses %s", (text, message) => {
  expect(() => parseServiceTargets(text, none)).toThrow(
    expect.objectContaining({ code: "TS_TARGET", message }),
  );
});
