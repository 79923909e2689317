import { expect, test } from "vitest";
import { allContracts } from "../../../../src/clouds/index.ts";
import { curlOf, issueText } from "../../../../src/fidelity/index.ts";
import { finding, step } from "../../../integration/repro/findings.ts";

const documented = allContracts.find(
  ({ service, evidence }) => service === "azure-blob" && evidence.kind === "documented",
);

const tags = finding(
  "azure-blob",
  [
    step("Container_Create", { containerName: "ts000001" }),
    step("Blob_GetTags", { containerName: "ts000001", blob: "a" }, { caller: "anonymous" }),
  ],
  {
    emulator: {
      status: 500,
      code: null,
      label: "azurite 3.21.0",
      message: "see\n http://x/?sig=c2VjcmV0c2VjcmV0",
    },
    reference: { status: 404, code: "BlobNotFound", label: "contracts (on azurite 3.37.0)", message: null },
    ...(documented !== undefined && { contract: documented.id }),
  },
);

test("says what was done, expected and found, how that is known, and how to see it", async () => {
  const text = await issueText(tags, { cwd: process.cwd() });

  expect(text).toMatch(/^# Blob_GetTags answers 500 without a code instead of 404 BlobNotFound$/m);
  expect(text).toMatch(
    /^1\. Container_Create `\{.*"containerName":.*\}`\n2\. Blob_GetTags \(anonymous\) `\{.*\}`$/m,
  );
  expect(text).toContain("404 BlobNotFound, as contracts (on azurite 3.37.0) answers.");
  if (documented?.evidence.kind === "documented") expect(text).toContain(`(${documented.evidence.url})`);
  expect(text).toContain("```js\n// Blob_GetTags-0a1b2c");
  expect(text).toContain("```sh\n#!/bin/sh");
  expect(text).toMatch(/^- @azure\/storage-blob \d+\.\d+\.\d+$/m);
});

test("has no secrets in it, and nothing of the machine", async () => {
  const text = await issueText(tags, { cwd: process.cwd() });

  expect(text).not.toContain("c2VjcmV0");
  expect(text).not.toContain(process.cwd());
});

test("a difference in the state is shown as a table, whatever was answered", async () => {
  const silent = finding(
    "azure-blob",
    [step("Blob_DeleteImmutabilityPolicy", { containerName: "ts000001", blob: "a" })],
    {
      manifestation: "state",
      reference: { status: 200, code: null, label: "the cloud", message: null },
      differences: [{ place: "state blobs.a", emulator: null, reference: '{"a|b":1}' }],
    },
  );

  const text = await issueText(silent, { cwd: process.cwd() });
  const loud = await issueText(
    {
      ...silent,
      reference: { ...silent.reference, status: 501, code: "NotImplemented" },
      differences: [{ place: "response.status", emulator: "200", reference: "501" }, ...silent.differences],
    },
    { cwd: process.cwd() },
  );

  const rows = '| where | expected | found |\n| --- | --- | --- |\n| state blobs.a | {"a\\|b":1} | missing |';
  expect(text).toContain(rows);
  expect(loud).toContain(rows);
});

test("a thing that is there on the reference alone is not called missing there", async () => {
  const stays = (place: string, emulator: string | null, reference: string | null) =>
    finding("s3", [step("DeleteBucket", { Bucket: "ts000001" })], {
      manifestation: "state",
      emulator: { status: 204, code: null, label: "s3rver 3.7.1", message: null },
      reference: { status: 204, code: null, label: "the cloud", message: null },
      differences: [{ place, emulator, reference }],
    });
  const there = stays("state bucket", '{"absent":"404"}', null);
  const gone = stays("state bucket", null, '{"absent":"404 NoSuchBucket"}');
  const part = stays("state tagging", '{"absent":"404 NoSuchTagSet"}', null);

  const issue = await issueText(there, { cwd: process.cwd() });
  const lines = await Promise.all([there, gone, part].map((one) => curlOf(one)));

  expect(issue).toContain("| state bucket | there | not there (404) |");
  expect(issue).toContain("but state bucket is not there (404) instead of there");
  expect(lines[0]).toContain("expected there, found not there (404) at state bucket");
  expect(lines[1]).toContain("expected not there (404 NoSuchBucket), found there at state bucket");
  expect(lines[2]).toContain("expected nothing noted, found not there (404 NoSuchTagSet) at state tagging");
  expect(issue).not.toContain("missing");
});

test("what the interface does not know is never called no answer", async () => {
  const unknown = finding("azure-blob", [step("Blob_Undelete", { containerName: "ts000001", blob: "a" })], {
    emulator: { status: 501, code: "APINotImplemented", label: "azurite 3.37.0", message: null },
    reference: {
      status: null,
      code: null,
      label: "contracts (on azurite 3.37.0)",
      message: "the interface knows no such answer",
    },
    differences: [{ place: "response.status", emulator: "501 APINotImplemented", reference: null }],
  });

  const text = await issueText(unknown, { cwd: process.cwd() });

  expect(text).toMatch(/^# Blob_Undelete answers 501 APINotImplemented, which the service never answers$/m);
  expect(text).toContain("\nAn answer that the interface of the service knows.\n");
  expect(text).toContain(
    "# 1. Blob_Undelete: expected an answer that the interface of the service knows, found 501",
  );
  expect(text).toContain('answer1.told !== "501 APINotImplemented" ? 0 : 1');
  // A script says so itself where really none comes.
  expect(text).not.toMatch(/no answer(?!"|: \$| in \$)/);
});

test("lines with curl name the place where both end alike", async () => {
  const alike = finding("azure-blob", [step("Service_GetProperties", {})], {
    reference: { status: 200, code: null, label: "the cloud", message: null },
    differences: [
      { place: "response.body.DefaultServiceVersion", emulator: null, reference: '"2026-06-06"' },
    ],
  });

  expect(await issueText(alike, { cwd: process.cwd() })).toContain(
    '# 1. Service_GetProperties: expected "2026-06-06", found missing at response.body.DefaultServiceVersion',
  );
});

test("an emulator that hangs beside a reference that answers is to answer the same", async () => {
  const hang = finding("azure-blob", [step("Container_Create", { containerName: "ts000001" })], {
    rootCause: "crash",
    emulator: { status: null, code: null, label: "azurite 3.21.0", message: "it answers nothing any more" },
    reference: { status: 201, code: null, label: "azurite 3.37.0", message: null },
    differences: [
      { place: "response.status", emulator: null, reference: "201" },
      { place: "process", emulator: "hung", reference: "alive" },
    ],
  });

  const text = await issueText(hang, { cwd: process.cwd() });

  expect(text).toMatch(/^# Container_Create hangs azurite 3\.21\.0\n/);
  expect(text).toContain("201, as azurite 3.37.0 answers.");
  expect(text).toContain("azurite 3.21.0 hung: no answer (“it answers nothing any more”).");
  expect(text).not.toContain("| where |");
});

test("a crash of a catalogue that does not know last words is told without them", async () => {
  const crash = finding("s3", [step("ListBuckets", {})], {
    rootCause: "crash",
    emulator: { status: null, code: null, label: "s3rver 3.7.1", message: null },
    reference: {
      status: null,
      code: null,
      label: "contracts (on s3rver 3.7.1)",
      message: "s3 at 127.0.0.1:42583 cannot be reached (ECONNREFUSED)",
    },
    differences: [{ place: "process", emulator: "died", reference: "alive" }],
  });

  const text = await issueText(crash, { cwd: process.cwd() });

  expect(text).toMatch(/^# ListBuckets crashes s3rver 3\.7\.1\n/);
  expect(text).toContain("## What was expected\n\nAn answer.\n");
  expect(text).not.toMatch(/last words|42583/);
});
