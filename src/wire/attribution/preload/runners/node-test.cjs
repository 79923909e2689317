"use strict";
const { AsyncResource } = require("node:async_hooks");
const { fileName, markTest, marks, setOutermost } = require("../marks.cjs");
const results = require("./node-test-results.cjs");

const markOf = new WeakMap();
const testOfContext = new WeakMap();
const isRunner = process.execArgv.includes("--test");
let knowsContexts = false;

/**
 * `node:test` runs each test, suite and hook as an asynchronous resource of its own. Catching it there serves every way
 * of importing it, and shows the test itself, with its parents.
 */
function install() {
  results.install({ markOfTest, fileOf });
  if (process.env.NODE_TEST_CONTEXT) setOutermost(process.argv[1]);
  const { runInAsyncScope } = AsyncResource.prototype;
  AsyncResource.prototype.runInAsyncScope = function (...args) {
    const [fn, thisArg, ...given] = args;
    const mark = isOfNodeTest(this) ? safely(() => markOfRun(this, given[0])) : undefined;
    if (mark === undefined) return Reflect.apply(runInAsyncScope, this, args);
    const marked = function (...values) {
      return marks.run(mark, () => Reflect.apply(fn, this, values));
    };
    return Reflect.apply(runInAsyncScope, this, [marked, thisArg, ...given]);
  };
}

function isOfNodeTest(resource) {
  return typeof resource.runHook === "function" && Array.isArray(resource.subtests);
}

function markOfRun(run, context) {
  // The runner shows each file's process as a test; it is that process that knows the tests.
  if (run.constructor.name === "FileTest") return undefined;
  learnContexts(run);
  const setUp = { file: fileName(fileOf(run)) };
  if (run.constructor.name === "Suite") return setUp;
  if (run.constructor.name === "Test") return markOfTest(run);
  const test = context && (testOfContext.get(context) ?? startedTest(run, context));
  return test?.constructor.name === "Test" && isEachHook(run, test) ? markOfTest(test) : setUp;
}

/** Hooks are handed the context of the test that they run for: from now on we see whose each context is. */
function learnContexts(run) {
  if (knowsContexts) return;
  knowsContexts = true;
  let prototype = Object.getPrototypeOf(run);
  while (prototype.constructor.name !== "Test") prototype = Object.getPrototypeOf(prototype);
  const { getRunArgs } = prototype;
  prototype.getRunArgs = function (...args) {
    const result = Reflect.apply(getRunArgs, this, args);
    if (this.constructor.name === "Test") safely(() => testOfContext.set(result.ctx, this));
    return result;
  };
}

/** Before the first test there was nothing to learn from: it is the one that has started. */
function startedTest(hook, context) {
  const parent = hook.parentTest ?? hook.parent;
  return parent?.subtests?.find(
    (test) => test.startTime !== null && !test.finished && test.name === context.name,
  );
}

function isEachHook(hook, test) {
  for (let suite = test.parent; suite; suite = suite.parent)
    if (suite.hooks.beforeEach.includes(hook) || suite.hooks.afterEach.includes(hook)) return true;
  return false;
}

function markOfTest(test) {
  if (!markOf.has(test)) markUpTo(test);
  return markOf.get(test);
}

/** Numbers a test after those that stand before it. */
function markUpTo(test) {
  const siblings = test.parent?.subtests ?? [];
  let first = siblings.indexOf(test);
  while (first > 0 && !markOf.has(siblings[first - 1])) first--;
  for (const one of first < 0 ? [test] : siblings.slice(first, siblings.indexOf(test) + 1))
    markOf.set(one, one.constructor.name === "Test" ? markTest(fileOf(one), titlesOf(one)) : undefined);
}

function titlesOf(test) {
  const titles = [];
  for (let one = test; one?.parent; one = one.parent) titles.unshift(one.name);
  return titles;
}

/** A process runs one file, unless the runner runs all of them in its own: then it is the file that defined the test. */
function fileOf(run) {
  const defined = run.loc?.file ?? run.parentTest?.loc?.file;
  if (isRunner && defined) return defined;
  return run.entryFile ?? process.argv[1] ?? defined;
}

function safely(action) {
  try {
    return action();
  } catch {
    return undefined;
  }
}

module.exports = { install };
