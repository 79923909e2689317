"use strict";
const { createHook } = require("node:async_hooks");
const {
  hasChosen,
  isActive,
  isChosen,
  isListing,
  leadsToChosen,
  tellBrokenFile,
  tellDefined,
  tellResult,
} = require("../chosen-tests.cjs");

const failed = new Set();
let hasTests = false;

/** Each test is an asynchronous resource: the first one, which all others are part of, shows us what all of them do. */
function install({ markOfTest, fileOf }) {
  if (!isActive || process.env.TOUCHSTONE_RUNNER !== "node:test") return;
  leaveUnchosenFile();
  const hook = createHook({
    init(_id, type, _trigger, resource) {
      if (type !== "Test") return;
      hook.disable();
      wrapTests(testPrototype(resource), { markOfTest, fileOf });
    },
  }).enable();
  tellHowTheProcessEnds();
}

/** A process that the runner starts for a file of which no test is to be run need not even load it. */
function leaveUnchosenFile() {
  const [, path] = process.argv;
  if (process.env.NODE_TEST_CONTEXT && path && !hasChosen(path)) process.exit(0);
}

function testPrototype(resource) {
  let prototype = Object.getPrototypeOf(resource);
  while (prototype.constructor.name !== "Test") prototype = Object.getPrototypeOf(prototype);
  return prototype;
}

function wrapTests(prototype, { markOfTest, fileOf }) {
  const { start, postRun } = prototype;
  prototype.start = function (...args) {
    attempt(() => choose(this, markOfTest));
    return Reflect.apply(start, this, args);
  };
  prototype.postRun = function (...args) {
    const result = Reflect.apply(postRun, this, args);
    attempt(() => tell(this, markOfTest, fileOf));
    return result;
  };
}

/** Leaves a test out that was not chosen, and a group that has no chosen one. */
function choose(run, markOfTest) {
  if (isFileOfRunner(run)) return;
  hasTests = true;
  const isWanted =
    run.constructor.name === "Suite" ? wantedInside(run, markOfTest) : isWantedTest(run, markOfTest);
  if (isWanted) return;
  Object.assign(run, { filteredByName: true, filtered: true, skipped: true, fn: () => {} });
}

/** Every test is marked, in the order in which they are defined, whether or not there is a chosen one already. */
function wantedInside(suite, markOfTest) {
  const wanted = suite.subtests.map((run) =>
    run.constructor.name === "Suite" ? wantedInside(run, markOfTest) : isWantedTest(run, markOfTest),
  );
  // An asynchronous group has not defined its tests yet.
  return wanted.includes(true) || (!isListing && !suite.buildPhaseFinished && suite.subtests.length === 0);
}

/** A test brings those inside of it along, and needs those around it. */
function isWantedTest(test, markOfTest) {
  const mark = markOfTest(test);
  if (!defined.has(test)) tellDefined(mark);
  defined.add(test);
  return isChosen(mark) || leadsToChosen(mark) || isInsideOfChosen(test, markOfTest);
}

const defined = new WeakSet();

function isInsideOfChosen(test, markOfTest) {
  for (let one = test.parent; one?.parent; one = one.parent)
    if (one.constructor.name === "Test" && isChosen(markOfTest(one))) return true;
  return false;
}

function tell(run, markOfTest, fileOf) {
  if (isListing || run.parent === null || isFileOfRunner(run)) return;
  if (run.constructor.name === "Suite") tellBrokenSuite(run, fileOf);
  else tellTest(run, markOfTest);
}

function tellTest(test, markOfTest) {
  const mark = markOfTest(test);
  const details = { ms: test.duration(), error: causeOf(test) };
  if (test.skipped || test.isTodo || test.filtered) tellResult(mark, "skipped", details);
  else tellResult(mark, test.passed ? "passed" : "failed", details);
  if (!test.passed && !test.isTodo) failed.add(fileOfMark(mark));
}

const fileOfMark = ({ file }) => file;

/** A test that was cancelled with its group failed for the group's reason. */
function causeOf(test) {
  const { parent, error } = test;
  return error?.failureType === "cancelledByParent" && parent?.error ? parent.error : error;
}

/** What fails in a group, and that none of its tests shows. */
function tellBrokenSuite(suite, fileOf) {
  const { error } = suite;
  if (suite.passed || !error || error.failureType === "subtestsFailed") return;
  if (suite.subtests.some((test) => !test.passed)) return;
  tellBrokenFile(fileOf(suite), error);
  failed.add(fileOf(suite));
}

/** The runner shows each file's process as a test. */
function isFileOfRunner(run) {
  return run.constructor.name === "FileTest";
}

/** A file that cannot be loaded ends its process. */
function tellHowTheProcessEnds() {
  const [, path] = process.argv;
  if (!path || process.execArgv.includes("--test")) return;
  let last;
  process.on("uncaughtExceptionMonitor", (error) => {
    last = error;
  });
  process.on("exit", (code) => {
    const isOfTests = process.env.NODE_TEST_CONTEXT || hasTests;
    if (isOfTests && !isListing && code !== 0 && failed.size === 0)
      tellBrokenFile(path, last ?? `its process ended with exit code ${code}`);
  });
}

function attempt(action) {
  try {
    action();
  } catch {
    // The tests run as they would without us.
  }
}

module.exports = { install };
