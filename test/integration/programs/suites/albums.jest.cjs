const { defineCases } = require("./cases.cjs");

defineCases("albums.jest.cjs", {
  describe,
  test,
  each: (values, title, run) => test.each(values)(`${title} %i`, run),
  concurrent: test.concurrent,
  skip: test.skip,
});
