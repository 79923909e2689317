"use strict";
const { AsyncLocalStorage } = require("node:async_hooks");
const { relative } = require("node:path");
const { fileURLToPath } = require("node:url");
const { nextId } = require("./test-ids.cjs");

/**
 * @typedef {object} Mark whose request it is: a test's, or where there is no test, the set-up of a file.
 * @property {string} file
 * @property {string} [test]
 * @property {readonly string[]} [titles] the test's, and those of the groups around it, from the outside in
 */

/** @type {AsyncLocalStorage<Mark>} */
const marks = new AsyncLocalStorage();
const root = process.env.TOUCHSTONE_ROOT || process.cwd();

/** The mark of what runs outside of anything that is known: this process was started by a test of that file. */
const inherited = process.env.TOUCHSTONE_FILE;
/** @type {Mark | undefined} */
let outermost = inherited ? { file: inherited } : undefined;

/** Says whose the requests are that nothing else tells, unless the process was told when it was started. */
function setOutermost(/** @type {string | undefined} */ path) {
  if (!inherited && path) outermost = { file: fileName(path) };
}

/** @returns {Mark | undefined} */
function currentMark() {
  return marks.getStore() || outermost;
}

/** The header's value for what runs now; `undefined` where nobody knows whose it is. */
function currentHeader() {
  const mark = currentMark();
  if (mark === undefined) return undefined;
  const fields = new URLSearchParams({ file: mark.file });
  if (mark.test !== undefined) fields.set("test", mark.test);
  return fields.toString();
}

/** A file as ids name it: relative to where the command was started, with forward slashes. */
function fileName(/** @type {string} */ path) {
  const plain = path.startsWith("file:") ? fileURLToPath(path) : path;
  return relative(root, plain).replaceAll("\\", "/");
}

/** @type {Map<string, Set<string>>} */
const takenOf = new Map();

/** Forgets a file's tests, which are about to be defined anew. */
function startFile(/** @type {string} */ path) {
  takenOf.delete(fileName(path));
}

/**
 * The mark of the next test of a file that has these titles.
 *
 * @param {string} path
 * @param {readonly string[]} titles
 * @returns {Mark}
 */
function markTest(path, titles) {
  const file = fileName(path);
  const taken = takenOf.get(file) ?? new Set();
  takenOf.set(file, taken);
  return { file, test: nextId(taken, file, titles), titles };
}

module.exports = { currentHeader, currentMark, fileName, markTest, marks, setOutermost, startFile };
