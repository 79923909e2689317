import { expect, test } from "vitest";
import { parseFaultPlan } from "../../../../src/wire/index.ts";

const known = { s3: ["PutObject", "GetObject"], "azure-blob": ["Container_Create", "BlockBlob_Upload"] };

function parse(plan: unknown) {
  return parseFaultPlan(JSON.stringify(plan), "faults.json", known);
}

test("reads a plan", () => {
  const plan = parse({
    seed: 7,
    rules: [
      { service: "s3", operation: "PutObject", fault: "throttle", rate: 0.1, limit: 5 },
      { operation: ["GetObject", "Container_Create"], fault: "delay", delayMs: 200, every: 3 },
      { operation: "*", fault: "reset", at: [1, 4] },
    ],
  });

  expect(plan).toEqual({
    seed: 7,
    rules: [
      { service: "s3", operations: ["PutObject"], fault: "throttle", rate: 0.1, limit: 5 },
      { operations: ["GetObject", "Container_Create"], fault: "delay", delayMs: 200, every: 3 },
      { operations: "*", fault: "reset", at: [1, 4] },
    ],
  });
});

test("takes zero for the seed that is not given", () => {
  expect(parse({ rules: [{ operation: "*", fault: "500" }] }).seed).toBe(0);
});

const rule = { operation: "PutObject", fault: "throttle" };

test.each([
  [{}, "rules is missing"],
  [{ rules: [] }, "rules has 0 items, but at least 1 are needed"],
  [{ rules: [rule], sed: 1 }, "sed is not known here; allowed: seed, rules"],
  [{ rules: [{ ...rule, fault: "slow" }] }, 'rules[0].fault is "slow", but must be one of '],
  [{ rules: [{ ...rule, rate: 2 }] }, "rules[0].rate is 2, but at most 1 is allowed"],
  [{ rules: [rule, { ...rule, at: [0] }] }, "rules[1].at[0] is 0, but at least 1 is needed"],
  [{ rules: [{ ...rule, every: 0 }] }, "rules[0].every is 0, but at least 1 is needed"],
  [{ rules: [{ ...rule, service: "gcs" }] }, 'rules[0].service is "gcs", but must be one of '],
  [
    { rules: [{ ...rule, operation: "putObjct" }] },
    'rules[0].operation is "putObjct", which is no operation of any service; did you mean "PutObject"?',
  ],
  [
    { rules: [{ ...rule, operation: ["PutObject", "Container_Creat"] }] },
    'rules[0].operation[1] is "Container_Creat", which is no operation of any service; did you mean "Container_Create"?',
  ],
  [
    { rules: [{ ...rule, service: "azure-blob" }] },
    'rules[0].operation is "PutObject", which is no operation of azure-blob; touchstone operations lists them',
  ],
  [
    { rules: [{ ...rule, rate: 0.5, every: 2 }] },
    "rules[0] has rate and every, but only one of rate, at and every is allowed",
  ],
  [{ rules: [{ ...rule, fault: "delay" }] }, "rules[0].delayMs is missing: a delay needs its milliseconds"],
])("says what is wrong with %j", (plan, hint) => {
  expect(() => parse(plan)).toThrow(
    expect.objectContaining({
      code: "TS_FAULTS",
      message: "faults.json has a mistake",
      hint: expect.stringContaining(hint),
    }),
  );
});

test("counts mistakes, and says what is no JSON", () => {
  expect(() =>
    parse({
      rules: [
        { ...rule, operation: "x" },
        { ...rule, operation: "y" },
      ],
    }),
  ).toThrow("faults.json has 2 mistakes");
  expect(() => parseFaultPlan("{", "faults.json", known)).toThrow("faults.json is not JSON");
});
