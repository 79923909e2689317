"use strict";
const { appendFileSync, readFileSync } = require("node:fs");
const { fileName } = require("./marks.cjs");

/** @typedef {import("./marks.cjs").Mark} Mark */
/** @typedef {{ id: string, file: string, titles: readonly string[] }} Chosen */

const { TOUCHSTONE_FILE, TOUCHSTONE_LIST, TOUCHSTONE_ONLY, TOUCHSTONE_RESULTS, TOUCHSTONE_SEAL } =
  process.env;

/** Runners that a test starts itself are none of ours. */
const isActive = Boolean(TOUCHSTONE_RESULTS) && !TOUCHSTONE_FILE;
const isListing = isActive && Boolean(TOUCHSTONE_LIST);
const isWhole = !isActive || !TOUCHSTONE_ONLY;
const longestMessage = 10_000;

/** @type {{ ids: Set<string>, byFile: Map<string, Chosen[]> } | undefined} */
let read;

/** What was chosen, which few processes ask for. What cannot be read chooses nothing, rather than everything. */
function chosen() {
  read ??= indexed(readChosen());
  return read;
}

/** @returns {Chosen[]} */
function readChosen() {
  try {
    return JSON.parse(readFileSync(String(TOUCHSTONE_ONLY), "utf8"));
  } catch {
    return [];
  }
}

function indexed(/** @type {Chosen[]} */ tests) {
  const byFile = new Map();
  for (const test of tests) {
    const sameFile = byFile.get(test.file);
    if (sameFile === undefined) byFile.set(test.file, [test]);
    else sameFile.push(test);
  }
  return { ids: new Set(tests.map(({ id }) => id)), byFile };
}

/** Whether a test is to be run: by its id, or with all others of its file. */
function isChosen(/** @type {Mark} */ { test, file }) {
  if (isListing) return false;
  if (isWhole) return true;
  const { ids } = chosen();
  return ids.has(file) || (test !== undefined && ids.has(test));
}

/** Whether a chosen test may be defined inside of this one. */
function leadsToChosen(/** @type {Mark} */ { file, titles = [] }) {
  if (isListing || isWhole) return false;
  return (chosen().byFile.get(file) ?? []).some(
    (one) => one.titles.length > titles.length && titles.every((title, at) => one.titles[at] === title),
  );
}

/** Whether any test of a file is to be run, or might be. */
function hasChosen(/** @type {string} */ path) {
  return isListing || isWhole || chosen().byFile.has(fileName(path));
}

/** Says that there is such a test, where all that is asked for is a list. */
function tellDefined(/** @type {Mark} */ mark) {
  if (isListing) write({ id: mark.test, file: mark.file, titles: mark.titles });
}

/**
 * Says what became of a test that was to be run.
 *
 * @param {Mark} mark
 * @param {"passed" | "failed" | "skipped"} status
 * @param {{ ms?: number | undefined, error?: unknown }} [details]
 */
function tellResult(mark, status, { ms, error } = {}) {
  if (!isActive || !isChosen(mark)) return;
  const { test, file, titles } = mark;
  write({ id: test, file, titles, status, ms, ...(status === "failed" && { message: messageOf(error) }) });
}

/** Says that something failed that belongs to no test of the file: it could not be loaded, for example. */
function tellBrokenFile(/** @type {string} */ path, /** @type {unknown} */ error) {
  if (!isActive) return;
  const file = fileName(path);
  write({ id: file, file, titles: [], status: "failed", message: messageOf(error) });
}

/** What is thrown can be anything: nothing of it may keep a result from being told. */
function messageOf(/** @type {any} */ error) {
  const cause = tried(() => (error.code === "ERR_TEST_FAILURE" ? error.cause : undefined)) ?? error;
  const texts = [() => cause.message, () => cause.name, () => cause.code, () => String(cause)];
  const found = texts.map(tried).find((text) => typeof text === "string" && text !== "");
  return (found ?? "it failed").slice(0, longestMessage);
}

function tried(/** @type {() => any} */ read) {
  try {
    return read();
  } catch {
    return undefined;
  }
}

function write(/** @type {object} */ line) {
  try {
    appendFileSync(String(TOUCHSTONE_RESULTS), `${sealed(JSON.stringify(line))}\n`);
  } catch {
    // Whoever asked for results is gone.
  }
}

/** What lies on the disk until the run is over is for the one who asked, and for nobody else. */
function sealed(/** @type {string} */ text) {
  const { createCipheriv, randomBytes } = require("node:crypto");
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", Buffer.from(String(TOUCHSTONE_SEAL), "base64"), nonce);
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString("base64");
}

module.exports = {
  hasChosen,
  isActive,
  isChosen,
  isListing,
  leadsToChosen,
  tellBrokenFile,
  tellDefined,
  tellResult,
};
