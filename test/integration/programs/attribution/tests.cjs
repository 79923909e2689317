"use strict";
const { send } = require("./requests.cjs");

/**
 * Tests that send requests: concurrent ones, serial ones, some of equal titles, some with parameters. Each knows the
 * id that it must have.
 *
 * @param runner its functions, each given as the runner's users call it
 */
exports.defineTests = (file, { describe, test, concurrent, each, beforeAll, afterAll }) => {
  const setUp = { file };
  const titled = (...titles) => ({ file, test: [file, ...titles].join(" > ") });

  beforeAll(() => send(setUp));
  afterAll(() => send(setUp, ["fetch", "http"]));

  describe("at once", () => {
    beforeAll(() => send(setUp, ["http", "fetch"]));
    for (let index = 1; index <= 30; index++)
      concurrent(`concurrent ${index}`, () => send(titled("at once", `concurrent ${index}`)));
    concurrent("twin", () => send(titled("at once", "twin")));
    concurrent("twin", () => send(titled("at once", "twin #2")));
    concurrent("twin", () => send(titled("at once", "twin #3")));
  });

  describe("in turn", () => {
    for (let index = 1; index <= 5; index++)
      test(`serial ${index}`, () => send(titled("in turn", `serial ${index}`)));
    test("twin", () => send(titled("in turn", "twin")));
    test("twin", () => send(titled("in turn", "twin #2")));
    each([1, 2], "takes", (value) => send(titled("in turn", `takes ${value}`)));
  });
  describe("in turn", () => {
    test("twin", () => send(titled("in turn", "twin #3")));
  });
  test("名前 & more = 100%", () => send(titled("名前 & more = 100%")));
};
