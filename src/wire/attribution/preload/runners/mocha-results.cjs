"use strict";
const {
  hasChosen,
  isActive,
  isChosen,
  isListing,
  tellBrokenFile,
  tellDefined,
  tellResult,
} = require("../chosen-tests.cjs");

/** Has Mocha load only the files that hold chosen tests, run only these tests, and tell what became of them. */
function wrapRun(Mocha, { markOfTest, currentFile }) {
  if (!isActive) return;
  const { loadFiles, loadFilesAsync, run } = Mocha.prototype;
  Mocha.prototype.loadFiles = function (...args) {
    keepChosenFiles(this);
    try {
      return Reflect.apply(loadFiles, this, args);
    } catch (error) {
      tellLoadError(error, currentFile());
      throw error;
    }
  };
  Mocha.prototype.loadFilesAsync = async function (...args) {
    keepChosenFiles(this);
    try {
      return await Reflect.apply(loadFilesAsync, this, args);
    } catch (error) {
      tellLoadError(error, currentFile());
      throw error;
    }
  };
  Mocha.prototype.run = function (...args) {
    keepChosenFiles(this);
    return Reflect.apply(run, this, args);
  };
  const { runSuite } = Mocha.Runner.prototype;
  Mocha.Runner.prototype.runSuite = function (...args) {
    if (args[0].root) attempt(() => prepare(this, args[0], markOfTest));
    return Reflect.apply(runSuite, this, args);
  };
}

function keepChosenFiles(mocha) {
  mocha.files = mocha.files.filter(hasChosen);
}

function tellLoadError(error, file) {
  if (file !== undefined) tellBrokenFile(file, error);
}

/** Once all files are loaded, and before any test runs. */
function prepare(runner, root, markOfTest) {
  for (const test of testsOf(root)) {
    const mark = markOfTest(test);
    if (mark) tellDefined(mark);
  }
  const leaveOut = (suite) => {
    suite.tests = suite.tests.filter((test) => {
      const mark = markOfTest(test);
      return mark === undefined ? !isListing : isChosen(mark);
    });
    for (const child of suite.suites) leaveOut(child);
  };
  leaveOut(root);
  tellResults(runner, testsOf(root), markOfTest);
}

function tellResults(runner, tests, markOfTest) {
  const brokenHooks = [];
  const told = new Set();
  const tell = (test, status, error) => {
    const mark = markOfTest(test);
    if (mark === undefined) return;
    told.add(mark.test);
    tellResult(mark, status, { ms: test.duration, error });
  };
  runner.on("pass", (test) => tell(test, "passed"));
  runner.on("pending", (test) => tell(test, "skipped"));
  runner.on("fail", (runnable, error) => {
    if (runnable.type === "test") tell(runnable, "failed", error);
    else brokenHooks.push({ suite: runnable.parent, current: runnable.ctx?.currentTest, runnable, error });
  });
  runner.on("end", () => {
    const untold = tests.filter((test) => !told.has(markOfTest(test)?.test));
    for (const broken of brokenHooks) tellBrokenHook(broken, untold, tell, told, markOfTest);
  });
}

/** Mocha runs no further test of a group whose hook failed: they failed with it. */
function tellBrokenHook({ suite, current, runnable, error }, untold, tell, told, markOfTest) {
  const affected = untold.filter((test) => isWithin(test, suite) && !told.has(markOfTest(test)?.test));
  for (const test of affected) tell(test, "failed", error);
  if (current && isEachHook(runnable, suite)) tell(current, "failed", error);
  else if (affected.length === 0 && (runnable.file ?? suite?.file))
    tellBrokenFile(runnable.file ?? suite.file, error);
}

function isEachHook(runnable, suite) {
  return suite._beforeEach.includes(runnable) || suite._afterEach.includes(runnable);
}

function isWithin(test, suite) {
  for (let one = test.parent; one; one = one.parent) if (one === suite) return true;
  return false;
}

function testsOf(suite) {
  return [...suite.tests, ...suite.suites.flatMap(testsOf)];
}

function attempt(action) {
  try {
    action();
  } catch {
    // The tests run as they would without us.
  }
}

module.exports = { wrapRun };
