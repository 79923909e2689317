import { expect, test } from "vitest";
import {
  exampleOf,
  furtherExamplesOf,
  interfaceOf,
  operationOf,
  serviceNames,
} from "../../../src/clouds/index.ts";
import { type Input, type Operation, validate } from "../../../src/model/index.ts";

/** In texts, `{table}` stands for a name, and need not be one; in lists, another name does. */
function problemsOf(
  { parameters }: Operation,
  input: Input,
  types: Parameters<typeof validate>[2],
): string[] {
  const known = new Map(parameters.map(({ name, type }) => [name, type]));
  return Object.entries(input).flatMap(([name, value]) => {
    const type = known.get(name);
    if (type === undefined) return [`there is no ${name}`];
    return JSON.stringify(value).includes("{") && typeof value === "string"
      ? []
      : validate(type, Array.isArray(value) ? named(value) : value, types).map(
          (problem) => `${name}: ${JSON.stringify(problem)}`,
        );
  });
}

function named(list: readonly unknown[]): unknown {
  return JSON.parse(JSON.stringify(list).replaceAll("{table}", "touchstone"));
}

test.each(serviceNames)("the examples of %s are what the interface takes", (service) => {
  const { operations, types } = interfaceOf(service);

  const problems = operations.flatMap((operation) =>
    [
      { operation: operation.name, input: exampleOf(service, operation) ?? {} },
      ...furtherExamplesOf(service, operation).flatMap(({ input, before = [] }) => [
        ...before,
        { operation: operation.name, input },
      ]),
    ].flatMap(({ operation: name, input }) =>
      problemsOf(operationOf(service, name), input, types).map((problem) => `${name}: ${problem}`),
    ),
  );

  expect(problems).toEqual([]);
});

test("some operations have more examples than one, each another", () => {
  const { operations } = interfaceOf("dynamodb");

  const several = operations.filter((operation) => furtherExamplesOf("dynamodb", operation).length > 1);

  expect(several.map(({ name }) => name)).toContain("UpdateItem");
  for (const operation of several) {
    const texts = furtherExamplesOf("dynamodb", operation).map((one) => JSON.stringify(one));
    expect(new Set(texts).size).toBe(texts.length);
  }
});
