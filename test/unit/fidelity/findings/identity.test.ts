import { describe, expect, test } from "vitest";
import { interfaceOf } from "../../../../src/clouds/index.ts";
import type { Step } from "../../../../src/explore/index.ts";
import {
  type Case,
  findingId,
  generalPlace,
  outcomeText,
  sameFinding,
} from "../../../../src/fidelity/findings/identity.ts";
import { namesIn } from "../../../../src/fidelity/findings/names-in.ts";

const blob = interfaceOf("azure-blob");

function found(input: Step["input"], reference: string, place?: string, values = ["1", "2"]): Case {
  const [status = "", code = null] = reference.split(" ");
  return {
    sequence: [{ operation: "Blob_SetMetadata", input, caller: "owner", tries: { kind: "valid" } }],
    discrepancy: {
      step: 0,
      emulator: { status: 200, code: null },
      reference: { status: Number(status), code },
      differences:
        place === undefined ? [] : [{ place, emulator: values[0] ?? null, reference: values[1] ?? null }],
      manifestation: "both",
      messages: { emulator: null, reference: null },
    },
  };
}

const plain = { containerName: "ts000001", blob: "a" };

describe("a finding's id", () => {
  test("is of the operation and the pair of outcomes, whatever the values", () => {
    const one = findingId("azure-blob", found(plain, "400 InvalidMetadata", "response.header.x"), blob);
    const other = findingId(
      "azure-blob",
      found({ ...plain, metadata: { "1": "x" } }, "400 InvalidMetadata"),
      blob,
    );

    expect(one).toMatch(/^Blob_SetMetadata-[0-9a-f]{6}$/);
    expect(other).toBe(one);
    expect(findingId("azure-blob", found(plain, "400 MetadataTooLarge"), blob)).not.toBe(one);
    expect(findingId("azure-queue", found(plain, "400 InvalidMetadata"), blob)).not.toBe(one);
  });

  test("has the place too, without names and indices, where both answer the same", () => {
    const key = (input: Step["input"], place: string) => sameFinding(found(input, "200", place), blob);
    const one = key({ ...plain, metadata: { color: "red" } }, "state ts000001.blobs.a.metadata.color");

    expect(
      key(
        { containerName: "ts0000zz", blob: "b/c", metadata: { x: "" } },
        "state ts0000zz.blobs.b/c.metadata.x",
      ),
    ).toBe(one);
    expect(key({ ...plain, metadata: { color: "red" } }, "state ts000001.blobs.a.tags.color")).not.toBe(one);
  });

  test("has how a part of a batch ended on both sides, and of other fields no values", () => {
    const key = (place: string, values: string[]) => sameFinding(found(plain, "200", place, values), blob);
    const code = "response.body.part.part.body.odata.error.code";
    const size = "response.body.part.part.body.size";

    expect(key(code, ["EntityAlreadyExists", "InvalidDuplicateRow"])).not.toBe(
      key(code, ["InvalidInput", "A"]),
    );
    expect(key(size, ["3", "4"])).toBe(key(size, ["5", "6"]));
  });
});

test("names are what the author of a sequence chose, and nothing that the interface has named", () => {
  const names = namesIn(
    [
      {
        operation: "Blob_SetTags",
        input: { ...plain, tags: { BlobTagSet: [{ Key: "k", Value: "v" }] } },
        caller: "owner",
        tries: { kind: "valid" },
      },
      {
        operation: "Container_ListBlobFlatSegment",
        input: { containerName: "ts000001", include: ["metadata"] },
        caller: "owner",
        tries: { kind: "valid" },
      },
    ],
    blob,
  );

  expect([...names].toSorted()).toEqual(["a", "k", "ts000001", "v"]);
});

test.each([
  ["state blobs.a.tags.M../E /-.:", "state blobs.*.tags.*"],
  ["state metadata.x.y", "state metadata.*"],
  ["state tags", "state tags"],
  ["state blobs.a.tags[2].Key", "state blobs.*.tags[].Key"],
  ["state a.blobs.10.tier", "state *.blobs.*.tier"],
  ["response.header.etag", "response.header.etag"],
  ["response.header.x-ms-meta-colour", "response.header.x-ms-meta-*"],
  ["state properties.metadata.A", "state properties.metadata.*"],
  ["state ts000001.lease", "state *.lease"],
  ["response.body.Id.7f3a9c00-0000-4000-8000-000000000000", "response.body.Id.*"],
])("%s is the place %s", (place, general) => {
  expect(generalPlace(place, new Set(["a"]))).toBe(general);
});

test.each([
  [{ status: 409, code: "LeaseLost" }, "409 LeaseLost"],
  [{ status: 201, code: null }, "201"],
  [{ status: null, code: null }, "no answer"],
])("an outcome in words: %j", (outcome, text) => {
  expect(outcomeText(outcome)).toBe(text);
});
