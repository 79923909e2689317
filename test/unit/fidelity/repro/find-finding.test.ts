import { expect, test } from "vitest";
import { type Finding, findingNamed, targetOf } from "../../../../src/fidelity/index.ts";
import { finding, step } from "../../../integration/repro/findings.ts";

function named(id: string, label = "azurite 3.21.0"): Finding {
  const some = finding("azure-blob", [step("Blob_SetTags", {})]);
  return { ...some, id, emulator: { ...some.emulator, label } };
}

const findings = [
  named("Blob_SetTags-3f9a12", "azurite 3.9.0"),
  named("Blob_SetTags-3f9a12", "azurite 3.21.0"),
  named("Blob_SetTags-77aa00"),
  named("Blob_Delete-0011aa"),
];

test("an id, or its beginning, names a finding on the last version that has it", () => {
  expect(findingNamed(findings, "Blob_SetTags-3f9a12").emulator.label).toBe("azurite 3.21.0");
  expect(findingNamed(findings, "Blob_SetTags-3").emulator.label).toBe("azurite 3.21.0");
  expect(findingNamed(findings, "Blob_D").id).toBe("Blob_Delete-0011aa");
});

test("the version that is asked for goes first", () => {
  expect(findingNamed(findings, "Blob_SetTags-3", "azurite 3.9.0").emulator.label).toBe("azurite 3.9.0");
});

test("an emulator without a version stands for its last one, whatever others have the finding", () => {
  const others = [...findings, named("Blob_SetTags-3f9a12", "other 1.0.0")];

  expect(findingNamed(others, "Blob_SetTags-3", "azurite").emulator.label).toBe("azurite 3.21.0");
});

test("an id that could be several is refused with all of them", () => {
  expect(() => findingNamed(findings, "Blob_SetTags")).toThrow(
    expect.objectContaining({
      code: "TS_FINDING",
      hint: "Say which one: Blob_SetTags-3f9a12, Blob_SetTags-77aa00",
    }),
  );
});

test.each([
  ["Blob_SetTags-3f9a13", "Near it: Blob_SetTags-3f9a12, Blob_SetTags-77aa00"],
  ["Blob_Delete-ffffff", "Near it: Blob_Delete-0011aa"],
  ["Queue_Create-ffffff", "There are: Blob_Delete-0011aa, Blob_SetTags-3f9a12, Blob_SetTags-77aa00"],
])("%s is unknown, and those near it are named", (id, hint) => {
  expect(() => findingNamed(findings, id)).toThrow(
    expect.objectContaining({ message: `there is no finding ${id}`, hint }),
  );
});

test("a catalogue without findings says how to get some", () => {
  expect(() => findingNamed([], "x")).toThrow(
    expect.objectContaining({ hint: expect.stringContaining("touchstone fuzz") as unknown }),
  );
});

test.each([
  ["azurite 3.21.0", { named: "azurite@3.21.0" }],
  ["the cloud", { named: "cloud" }],
  ["http://127.0.0.1:4566", { named: "http://127.0.0.1:4566" }],
  ["contracts (on s3rver 3.7.1)", { named: "contracts", behind: "s3rver@3.7.1" }],
])("%s can be opened again", (label, target) => {
  expect(targetOf(label)).toEqual(target);
});
