"use strict";
const childProcess = require("node:child_process");
const threads = require("node:worker_threads");
const { currentMark } = require("./marks.cjs");

const variable = "TOUCHSTONE_FILE";

/**
 * Processes and threads that a test starts know its file. They do not take the test along: a server that one test
 * starts may serve the next one too, and what belongs to the file's set-up belongs to all of its tests.
 */
function install() {
  const { prototype } = childProcess.ChildProcess;
  const { spawn } = prototype;
  prototype.spawn = function (...args) {
    tellChild(args[0]);
    return Reflect.apply(spawn, this, args);
  };
  for (const name of ["spawnSync", "execFileSync", "execSync"]) {
    const original = childProcess[name];
    childProcess[name] = function (...args) {
      return toldByEnvironment(() => Reflect.apply(original, this, args));
    };
    Object.defineProperty(childProcess[name], "name", { value: name });
  }
  threads.Worker = new Proxy(threads.Worker, {
    construct: (target, args, newTarget) =>
      toldByEnvironment(() => Reflect.construct(target, args, newTarget)),
  });
}

function tellChild(options) {
  const file = currentMark()?.file;
  if (file === undefined || !Array.isArray(options?.envPairs)) return;
  options.envPairs = [
    ...options.envPairs.filter((pair) => !String(pair).startsWith(`${variable}=`)),
    `${variable}=${file}`,
  ];
}

/** For what copies the environment before it returns. */
function toldByEnvironment(start) {
  const file = currentMark()?.file;
  if (file === undefined) return start();
  const before = process.env[variable];
  process.env[variable] = file;
  try {
    return start();
  } finally {
    if (before === undefined) delete process.env[variable];
    else process.env[variable] = before;
  }
}

module.exports = { install };
