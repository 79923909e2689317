const { send } = require("./requests.cjs");
const { defineTests } = require("./tests.cjs");

const file = "runs.jest.cjs";
const topLevel = send({ file });

defineTests(file, {
  describe,
  test,
  concurrent: test.concurrent,
  each: (values, title, run) => test.each(values)(`${title} %i`, run),
  beforeAll: (run) => beforeAll(() => topLevel.then(run)),
  afterAll,
});

describe("hooks", () => {
  const whose = () => ({ file, test: `${file} > ${expect.getState().currentTestName.replace(" ", " > ")}` });
  beforeEach(() => send(whose()));
  afterEach(() => send(whose()));
  test("promised", () => send(whose()));
  test("called", (done) => {
    send(whose()).then(() => done(), done);
  });
});
