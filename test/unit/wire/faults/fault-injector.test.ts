import fc from "fast-check";
import { expect, test } from "vitest";
import { FaultInjector } from "../../../../src/wire/index.ts";

const put = { service: "s3", operation: "PutObject" };
const get = { service: "s3", operation: "GetObject" };
const upload = { service: "azure-blob", operation: "BlockBlob_Upload" };

type Plan = ConstructorParameters<typeof FaultInjector>[0];
type Rule = Plan["rules"][number];

function kinds(rules: readonly Rule[], requests: readonly (typeof put)[], seed = 1): (string | undefined)[] {
  const injector = new FaultInjector({ seed, rules });
  return requests.map((request) => injector.next(request)?.kind);
}

/** The places of the requests that fail. */
function failed(rules: readonly Rule[], requests: readonly (typeof put)[]): number[] {
  return kinds(rules, requests).flatMap((kind, index) => (kind === undefined ? [] : [index]));
}

const always: Rule = { operations: ["PutObject"], fault: "500" };

test("fails the chosen operations and no others", () => {
  expect(kinds([always], [put, get, upload, put])).toEqual(["500", undefined, undefined, "500"]);
  expect(kinds([{ ...always, operations: "*" }], [put, upload])).toEqual(["500", "500"]);
  expect(kinds([{ ...always, operations: "*", service: "s3" }], [put, upload])).toEqual(["500", undefined]);
});

test("leaves alone what is of no known service", () => {
  const injector = new FaultInjector({ seed: 1, rules: [{ ...always, operations: "*" }] });

  expect(injector.next({ service: null, operation: "unknown" })).toBeUndefined();
});

test("counts a rule's own requests for ordinals, every so many, and a limit", () => {
  const requests = [put, get, put, put, get, put];

  expect(failed([{ ...always, at: [1, 3] }], requests)).toEqual([0, 3]);
  expect(failed([{ ...always, every: 2 }], requests)).toEqual([2, 5]);
  expect(failed([{ ...always, limit: 2 }], requests)).toEqual([0, 2]);
});

test("takes the first rule that wants to, and tells which it was", () => {
  const injector = new FaultInjector({
    seed: 1,
    rules: [
      { operations: ["PutObject"], fault: "delay", delayMs: 30, at: [2] },
      { operations: "*", fault: "reset" },
    ],
  });

  expect(injector.next(put)).toEqual({ kind: "reset", label: "reset (rules[1])" });
  expect(injector.next(put)).toEqual({ kind: "delay", delayMs: 30, label: "delay (rules[0])" });
});

test("gives the same faults for the same seed and order, and others for another seed", () => {
  const requests = Array.from({ length: 200 }, () => put);

  fc.assert(
    fc.property(fc.nat(), fc.nat(), (seed, other) => {
      fc.pre(seed !== other);
      const rules = [{ ...always, rate: 0.5 }];

      expect(kinds(rules, requests, seed)).toEqual(kinds(rules, requests, seed));
      expect(kinds(rules, requests, seed)).not.toEqual(kinds(rules, requests, other));
    }),
    { numRuns: 50 },
  );
});

test("lets another seed take the place of the plan's", () => {
  const plan: Plan = { seed: 1, rules: [{ ...always, rate: 0.5 }] };
  const requests = Array.from({ length: 100 }, () => put);
  const injector = new FaultInjector(plan, { seed: 2 });

  const found = requests.map((request) => injector.next(request)?.kind);

  expect(found).toEqual(kinds(plan.rules, requests, 2));
  expect(found).not.toEqual(kinds(plan.rules, requests, 1));
});

test("keeps to the rate", () => {
  const requests = Array.from({ length: 10_000 }, () => put);

  for (const rate of [0, 0.1, 0.5, 1]) {
    const faults = kinds([{ ...always, rate }], requests).filter(Boolean).length;

    expect(Math.abs(faults / requests.length - rate)).toBeLessThan(0.02);
  }
});

test("does for one rule what it does without the others", () => {
  const requests = Array.from({ length: 100 }, (_, index) => (index % 3 === 0 ? get : put));
  const rule: Rule = { ...always, rate: 0.3 };
  const ofGet: Rule = { operations: ["GetObject"], fault: "reset", rate: 0.5 };

  const alone = kinds([rule], requests);
  const together = kinds([rule, ofGet], requests).map((kind) => (kind === "reset" ? undefined : kind));

  expect(together).toEqual(alone);
});
