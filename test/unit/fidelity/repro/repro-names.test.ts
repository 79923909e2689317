import { expect, test } from "vitest";
import type { Sequence } from "../../../../src/explore/index.ts";
import { ReproNames } from "../../../../src/fidelity/repro/repro-names.ts";

const sequence: Sequence = [
  { operation: "Queue_Create", input: { queueName: "ts000001" }, caller: "owner", tries: { kind: "valid" } },
];

/** So many performances are more than what two letters or digits tell apart. */
const many = 36 ** 2 * 2;

test("no name is ever made twice", () => {
  const names = new ReproNames().on({ isOurs: true });

  const made = Array.from({ length: many }, () => [...names.next(sequence).names]).flat();

  expect(new Set(made).size).toBe(many);
  for (const name of made) expect(name).toMatch(/^rp[0-9a-z]{6}$/);
});

test("names are the same in each run on what is ours alone", () => {
  const [ours, theirs] = [{ isOurs: true }, { isOurs: false }];
  const first = (...sides: readonly { isOurs: boolean }[]) =>
    [...new ReproNames().on(...sides).next(sequence).names].join();

  expect(first(ours)).toBe(first(ours, ours));
  expect(first(ours, theirs)).not.toBe(first(ours));
  expect(first(theirs)).not.toBe(first(theirs));
});
