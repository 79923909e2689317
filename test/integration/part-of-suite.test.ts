import { expect, test } from "vitest";
import { partOfSuite, suiteOf } from "../../src/lab/index.ts";
import { programs, runObserved } from "./suite-runs.ts";

const command = ["node", "--test", "albums.node-test.mjs", "photos.node-test.mjs"];

function ranBy(part: string) {
  return runObserved(partOfSuite(suiteOf(command, programs), part), "all");
}

test("a test is meant by its very id, though it is a part of others", async () => {
  const { ran } = await ranBy("albums.node-test.mjs > adds 1");

  expect(ran).toEqual(["albums.node-test.mjs > adds 1"]);
});

test("a part of an id means all that have it", async () => {
  const { ran } = await ranBy("inside > is equal");

  expect(ran.toSorted()).toEqual([
    "albums.node-test.mjs > group > inside > is equal",
    "albums.node-test.mjs > group > inside > is equal #2",
  ]);
});

test("a test inside of a test is meant by its whole id, though it is not listed", async () => {
  const parent = "photos.node-test.mjs > has tests inside";

  const { ran, results } = await ranBy(`${parent} > the second`);

  expect(ran).toEqual([parent, `${parent} > the second`]);
  expect(results).toMatchObject([{ id: `${parent} > the second`, status: "passed" }]);
});

test("what no test has in its id is an error that names the nearest", async () => {
  await expect(ranBy("albums.node-test.mjs > ads 1")).rejects.toMatchObject({
    code: "TS_NO_SUCH_TEST",
    hint: 'Did you mean "albums.node-test.mjs > adds 1"?',
  });
});
