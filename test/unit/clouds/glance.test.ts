import { describe, expect, test } from "vitest";
import { shownBy } from "../../../src/clouds/glance.ts";
import {
  exampleOf,
  glance,
  interfaceOf,
  isLookDue,
  operationOf,
  type ServiceName,
  serviceNames,
} from "../../../src/clouds/index.ts";
import { isPlain } from "../../../src/clouds/plainly.ts";
import { defaultInput, type Input } from "../../../src/model/index.ts";

/** A call as plain as can be, with some more. */
function change(service: ServiceName, name: string, more: Input = {}) {
  const operation = operationOf(service, name);
  const plain = { ...defaultInput(operation, interfaceOf(service).types), ...exampleOf(service, operation) };
  return { operation, input: { ...plain, ...more } };
}

const turns = Array.from({ length: 60 }, (_, turn) => turn);

describe.each(serviceNames)("%s", (service) => {
  const rows = Object.entries(shownBy[service]);
  const names = interfaceOf(service).operations.map(({ name }) => name);

  test("the reads of settings are reads, each of what some operation sets or all have", () => {
    for (const [read, { after, afterOptions }] of rows) {
      expect(operationOf(service, read).readOnly, read).toBe(true);
      const set = names.filter((name) => after.test(name) || afterOptions?.test(name) === true);
      const changing = set.filter((name) => !operationOf(service, name).readOnly);
      expect(changing, read).not.toEqual([]);
    }
  });

  test("each of them has its turn, although nothing calls for it", () => {
    for (const [read] of rows) {
      const had = turns.filter((turn) => glance(service, [], turn)(read));

      expect(had.length, read).toBeGreaterThan(0);
      expect(had.length, read).toBeLessThan(turns.length / 2);
    }
  });

  test("each has its turn also where a look is due by turns only", () => {
    const due = Array.from({ length: 240 }, (_, turn) => turn).filter((turn) => isLookDue(service, [], turn));

    for (const [read] of rows)
      expect(
        due.some((turn) => glance(service, [], turn)(read)),
        read,
      ).toBe(true);
  });

  test("what is in things is read each time", () => {
    for (const turn of turns) expect(glance(service, [], turn)("anything else")).toBe(true);
  });
});

test("between the steps of a sequence nothing has its turn, and what calls is read", () => {
  const wanted = glance("s3", [change("s3", "PutBucketCors")], undefined);
  const rows = Object.keys(shownBy.s3).filter(wanted);

  expect(rows).toEqual(["GetBucketCors"]);
});

test("what a change is about is read after it, whoever's turn it is", () => {
  const wanted = turns.map((turn) => glance("s3", [change("s3", "PutBucketCors")], turn));

  expect(wanted.every((read) => read("GetBucketCors"))).toBe(true);
  expect(wanted.every((read) => read("GetBucketWebsite"))).toBe(false);
});

test.each([
  ["s3", "CreateBucket", { ACL: "public-read" }, "GetBucketAcl"],
  ["s3", "PutObject", { Tagging: "colour=gold" }, "GetObjectTagging"],
  ["azure-blob", "Container_Create", { access: "blob" }, "Container_GetAccessPolicy"],
  ["dynamodb", "CreateTable", { Tags: [{ Key: "colour", Value: "gold" }] }, "ListTagsOfResource"],
] as const)("%s %s calls for what it is given besides", (service, name, more, read) => {
  const plainly = turns.filter((turn) => glance(service, [change(service, name)], turn)(read));
  const withMore = turns.filter((turn) => glance(service, [change(service, name, more)], turn)(read));

  expect(plainly.length).toBeLessThan(turns.length / 2);
  expect(withMore).toEqual(turns);
});

test("an object that is given something else does not call for its tags", () => {
  const given = change("s3", "PutObject", { CacheControl: "no-cache" });
  const wanted = turns.filter((turn) => glance("s3", [given], turn)("GetObjectTagging"));

  expect(wanted.length).toBeLessThan(turns.length / 2);
});

