"use strict";
const { undici } = require("../fetch-requests.cjs");
const { tellBrokenFile } = require("../chosen-tests.cjs");
const { fileName, markTest, marks, startFile } = require("../marks.cjs");
const { choose, tellFile, tellTests } = require("./jest-results.cjs");

/** Wraps what Jest calls for each test file: with the file's environment at hand, we hear of each test as it is defined. */
function wrapAdapter(module) {
  const { exports } = module;
  if (typeof exports === "function") module.exports = wrapped(exports);
  else if (typeof exports.default === "function") exports.default = wrapped(exports.default);
}

function wrapped(adapter) {
  return function jestAdapter(...args) {
    const [, , environment, runtime, testPath] = args;
    try {
      listen(environment, testPath);
      watchUndici(runtime);
    } catch {
      // The file's requests are known to be the file's.
    }
    const call = () => Reflect.apply(adapter, this, args);
    return tellingHowItEnds(testPath, marks.run({ file: fileName(testPath) }, call));
  };
}

async function tellingHowItEnds(testPath, ended) {
  try {
    const result = await ended;
    tellFile(testPath, result);
    return result;
  } catch (error) {
    tellBrokenFile(testPath, error);
    throw error;
  }
}

function listen(environment, testPath) {
  startFile(testPath);
  const original = environment.handleTestEvent;
  const markOf = new WeakMap();
  environment.handleTestEvent = function (event, state, ...rest) {
    try {
      const block = state.currentDescribeBlock;
      if (event.name === "add_test") wrapTest(block.children.at(-1), testPath, markOf);
      if (event.name === "add_hook") wrapHook(block.hooks.at(-1), state, markOf);
      if (event.name === "run_start") choose(state.rootDescribeBlock, markOf);
      if (event.name === "run_finish") tellTests(state.rootDescribeBlock, markOf);
    } catch {
      // The test's requests are known to be the file's.
    }
    return original?.call(this, event, state, ...rest);
  };
}

/** Inside of its sandboxes Jest loads modules by itself. */
function watchUndici(runtime) {
  const { requireModuleOrMock } = runtime;
  runtime.requireModuleOrMock = function (...args) {
    const exported = Reflect.apply(requireModuleOrMock, this, args);
    if (args[1] === "undici") undici(exported);
    return exported;
  };
}

function wrapTest(test, testPath, markOf) {
  if (test?.type !== "test" || markOf.has(test)) return;
  const mark = markTest(testPath, titlesOf(test));
  markOf.set(test, mark);
  if (typeof test.fn === "function") test.fn = within(test.fn, () => mark);
}

/** Around each test, Jest runs hooks one after the other, even where the tests are concurrent. */
function wrapHook(hook, state, markOf) {
  if (hook?.type !== "beforeEach" && hook?.type !== "afterEach") return;
  hook.fn = within(hook.fn, () => state.currentlyRunningTest && markOf.get(state.currentlyRunningTest));
}

/** The same function within a mark; it takes as many parameters, since Jest looks whether there is a `done`. */
function within(fn, markFor) {
  const replacement = function (...args) {
    const mark = markFor();
    const call = () => Reflect.apply(fn, this, args);
    return mark ? marks.run(mark, () => bound(call())) : call();
  };
  Object.defineProperty(replacement, "length", { value: fn.length });
  return replacement;
}

/** A generator's steps are taken later, by Jest: they get their mark back. */
function bound(result) {
  if (typeof result?.next !== "function" || typeof result[Symbol.iterator] !== "function") return result;
  const mark = marks.getStore();
  const next = result.next.bind(result);
  result.next = (value) => marks.run(mark, () => next(value));
  return result;
}

function titlesOf(test) {
  const titles = [];
  for (let block = test; block?.parent; block = block.parent) titles.unshift(block.name);
  return titles;
}

module.exports = { wrapAdapter };
