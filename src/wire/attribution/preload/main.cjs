"use strict";
/**
 * Loaded into every Node process of a test command by `NODE_OPTIONS=--require`. It marks requests to the proxies with
 * the test that sent them, and sends requests for the cloud to the proxies. It runs on Node 18, in processes that are
 * not ours: whatever goes wrong in here is swallowed, and the request goes out as the program wrote it.
 */
const http = require("node:http");

const installed = Symbol.for("touchstone.preload.installed");

if ((process.env.TOUCHSTONE_ORIGINS || process.env.TOUCHSTONE_REDIRECT) && !Reflect.has(http, installed)) {
  Object.defineProperty(http, installed, { value: true });
  for (const part of [
    "./http-requests.cjs",
    "./fetch-requests.cjs",
    "./runners/node-test.cjs",
    "./descendants.cjs",
    "./runner-modules.cjs",
  ]) {
    try {
      require(part).install();
    } catch {
      // The other parts still work.
    }
  }
  try {
    require("node:module").syncBuiltinESMExports();
  } catch {
    // Importers that are ES modules see the unwrapped functions: their requests go out unmarked.
  }
}
