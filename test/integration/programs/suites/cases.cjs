const { appendFileSync } = require("node:fs");

/** A test that does nothing but tell its id. */
function ran(file, titles, ordinal = "") {
  appendFileSync(process.env.RAN, `${JSON.stringify([file, ...titles].join(" > ") + ordinal)}\n`);
}

/** Titles that are hard to hand to a runner by a pattern. */
const hard = [
  "matches (a|b)* and [c-d]+ $ ^ \\d",
  'says "it\'s" `so`',
  "two\nlines",
  "ünïcödé ✓ 日本語 🙂",
  "-t --grep=x",
  "a > b",
  "ends with #2",
  `is long ${"x".repeat(600)}`,
];

/** The same tests for every runner, of which each has equal titles, groups, and tests that fail and that are skipped. */
function defineCases(file, { describe, test, each, concurrent, skip }) {
  test("is equal", () => ran(file, ["is equal"]));
  test("is equal", () => ran(file, ["is equal"], " #2"));
  describe("group", () => {
    test("is equal", () => ran(file, ["group", "is equal"]));
    describe("inside", () => {
      test("is equal", () => ran(file, ["group", "inside", "is equal"]));
      test("is equal", () => ran(file, ["group", "inside", "is equal"], " #2"));
    });
    skip("is skipped", () => ran(file, ["group", "is skipped"]));
    test("fails", () => {
      ran(file, ["group", "fails"]);
      throw new Error("the album is gone");
    });
  });
  describe("group", () => {
    test("is equal", () => ran(file, ["group", "is equal"], " #2"));
  });
  describe("hard", () => {
    for (const title of hard) test(title, () => ran(file, ["hard", title]));
  });
  each([1, 11, 111], "adds", (value) => ran(file, [`adds ${value}`]));
  describe("at once", () => {
    for (let index = 1; index <= 4; index++)
      concurrent(`test ${index}`, async () => ran(file, ["at once", `test ${index}`]));
  });
}

module.exports = { defineCases, ran };
