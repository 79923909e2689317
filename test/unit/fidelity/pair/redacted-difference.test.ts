import { beforeEach, expect, test } from "vitest";
import type { Sequence } from "../../../../src/explore/index.ts";
import { performer } from "../../../../src/fidelity/pair/perform.ts";
import type { Performed } from "../../../../src/fidelity/pair/performed.ts";
import { bucketsThat, key, type Says, sequenceOf, withKey } from "../buckets-that.ts";
import { answered, sideThat } from "../told-side.ts";

beforeEach(withKey);

/** Where somebody who says the key, in one way or another, parts from somebody who does not. */
async function parted(sequence: Sequence, says: Says): Promise<Performed> {
  const pair = { emulator: await bucketsThat(says), reference: await bucketsThat({}) };
  return await performer(pair)(sequence);
}

test("a key that stands in a header is not told", async () => {
  const { discrepancy } = await parted(sequenceOf("CreateBucket", "HeadBucket"), { region: `of ${key}` });

  expect(discrepancy?.differences).toContainEqual(
    expect.objectContaining({ emulator: "of REDACTED", reference: "eu-west-1" }),
  );
  expect(JSON.stringify(discrepancy)).not.toContain(key);
});

test("a key that stands in a state is not told", async () => {
  const { discrepancy } = await parted(sequenceOf("CreateBucket"), { tag: key });

  expect(discrepancy).toMatchObject({ manifestation: "state", messages: { emulator: null } });
  expect(JSON.stringify(discrepancy?.differences)).toContain("REDACTED");
  expect(JSON.stringify(discrepancy)).not.toContain(key);
});

test("a key that is the name of a part of a state is not told", async () => {
  const { discrepancy } = await parted(sequenceOf("CreateBucket"), { object: key });

  expect(discrepancy?.differences.map(({ place }) => place).join()).toContain("REDACTED");
  expect(JSON.stringify(discrepancy)).not.toContain(key);
});

test("not even the beginning of a key is told where a long value is cut", async () => {
  const { discrepancy } = await parted(sequenceOf("CreateBucket"), { tag: "a".repeat(150) + key });

  expect(JSON.stringify(discrepancy)).toContain("aaaa");
  expect(JSON.stringify(discrepancy)).not.toContain(key.slice(0, 8));
});

test("a difference with a key in it is known again without it", async () => {
  const known: (string | null)[] = [];
  const pair = { emulator: await bucketsThat({ tag: key }), reference: await bucketsThat({}) };
  const perform = performer(pair, {
    isKnown: (_, { emulator }) => {
      known.push(emulator);
      return true;
    },
  });

  const { discrepancy } = await perform(sequenceOf("CreateBucket"));

  expect(discrepancy).toBeUndefined();
  expect(known.join()).toContain("REDACTED");
  expect(known.join()).not.toContain(key);
});

test("a key is taken out of what a process has said at its end", async () => {
  const dying = sideThat((told) => {
    told.losses++;
    told.lastWords = [`Error: signed with ${key}`];
    return { kind: "failed", via: "sdk", message: "ECONNRESET", attempts: 1 };
  });
  const emulator = { ...dying, redact: (text: string) => text.replaceAll(key, "REDACTED") };
  Object.defineProperty(emulator, "lastWords", { get: () => dying.lastWords });
  const sequence: Sequence = [
    {
      operation: "Queue_GetProperties",
      input: { queueName: "ts000000" },
      caller: "owner",
      tries: { kind: "valid" },
    },
  ];

  const { discrepancy } = await performer({ emulator, reference: sideThat(() => answered(200)) })(sequence);

  expect(discrepancy?.lastWords).toEqual(["Error: signed with REDACTED"]);
});
