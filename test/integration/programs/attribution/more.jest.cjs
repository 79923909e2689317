const { send } = require("./requests.cjs");

const file = "more.jest.cjs";
test.concurrent.each([1, 2])("takes %i", (value) => send({ file, test: `${file} > takes ${value}` }));
