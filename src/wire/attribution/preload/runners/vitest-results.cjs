"use strict";
const { isActive, isChosen, tellBrokenFile, tellDefined, tellResult } = require("../chosen-tests.cjs");

/** How each test was to be run before anything failed. */
const meant = new WeakMap();
const told = new WeakSet();

/** Leaves out the tests that were not chosen, and the groups that have no others. */
function choose(file, markOf) {
  if (!isActive) return;
  for (const test of testsOf(file)) {
    const mark = markOf(test);
    tellDefined(mark);
    if (!isChosen(mark)) test.mode = "skip";
    meant.set(test, test.mode);
  }
  leaveOutGroups(file);
}

function leaveOutGroups(suite) {
  for (const task of suite.tasks) if (task.type === "suite") leaveOutGroups(task);
  const isLeftOut = suite.tasks.length > 0 && suite.tasks.every(({ mode }) => mode === "skip");
  if (isLeftOut && suite.mode !== "todo") suite.mode = "skip";
}

/** What became of a test that has just been run, with its retries and repeats. */
function tellTest(test, mark) {
  const state = test.result?.state;
  if (!isActive || (state !== "pass" && state !== "fail")) return;
  told.add(test);
  const { duration: ms, errors } = test.result;
  tellResult(mark, state === "pass" ? "passed" : "failed", { ms, error: errors?.[0] });
}

/** What became of the rest of a file: tests that were skipped, or that a failure around them kept from running. */
function tellRest(file, markOf) {
  if (!isActive) return;
  const broken = brokenSuites(file);
  for (const suite of broken) {
    const kept = testsOf(suite).filter((test) => !told.has(test) && meant.get(test) === "run");
    for (const test of kept) {
      told.add(test);
      tellResult(markOf(test), "failed", { error: suite.result.errors[0] });
    }
    if (kept.length === 0) tellBrokenFile(file.filepath, suite.result.errors[0]);
  }
  for (const test of testsOf(file)) if (!told.has(test)) tellResult(markOf(test), "skipped");
}

/** Those that failed by themselves, not only by their tests. */
function brokenSuites(suite) {
  const inside = suite.tasks.flatMap((task) => (task.type === "suite" ? brokenSuites(task) : []));
  return suite.result?.errors?.length > 0 ? [suite, ...inside] : inside;
}

function testsOf(suite) {
  return suite.tasks.flatMap((task) => (task.type === "suite" ? testsOf(task) : [task]));
}

module.exports = { choose, tellRest, tellTest };
