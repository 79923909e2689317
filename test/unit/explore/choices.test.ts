import { expect, test } from "vitest";
import { interfaceOf, serviceNames } from "../../../src/clouds/index.ts";
import {
  eachChoice,
  eachDrawn,
  inputProblems,
  sampled,
  withEachOptional,
} from "../../../src/explore/index.ts";
import {
  array,
  body,
  bool,
  header,
  int,
  object,
  oneOf,
  operation,
  query,
  string,
} from "../../../src/model/index.ts";

const put = operation("Put", "PUT /", {
  input: [
    header("mode", oneOf("fast", "slow")),
    query("limit?", int({ min: 1 })),
    body(
      "rules?",
      array(object({ Id: int(), "Days?": int(), "Enabled?": bool(), "Kind?": oneOf("A", "B") })),
    ),
  ],
  price: "write",
});

test.each(serviceNames)("options, choices and drawn values of %s are valid", (service) => {
  const { operations, types } = interfaceOf(service);

  const invalid = operations.flatMap((operation) =>
    [
      ...withEachOptional(operation, types),
      ...eachChoice(operation, types),
      ...eachDrawn(operation, types),
    ].flatMap(({ path, inputs }) =>
      inputProblems(operation, sampled(inputs, 9), types).map((problem) => ({
        at: `${operation.name} ${path}`,
        problem,
      })),
    ),
  );

  expect(invalid).toEqual([]);
});

test("each optional thing stands alone, and of a structure each is left out alone", () => {
  const options = withEachOptional(put, {});

  expect(options.map(({ path, given }) => `${path} ${given}`)).toEqual([
    " none",
    "limit alone",
    "rules alone",
    "rules[].Days alone",
    "rules[].Enabled alone",
    "rules[].Kind alone",
    "rules[].Days all-but",
    "rules[].Enabled all-but",
    "rules[].Kind all-but",
  ]);
  expect(Object.keys(sampled(options[0]?.inputs ?? expect.fail(), 1))).toEqual(["mode"]);
  expect(Object.keys(sampled(options[1]?.inputs ?? expect.fail(), 1))).toEqual(["mode", "limit"]);
  const [days] = sampled(options[3]?.inputs ?? expect.fail(), 1)["rules"] as object[];
  const [others] = sampled(options[6]?.inputs ?? expect.fail(), 1)["rules"] as object[];
  expect(Object.keys(days ?? {})).toEqual(["Id", "Days"]);
  expect(Object.keys(others ?? {})).toEqual(["Id", "Enabled", "Kind"]);
});

test("every value of an enumeration and both truth values are chosen", () => {
  const choices = eachChoice(put, {});

  expect(choices.map(({ path, choice }) => `${path} ${choice}`)).toEqual([
    "mode fast",
    "mode slow",
    "rules[].Enabled true",
    "rules[].Enabled false",
    "rules[].Kind A",
    "rules[].Kind B",
  ]);
  expect(choices.slice(0, 2).map(({ inputs }) => sampled(inputs, 1)["mode"])).toEqual(["fast", "slow"]);
});

test("every text and every number is drawn, each by itself, and not only the plainest", () => {
  const drawn = eachDrawn(put, {});

  expect(drawn.map(({ path }) => path)).toEqual(["limit", "rules[].Id", "rules[].Days"]);
  const limits = [1, 2, 3, 4, 5].map((seed) => sampled(drawn[0]?.inputs ?? expect.fail(), seed)["limit"]);
  expect(new Set(limits).size).toBeGreaterThan(1);
});

test("what is drawn is seldom what stands there without any reason", () => {
  const read = operation("Read", "GET /", {
    input: [header("range?", string({ pattern: "bytes=\\d+-\\d*", example: "bytes=0-511" }))],
    price: "read",
  });
  const [range] = eachDrawn(read, {});
  const values = Array.from({ length: 40 }, (_, seed) => range && sampled(range.inputs, seed)["range"]);

  expect(values.filter((value) => value === "bytes=0-511").length).toBeLessThan(10);
});
