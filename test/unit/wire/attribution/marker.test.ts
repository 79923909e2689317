import { expect, test } from "vitest";
import { attributionOf } from "../../../../src/wire/attribution/marker.ts";
import type { Attribution } from "../../../../src/wire/index.ts";

const wholeCommand: Attribution = { tier: 4 };
const oneProcess: Attribution = { tier: 2, process: "worker 1" };
const oneTest: Attribution = { tier: 3, file: "test_albums.py", test: "test_albums.py > lists" };

test.each([
  [undefined, wholeCommand],
  ["", wholeCommand],
  ["nonsense", wholeCommand],
  ["%ff%fe=%", oneProcess],
  ["test=a.test.ts+%3E+of+nobody", oneProcess],
  ["file=&test=", oneProcess],
])("a marker %j that no preload has written tells nothing", (marker, byPort) => {
  expect(attributionOf(marker, byPort)).toEqual(byPort);
});

test("a marker tells the file's set-up, or the test", () => {
  expect(attributionOf("file=a.test.ts", wholeCommand)).toEqual({ tier: 1, file: "a.test.ts" });
  expect(attributionOf("file=a.test.ts&test=a.test.ts+%3E+b", oneProcess)).toEqual({
    tier: 1,
    file: "a.test.ts",
    test: "a.test.ts > b",
  });
});

test("a port that is one test's counts more than a marker", () => {
  expect(attributionOf("file=a.test.ts&test=a.test.ts+%3E+b", oneTest)).toEqual(oneTest);
  expect(attributionOf("file=a.test.ts", oneTest)).toEqual(oneTest);
});
