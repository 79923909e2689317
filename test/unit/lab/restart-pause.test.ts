import { expect, test } from "vitest";
import { restartPause } from "../../../src/lab/emulators/restart-pause.ts";

test("what has served for a while is started again at once, however often it crashes", () => {
  expect([1_000, 5_000, 3_600_000].map((served) => restartPause(0, served))).toEqual([0, 0, 0]);
});

test("what always dies as soon as it answers is started once a second", () => {
  expect([0, 10, 999].map((served) => served + restartPause(0, served))).toEqual([1_000, 1_000, 1_000]);
});

test("what is expected to die often is started ten times a second", () => {
  expect([0, 99, 100].map((served) => restartPause(0, served, true))).toEqual([100, 1, 0]);
});

test("starts that fail come ever more slowly", () => {
  expect([1, 2, 3, 4].map((failed) => restartPause(failed, 0))).toEqual([100, 200, 400, 800]);
});
