"use strict";
const { fileName, markTest, marks, startFile } = require("../marks.cjs");
const { choose, tellRest, tellTest } = require("./vitest-results.cjs");

/** @type {WeakMap<object, import("../marks.cjs").Mark>} */
const markOf = new WeakMap();

/** Numbers the tests of a file in the order in which it defines them. */
function markTests(suite, path, titles = []) {
  for (const task of suite.tasks) {
    if (task.type === "suite") markTests(task, path, [...titles, task.name]);
    else if (!markOf.has(task)) markOf.set(task, markTest(path, [...titles, task.name]));
  }
}

function markOfTest(test) {
  const { file } = test;
  if (!markOf.has(test)) markTests(file, file.filepath);
  return markOf.get(test) ?? { file: fileName(file.filepath) };
}

function within(markFor, original) {
  return function (...args) {
    let mark;
    try {
      mark = markFor(...args);
    } catch {
      return Reflect.apply(original, this, args);
    }
    return marks.run(mark, () => Reflect.apply(original, this, args));
  };
}

/** A test with its hooks, fixtures, retries and repeats. */
function runTest(original) {
  const runWithin = within(markOfTest, original);
  return async function (test, ...rest) {
    const result = await Reflect.apply(runWithin, this, [test, ...rest]);
    attempt(() => tellTest(test, markOfTest(test)));
    return result;
  };
}

/** What `beforeAll`, `afterAll` and the like send. */
const runSuite = (original) =>
  within((suite) => ({ file: fileName((suite.file ?? suite).filepath) }), original);

/** What the files send while they are loaded; a worker may run several, one after the other. */
function startTests(original) {
  const startWithin = within(([first]) => ({ file: fileName(first.filepath ?? first) }), original);
  return async function (specs, runner, ...rest) {
    const { importFile, onCollected, onCollectStart } = runner;
    runner.onCollectStart = function (file, ...others) {
      marks.enterWith({ file: fileName(file.filepath) });
      return onCollectStart?.call(this, file, ...others);
    };
    runner.onCollected = function (files, ...others) {
      for (const file of files) attempt(() => choose(file, markOfTest));
      return onCollected?.call(this, files, ...others);
    };
    const markOfImport = (path, source) => (source === "collect" ? fileStarted(path) : marks.getStore());
    runner.importFile = within(markOfImport, importFile);
    try {
      const files = await startWithin.call(this, specs, runner, ...rest);
      for (const file of files) attempt(() => tellRest(file, markOfTest));
      return files;
    } finally {
      Object.assign(runner, { importFile, onCollected, onCollectStart });
    }
  };
}

function attempt(action) {
  try {
    action();
  } catch {
    // The tests run as they would without us.
  }
}

function fileStarted(path) {
  startFile(path);
  return { file: fileName(path) };
}

module.exports = { runSuite, runTest, startTests };
