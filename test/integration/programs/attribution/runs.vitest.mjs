import { afterAll, afterEach, beforeAll, beforeEach, describe, test } from "vitest";
import { send } from "./requests.cjs";
import { defineTests } from "./tests.cjs";

const file = "runs.vitest.mjs";
await send({ file });

defineTests(file, {
  describe,
  test,
  concurrent: test.concurrent,
  each: (values, title, run) => test.each(values)(`${title} %i`, run),
  beforeAll,
  afterAll,
});

describe("hooks", () => {
  const whose = ({ task }) => ({ file, test: `${file} > hooks > ${task.name}` });
  beforeEach((context) => send(whose(context)));
  afterEach((context) => send(whose(context)));
  test.concurrent.for([1, 2, 3, 4, 5, 6])("at once %i", (_, context) => send(whose(context)));
  test("in turn", { retry: 2 }, (context) => send(whose(context)));
});
