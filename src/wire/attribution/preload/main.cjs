"use strict";
/**
 * Loaded into every Node process of a test command by `NODE_OPTIONS=--require`. It marks requests to the proxies with
 * the test that sent them, sends requests for the cloud to the proxies, leaves out the tests that are not to be run,
 * and tells what became of the others. It runs on Node 18, in processes that are
 * not ours: whatever goes wrong in here is swallowed, and the request goes out as the program wrote it.
 */
const installed = Symbol.for("touchstone.preload.installed");
const parts = [
  "./http-requests.cjs",
  "./fetch-requests.cjs",
  "./tls-names.cjs",
  "./descendants.cjs",
  "./runner-modules.cjs",
  "./runners/node-test.cjs",
];

if (process.env.TOUCHSTONE_ORIGINS || process.env.TOUCHSTONE_REDIRECT) install();

function install() {
  // On an object that all sandboxes of a process share: Jest gives each of them a `process` of its own.
  const shared = require("node:http");
  if (Reflect.has(shared, installed)) return;
  Object.defineProperty(shared, installed, { value: true });
  for (const part of parts) attempt(() => require(part).install());
  attempt(() => require("node:module").syncBuiltinESMExports());
}

/** What fails leaves the rest at work. */
function attempt(action) {
  try {
    action();
  } catch {
    // Those requests go out unmarked.
  }
}
