const { ran } = require("./cases.cjs");

const file = "photos.mocha.cjs";
let tries = 0;

it("is retried", function () {
  this.retries(2);
  if (++tries < 3) throw new Error("not yet");
  ran(file, ["is retried"]);
});
it("is to be done");
describe("without set-up", () => {
  before(() => {
    throw new Error("no bucket");
  });
  it("needs it", () => ran(file, ["without set-up", "needs it"]));
});
describe("leaves a mess", () => {
  after(() => {
    throw new Error("cannot clean up");
  });
  it("passes", () => ran(file, ["leaves a mess", "passes"]));
});
