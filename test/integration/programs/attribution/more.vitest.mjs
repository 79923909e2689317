import { afterAll, beforeAll, describe, test } from "vitest";
import { send } from "./requests.cjs";
import { defineTests } from "./tests.cjs";

const file = "more.vitest.mjs";
await send({ file });

defineTests(file, {
  describe,
  test,
  concurrent: test.concurrent,
  each: (values, title, run) => test.each(values)(`${title} %i`, run),
  beforeAll,
  afterAll,
});
