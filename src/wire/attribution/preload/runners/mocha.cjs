"use strict";
const { fileName, markTest, marks, startFile } = require("../marks.cjs");
const { wrapRun } = require("./mocha-results.cjs");

const markOf = new WeakMap();
/** Hooks outside of any `describe` do not know their file: it is the one that was being loaded. */
const fileOfHook = new WeakMap();

/** The file that is being loaded. */
let loading;

/** Wraps how Mocha runs tests and hooks, and how it makes hooks. */
function wrapClasses(Mocha) {
  const { Runnable, Suite } = Mocha;
  const { run } = Runnable.prototype;
  Runnable.prototype.run = function (...args) {
    const mark = safely(() => markOfRunnable(this));
    const call = () => Reflect.apply(run, this, args);
    return mark === undefined ? marks.exit(call) : marks.run(mark, call);
  };
  const { emit, _createHook } = Suite.prototype;
  Suite.prototype.emit = function (...args) {
    const [event, , file] = args;
    if (event === "pre-require" && file) safely(() => enterFile(file));
    if (event === "post-require") leaveFile();
    return Reflect.apply(emit, this, args);
  };
  Suite.prototype._createHook = function (...args) {
    const hook = Reflect.apply(_createHook, this, args);
    fileOfHook.set(hook, marks.getStore()?.file);
    return hook;
  };
  safely(() => wrapRun(Mocha, { markOfTest, currentFile: () => loading }));
}

/** Mocha loads its files one after the other, and says so before and after each. */
function enterFile(file) {
  startFile(file);
  loading = file;
  marks.enterWith({ file: fileName(file) });
}

function leaveFile() {
  loading = undefined;
  marks.enterWith(undefined);
}

function markOfRunnable(runnable) {
  if (runnable.type === "test") return markOfTest(runnable);
  const { parent } = runnable;
  const isEach = parent._beforeEach.includes(runnable) || parent._afterEach.includes(runnable);
  if (isEach && runnable.ctx.currentTest) return markOfTest(runnable.ctx.currentTest);
  const file = runnable.file ?? parent.file;
  const known = file ? fileName(file) : fileOfHook.get(runnable);
  return known === undefined ? undefined : { file: known };
}

function markOfTest(test) {
  let first = test;
  while (first._retriedTest) first = first._retriedTest;
  if (!markOf.has(first)) markTests(rootOf(first));
  return markOf.get(first);
}

function rootOf(test) {
  let suite = test.parent;
  while (suite.parent) suite = suite.parent;
  return suite;
}

/** Numbers the tests of each file in the order in which it defines them. */
function markTests(suite, titles = []) {
  for (const test of suite.tests)
    if (test.file && !markOf.has(test)) markOf.set(test, markTest(test.file, [...titles, test.title]));
  for (const child of suite.suites) markTests(child, [...titles, child.title]);
}

function safely(action) {
  try {
    return action();
  } catch {
    return undefined;
  }
}

module.exports = { wrapClasses };
