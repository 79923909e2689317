import { before, describe, test } from "node:test";
import { send } from "./requests.cjs";

const file = "pair-one.node-test.mjs";
describe("pair", { concurrency: true }, () => {
  before(() => send({ file }));
  for (const title of ["first", "second"])
    test(title, () => send({ file, test: `${file} > pair > ${title}` }));
});
