import { beforeEach, expect, test } from "vitest";
import { interfaceOf } from "../../../../src/clouds/index.ts";
import type { Sequence } from "../../../../src/explore/index.ts";
import { findingId } from "../../../../src/fidelity/findings/identity.ts";
import { toldDiscrepancy } from "../../../../src/fidelity/findings/told.ts";
import { type Finding, reproduce } from "../../../../src/fidelity/index.ts";
import { performer } from "../../../../src/fidelity/pair/perform.ts";
import { bucketsThat, key, type Says, sequenceOf, withKey } from "../buckets-that.ts";
import { sampleFinding } from "../findings/sample-findings.ts";

beforeEach(withKey);

/** What is found where somebody who repeats the key is performed beside somebody who does not. */
async function foundWhere(says: Says, sequence: Sequence): Promise<Finding> {
  const pair = { emulator: await bucketsThat(says), reference: await bucketsThat({}) };
  const { discrepancy } = await performer(pair)(sequence);
  if (discrepancy === undefined) throw new Error("the sides do not part");
  const told = toldDiscrepancy(discrepancy);
  const { emulator, reference, differences, manifestation, messages } = told;
  return sampleFinding({
    id: findingId("s3", { sequence, discrepancy: told }, interfaceOf("s3")),
    service: "s3",
    operation: sequence[told.step]?.operation ?? "",
    sequence,
    manifestation,
    differences,
    emulator: { ...emulator, message: messages.emulator, label: pair.emulator.label },
    reference: { ...reference, message: messages.reference, label: pair.reference.label },
  });
}

test.each<[where: string, says: Says, calls: readonly string[]]>([
  ["in a state", { tag: key }, ["CreateBucket"]],
  ["in a header", { region: `of ${key}` }, ["CreateBucket", "HeadBucket"]],
  ["where a long value of a state is cut", { tag: "a".repeat(150) + key }, ["CreateBucket"]],
  ["where a long header is cut", { region: "a".repeat(180) + key }, ["CreateBucket", "HeadBucket"]],
  ["for the name of an object", { object: key }, ["CreateBucket"]],
])("a key that stands %s is not told, and does not hide whose answer it is", async (_, says, calls) => {
  const found = await foundWhere(says, sequenceOf(...calls));

  const shown = await reproduce(found, await bucketsThat(says));
  const mended = await reproduce(found, await bucketsThat({}));

  expect(shown.values.length).toBeGreaterThan(0);
  expect([shown.verdict, mended.verdict]).toEqual(["emulator", "reference"]);
  expect(JSON.stringify([found, shown])).not.toContain(key.slice(0, 8));
});
