const { close, defineTests } = require("./undici-tests.cjs");

afterAll(close);
defineTests("undici.jest.cjs", test.concurrent);
