import { describe, test } from "vitest";
import { defineCases } from "./cases.cjs";

defineCases("albums.vitest.mjs", {
  describe,
  test,
  each: (values, title, run) => test.each(values)(`${title} %i`, run),
  concurrent: test.concurrent,
  skip: test.skip,
});