test("where all was plain or refused, a look is due by turns; otherwise at once", () => {
  const plain = [change("s3", "CreateBucket", { Bucket: "ts000001" }), change("s3", "PutObject")];
  const refused = { ...change("s3", "PutBucketAcl", { ACL: "public-read" }), isRefused: true };
  const due = (...changes: Parameters<typeof isLookDue>[1]) =>
    turns.filter((turn) => isLookDue("s3", changes, turn));

  expect(due(...plain).length).toBeLessThan(turns.length / 2);
  expect(due(...plain)[0]).toBe(0);
  expect(due(...plain, refused)).toEqual(due(...plain));
  expect(due(...plain, { ...refused, isRefused: false })).toEqual(turns);
  expect(due(change("s3", "PutObject", { Body: Buffer.from("another") }))).toEqual(turns);
});

test("what was made plainly for others calls for nothing", () => {
  const made = change("s3", "CreateBucket", { Bucket: "ts000001" });
  const wanted = (...changes: Parameters<typeof glance>[1]) =>
    turns.filter((turn) => glance("s3", changes, turn)("ListObjectsV2"));

  expect(wanted(made)).toEqual(turns);
  expect(wanted(made, change("s3", "PutBucketCors")).length).toBeLessThan(turns.length / 2);
  expect(wanted(made, change("s3", "PutObject"))).toEqual(turns);
});

test("what is looked at closely is looked at unless something was refused and the rest is usual", () => {
  const plain = change("s3", "PutObject");
  const refused = { ...plain, isRefused: true };
  const due = (care: "always" | "closely", ...changes: Parameters<typeof isLookDue>[1]) =>
    turns.filter((turn) => isLookDue("s3", changes, turn, care));

  expect(due("always", refused)).toEqual(turns);
  expect(due("closely", plain)).toEqual(turns);
  expect(due("closely", plain, refused).length).toBeLessThan(turns.length / 2);
  expect(due("closely", refused, change("s3", "PutObject", { Tagging: "a=b" }))).toEqual(turns);
});

test.each<[ServiceName, string, Input, boolean]>([
  ["azure-table", "Table_Create", { tableProperties: { TableName: "ts000001" } }, true],
  ["azure-table", "Table_Create", { tableProperties: { TableName: "ts000001", more: 1 } }, false],
  ["azure-blob", "Container_Create", { containerName: "ts000001" }, true],
  ["azure-blob", "Container_Create", { containerName: "ts000001", metadata: { a: "b" } }, false],
  ["dynamodb", "PutItem", { Item: { id: { S: "another" } } }, false],
])("%s %s with %j is plain: %s", (service, name, more, is) => {
  const { operation, input } = change(service, name, more);

  expect(isPlain(service, operation, input)).toBe(is);
});

test.each([
  ["BlockBlob_Upload", { metadata: { colour: "gold" }, blobContentLanguage: "de" }, []],
  [
    "BlockBlob_Upload",
    { body: Buffer.from("other"), contentLength: 5 },
    ["Blob_Download", "BlockBlob_GetBlockList"],
  ],
  ["BlockBlob_Upload", { tier: "Cool" }, ["Blob_Download", "BlockBlob_GetBlockList"]],
  ["Container_Create", { metadata: { colour: "gold" } }, ["Container_GetProperties"]],
  ["Container_Create", { access: "blob" }, ["Container_GetProperties", "Container_GetAccessPolicy"]],
] as const)("%s with %o calls for what the list of blobs does not tell", (name, more, reads) => {
  const changes = [change("azure-blob", name, more)];

  // A read that has its turn shows nothing of what is called for: only what is read at every turn is.
  const called = Object.keys(shownBy["azure-blob"]).filter((read) =>
    turns.every((turn) => glance("azure-blob", changes, turn)(read)),
  );

  expect(called).toEqual(reads);
});
