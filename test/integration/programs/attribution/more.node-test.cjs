const test = require("node:test");
const { send } = require("./requests.cjs");

const file = "more.node-test.cjs";
test.beforeEach((context) => send({ file, test: `${file} > ${context.name}` }));
test("first", () => send({ file, test: `${file} > first` }));
test("second", () => send({ file, test: `${file} > second` }));
