import { expect, test } from "vitest";
import { exampleOf, furtherExamplesOf, interfaceOf, operationOf } from "../../../../src/clouds/index.ts";
import { Chance } from "../../../../src/explore/chance.ts";
import { Draft } from "../../../../src/explore/plan/draft.ts";
import { exampleGoals } from "../../../../src/explore/plan/example-goals.ts";
import { Resources } from "../../../../src/explore/plan/resources.ts";

/** The calls that the examples of an operation take which need others before them, each by itself. */
function scenesOf(name: string) {
  const resources = new Resources(interfaceOf("dynamodb"));
  const operation = operationOf("dynamodb", name);
  const examples = furtherExamplesOf("dynamodb", operation).filter(({ before }) => before !== undefined);
  return exampleGoals(operation, examples, resources).map((goal) => {
    const chance = new Chance(1);
    const knowledge = { example: (one: typeof operation) => exampleOf("dynamodb", one), trust: () => 1 };
    const draft = new Draft(resources, knowledge, chance);
    goal.plan(draft, chance);
    return draft.steps;
  });
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
