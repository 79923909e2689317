"use strict";

/** Long titles are cut, since they have to fit into a header; their hash keeps them apart. */
function fitting(/** @type {string} */ id) {
  if (id.length <= 500) return id;
  const { createHash } = require("node:crypto");
  return `${id.slice(0, 450)}… ${createHash("sha256").update(id).digest("hex").slice(0, 16)}`;
}

/**
 * The id of the next test of a file that has these titles. Tests of the same titles are told apart in the order in
 * which they ask: the second has ` #2` at its end, the third ` #3`.
 *
 * @param {Set<string>} taken the ids of the file's tests so far; the new one is added
 * @param {string} file
 * @param {readonly string[]} titles
 * @returns {string}
 */
function nextId(taken, file, titles) {
  const first = fitting([file, ...titles].join(" > "));
  let id = first;
  for (let ordinal = 2; taken.has(id); ordinal++) id = `${first} #${ordinal}`;
  taken.add(id);
  return id;
}

module.exports = { nextId };
