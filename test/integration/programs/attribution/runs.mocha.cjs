const { send } = require("./requests.cjs");
const { defineTests } = require("./tests.cjs");

const file = "runs.mocha.cjs";
const topLevel = send({ file });

defineTests(file, {
  describe,
  test: it,
  concurrent: it,
  each: (values, title, run) => {
    for (const value of values) it(`${title} ${value}`, () => run(value));
  },
  beforeAll: (run) => before(() => topLevel.then(run)),
  afterAll: after,
});

describe("hooks", () => {
  const whose = (test) => ({ file, test: `${file} > hooks > ${test.title}` });
  beforeEach(function () {
    return send(whose(this.currentTest));
  });
  afterEach(function () {
    return send(whose(this.currentTest));
  });
  it("promised", function () {
    return send(whose(this.test));
  });
  it("called", function (done) {
    send(whose(this.test)).then(() => done(), done);
  });
  it("tried again", async function () {
    this.retries(2);
    await send(whose(this.test));
    if (this.test.currentRetry() === 0) throw new Error("the first time");
  });
});
