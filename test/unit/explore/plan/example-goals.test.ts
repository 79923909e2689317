import { expect, test } from "vitest";
import {
  exampleOf,
  furtherExamplesOf,
  interfaceOf,
  operationOf,
  type ServiceName,
  serviceNames,
} from "../../../../src/clouds/index.ts";
import { Chance } from "../../../../src/explore/chance.ts";
import { Draft } from "../../../../src/explore/plan/draft.ts";
import { exampleGoals } from "../../../../src/explore/plan/example-goals.ts";
import type { Goal } from "../../../../src/explore/plan/goals.ts";
import { Resources } from "../../../../src/explore/plan/resources.ts";
import type { Operation } from "../../../../src/model/index.ts";

/** The goals of an operation whose examples need other calls before them. */
function stagedGoals(service: ServiceName, name: string): readonly Goal[] {
  const operation = operationOf(service, name);
  const examples = furtherExamplesOf(service, operation).filter(({ before }) => before !== undefined);
  return exampleGoals(operation, examples, new Resources(interfaceOf(service)));
}

/** Goals of a service, one behind the other, and which steps are their own calls. */
function planned(service: ServiceName, goals: readonly Goal[]) {
  const chance = new Chance(1);
  const knowledge = { example: (one: Operation) => exampleOf(service, one), trust: () => 1 };
  const draft = new Draft(new Resources(interfaceOf(service)), knowledge, chance);
  const own = goals.map((goal) => {
    goal.plan(draft, chance);
    return draft.steps.length - 1;
  });
  return { steps: draft.steps, own };
}

/** What each such goal of DynamoDB takes by itself. */
function scenesOf(name: string) {
  return stagedGoals("dynamodb", name).map((goal) => planned("dynamodb", [goal]).steps);
}

test.each(["Query", "GetItem", "UpdateItem", "DeleteItem"])(
  "%s is tried on a table whose items are in order, made for it",
  (name) => {
    const scenes = scenesOf(name);

    expect(scenes.length).toBeGreaterThan(0);
    for (const steps of scenes) {
      const made = steps.map(({ operation }) => operation);
      const tables = new Set(steps.map(({ input }) => input["TableName"]));
      expect(made).toEqual(["CreateTable", "PutItem", "PutItem", "PutItem", name]);
      expect(tables).toEqual(new Set(["ts000000"]));
      expect(steps[0]?.input["KeySchema"]).toContainEqual({ AttributeName: "at", KeyType: "RANGE" });
    }
  },
);

test("what an example says of itself is called as it is said, also where things are named", () => {
  const [steps = []] = scenesOf("GetItem");

  const items = steps.slice(1, 4).map(({ input }) => input["Item"]);
  expect(items.map((item) => Object(item).at)).toEqual([{ N: "10" }, { N: "2" }, { N: "1" }]);
  expect(steps.at(-1)?.input["Key"]).toEqual({ id: { S: "a" }, at: { N: "2" } });
});

test.each(serviceNames)(
  "what examples of %s need is made once each, also if they come behind others",
  (service) => {
    const all = interfaceOf(service).operations.map(({ name }) =>
      planned(service, stagedGoals(service, name)),
    );

    const before = all.map(({ steps, own }) =>
      steps
        .filter((_, at) => !own.includes(at))
        .map(({ operation, input }) => JSON.stringify([operation, input])),
    );
    expect(before.flat().length).toBeGreaterThan(6);
    for (const calls of before) expect(new Set(calls).size).toBe(calls.length);
  },
);

test("what an operation makes with more than it needs is made plainly over, under the same name", () => {
  const operation = operationOf("dynamodb", "PutItem");
  const resources = new Resources(interfaceOf("dynamodb"));
  const goals = exampleGoals(operation, furtherExamplesOf("dynamodb", operation), resources);

  const puts = goals.map((goal) =>
    planned("dynamodb", [goal]).steps.flatMap((step) =>
      step.operation === "PutItem" ? [step.input["Item"]] : [],
    ),
  );

  expect(puts).toContainEqual([
    expect.objectContaining({ id: { S: "a" }, amount: { N: "2" } }),
    { id: { S: "a" } },
  ]);
});
