import { send } from "./requests.cjs";

const file = "more.mocha.mjs";
await send({ file });

before(() => send({ file }));
describe("another file", () => {
  before(() => send({ file }));
  it("sends", () => send({ file, test: `${file} > another file > sends` }));
});
