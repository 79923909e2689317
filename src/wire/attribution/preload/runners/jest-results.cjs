"use strict";
const {
  isActive,
  isChosen,
  isListing,
  tellBrokenFile,
  tellDefined,
  tellResult,
} = require("../chosen-tests.cjs");

/** Leaves out the tests that were not chosen, once all of a file are defined. */
function choose(root, markOf) {
  if (!isActive) return;
  for (const test of testsOf(root)) {
    const mark = markOf.get(test);
    if (mark === undefined) continue;
    tellDefined(mark);
    if (!isChosen(mark)) test.mode = "skip";
  }
}

/** What became of a file's tests: only in the end is it known, since expectations are counted late and tests retried. */
function tellTests(root, markOf) {
  if (!isActive) return;
  for (const test of testsOf(root)) {
    const mark = markOf.get(test);
    if (mark === undefined || test.status === null || test.status === undefined) continue;
    const [error] = test.errors;
    const details = {
      ms: test.duration ?? undefined,
      error: Array.isArray(error) ? (error[0] ?? error[1]) : error,
    };
    if (test.errors.length > 0) tellResult(mark, "failed", details);
    else tellResult(mark, test.status === "done" ? "passed" : "skipped", details);
  }
}

/** A file that fails by itself, not only by its tests. */
function tellFile(path, result) {
  if (!isActive || isListing) return;
  if (result.testExecError) tellBrokenFile(path, firstOf(result.testExecError));
  else if (result.testResults?.length === 0) tellBrokenFile(path, "it has no tests");
}

/** Jest hands on stacks alone. */
function firstOf({ stack, message }) {
  const [first] = String(message || stack).split(/\n\s+at /);
  return first.replace(/^Error: /, "");
}

function testsOf(block) {
  return block.children.flatMap((child) => (child.type === "describeBlock" ? testsOf(child) : [child]));
}

module.exports = { choose, tellFile, tellTests };
