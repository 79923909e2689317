import { expect, test } from "vitest";
import { interfaceOf } from "../../../../src/clouds/index.ts";
import { KnownPlaces } from "../../../../src/fidelity/fuzz/known-places.ts";
import type { PlaceDifference } from "../../../../src/fidelity/pair/performed.ts";
import { sampleFinding } from "../findings/sample-findings.ts";

const { sequence } = sampleFinding();
const answer = { label: "either", status: 201, code: null, message: null };

/** The places that are known once these differences were found where both sides succeed. */
function known(...found: readonly PlaceDifference[]): KnownPlaces {
  const places = new KnownPlaces(interfaceOf("azure-blob"));
  for (const difference of found)
    places.add(sampleFinding({ emulator: answer, reference: answer }), [difference]);
  return places;
}

function tier(emulator: string): PlaceDifference {
  return { place: "state properties.tier", emulator, reference: "Cool" };
}

test("a place of an answer is known whatever is there, for the operation that gave it", () => {
  const version = { place: "response.header.x-ms-version-id", emulator: "1", reference: null };
  const places = known(version);

  expect(places.has("Container_Create", { ...version, emulator: "2" }, sequence)).toBe(true);
  expect(places.has("Container_Delete", version, sequence)).toBe(false);
});

test("a place of the state is known with the values that were found, and with all when there were enough", () => {
  expect(known(tier("Hot")).has("Container_Create", tier("Hot"), sequence)).toBe(true);
  expect(known(tier("Hot")).has("Container_Create", tier("Archive"), sequence)).toBe(false);
  expect(known(tier("Hot"), tier("Cold")).has("Container_Create", tier("Archive"), sequence)).toBe(false);
  expect(known(tier("Hot"), tier("Cold"), tier("")).has("Container_Create", tier("Archive"), sequence)).toBe(
    true,
  );
});

test("a place of the state is known behind a call of an operation that is to blame there, and nowhere else", () => {
  const [made] = sampleFinding().sequence;
  if (made === undefined) expect.fail("the finding has no steps");
  const leased = { ...made, operation: "Container_AcquireLease" };
  const [few, enough] = [known(tier("Hot")), known(tier("Hot"), tier("Cold"), tier(""))];

  expect(few.has("Container_AcquireLease", tier("Hot"), [made, leased])).toBe(true);
  expect(few.has("Container_AcquireLease", tier("Hot"), [leased])).toBe(false);
  expect(enough.has("Container_AcquireLease", tier("Archive"), [made, leased])).toBe(true);
  expect(enough.has("Container_AcquireLease", tier("Archive"), [leased])).toBe(false);
});

test("where the sides answer differently, nothing is looked past", () => {
  const places = new KnownPlaces(interfaceOf("azure-blob"));
  const finding = sampleFinding();
  places.add(finding, finding.differences);

  for (const difference of finding.differences)
    expect(places.has(finding.operation, difference, sequence)).toBe(false);
});

test("a finding tells of all that differed there, for its own operation", () => {
  const places = new KnownPlaces(interfaceOf("azure-blob"));
  const finding = sampleFinding({ emulator: answer, reference: answer });
  const header = { place: "response.header.x-ms-version-id", emulator: "1", reference: null };
  places.add(finding, [header, tier("Hot")]);

  const tellers = (operation: string, ...asked: readonly PlaceDifference[]) =>
    asked.map((difference) => places.tellerOf(operation, difference, sequence));

  expect(tellers(finding.operation, header, tier("Hot"))).toEqual([finding, finding]);
  expect(tellers(finding.operation, tier("Cold"))).toEqual([undefined]);
  expect(tellers("Container_Restore", header, tier("Hot"))).toEqual([undefined, undefined]);
});
