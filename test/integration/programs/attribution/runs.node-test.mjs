import test, { after, afterEach, before, beforeEach, describe, it } from "node:test";
import { send } from "./requests.cjs";
import { defineTests } from "./tests.cjs";

const file = "runs.node-test.mjs";
await send({ file });

const atOnce = { concurrency: 8 };
defineTests(file, {
  describe: (title, define) => describe(title, title === "at once" ? atOnce : {}, define),
  test,
  concurrent: it,
  each: (values, title, run) => {
    for (const value of values) it(`${title} ${value}`, () => run(value));
  },
  beforeAll: before,
  afterAll: after,
});

describe("hooks", atOnce, () => {
  const whose = (context) => ({ file, test: `${file} > hooks > ${context.name}` });
  beforeEach((context) => send(whose(context)));
  afterEach((context) => send(whose(context)));
  for (let index = 1; index <= 8; index++) it(`hooked ${index}`, (context) => send(whose(context)));
  it("called", (context, done) => {
    send(whose(context)).then(() => done(), done);
  });
});

test("has subtests", atOnce, async (context) => {
  const titles = [1, 2, 3, 4].map((index) => `sub ${index}`);
  const whose = (title) => ({ file, test: `${file} > has subtests > ${title}` });
  await send({ file, test: `${file} > has subtests` });
  await Promise.all(titles.map((title) => context.test(title, () => send(whose(title)))));
  await send({ file, test: `${file} > has subtests` });
});
