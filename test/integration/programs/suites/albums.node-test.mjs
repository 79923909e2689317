import test, { describe, it } from "node:test";
import { defineCases } from "./cases.cjs";

defineCases("albums.node-test.mjs", {
  describe: (title, define) => describe(title, { concurrency: title === "at once" ? 4 : 1 }, define),
  test,
  each: (values, title, run) => {
    for (const value of values) it(`${title} ${value}`, () => run(value));
  },
  concurrent: it,
  skip: it.skip,
});
