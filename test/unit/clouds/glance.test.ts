import { describe, expect, test } from "vitest";
import { shownBy } from "../../../src/clouds/glance.ts";
import {
  exampleOf,
  glance,
  interfaceOf,
  operationOf,
  type ServiceName,
  serviceNames,
} from "../../../src/clouds/index.ts";
import { defaultInput, type Input } from "../../../src/model/index.ts";

/** A call as plain as can be, with some more. */
function change(service: ServiceName, name: string, more: Input = {}) {
  const operation = operationOf(service, name);
  const plain = { ...defaultInput(operation, interfaceOf(service).types), ...exampleOf(service, operation) };
  return { operation, input: { ...plain, ...more } };
}

const turns = Array.from({ length: 12 }, (_, turn) => turn);

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

  test("what is in things is read each time", () => {
    for (const turn of turns) expect(glance(service, [], turn)("anything else")).toBe(true);
  });
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
