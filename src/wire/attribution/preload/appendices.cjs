"use strict";

/** Where the lines below find us. */
const door = Symbol.for("touchstone.preload");

const vitest =
  "const wrap = door.vitest(); runTest = wrap.runTest(runTest); runSuite = wrap.runSuite(runSuite); startTests = wrap.startTests(startTests)";

/** What is added to which module: only the last folders of its path count, so that every installation is found. */
const appendices = [
  {
    format: "commonjs",
    path: /\/jest-circus\/build\/(?:runner|legacy-code-todo-rewrite\/jestAdapter)\.js$/,
    code: "door.jest(module)",
  },
  { format: "commonjs", path: /\/mocha\/lib\/mocha\.c?js$/, code: "door.mocha(module.exports)" },
  {
    format: "module",
    path: /\/(?:@vitest\/runner|vitest)\/dist\/.*\.js$/,
    where: /^async function runTest\([\s\S]*^async function runSuite\([\s\S]*^async function startTests\(/m,
    code: vitest,
  },
  { format: "commonjs", path: /\/undici\/index\.js$/, code: "door.undici(module.exports)" },
];

/** What to add to a module's source, if anything. */
function appendixFor(file, source, format) {
  try {
    const path = String(file)
      .replaceAll("\\", "/")
      .replace(/[?#].*$/, "");
    const found = appendices.find((one) => one.format === format && one.path.test(path));
    if (found === undefined || (found.where && !found.where.test(Buffer.from(source).toString()))) return "";
    return `\n;{const door = globalThis[Symbol.for("touchstone.preload")]; if (door) try { ${found.code} } catch {}}\n`;
  } catch {
    return "";
  }
}

/** Whether Vitest, the one runner that is made of ES modules, may be loaded here: other programs get no hooks. */
function mayHoldVitest() {
  const { VITEST, VITEST_POOL_ID, VITEST_WORKER_ID } = process.env;
  if (VITEST || VITEST_POOL_ID || VITEST_WORKER_ID) return true;
  return /\/(?:vitest|tinypool)\//.test(String(process.argv[1]).replaceAll("\\", "/"));
}

module.exports = { appendixFor, door, mayHoldVitest };
