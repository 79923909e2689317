const { defineCases } = require("./cases.cjs");

defineCases("albums.mocha.cjs", {
  describe,
  test: it,
  each: (values, title, run) => {
    for (const value of values) it(`${title} ${value}`, () => run(value));
  },
  concurrent: it,
  skip: it.skip,
});
