import { expect, test } from "vitest";
import { stateDifferences } from "../../../../src/fidelity/oracle/states.ts";

test("states differ where they do, in short texts", () => {
  const here = { blobs: { "a.txt": { metadata: { long: "x".repeat(300) }, tier: "Hot" } }, policies: {} };
  const there = { blobs: { "a.txt": { metadata: {}, tier: "Cool" } }, policies: {} };

  const differences = stateDifferences("s3", here, there);

  expect(differences).toEqual([
    { place: "state blobs.a.txt.metadata.long", emulator: `${"x".repeat(199)}…`, reference: null },
    { place: "state blobs.a.txt.tier", emulator: "Hot", reference: "Cool" },
  ]);
});

test("what could not be read says nothing, and what is not there says it", () => {
  const here = { cors: { unreadable: "501 NotImplemented" }, tagging: { absent: "404 NoSuchTagSet" } };

  expect(stateDifferences("s3", here, { cors: { Rules: [] }, tagging: here.tagging })).toEqual([]);
  expect(stateDifferences("s3", here, { cors: here.cors, tagging: { TagSet: [] } })).toEqual([
    {
      place: "state tagging",
      emulator: '{"absent":"404 NoSuchTagSet"}',
      reference: '{"TagSet":[]}',
      readBy: "GetBucketTagging",
    },
  ]);
});

test("that something is gone is told before what is gone with it", () => {
  const differences = stateDifferences("s3", { bucket: { absent: "404" } }, { abac: {}, objects: {} });

  expect(differences.map(({ place }) => place)).toEqual(["state bucket", "state abac", "state objects"]);
});
