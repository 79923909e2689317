"use strict";
const Module = require("node:module");
const vm = require("node:vm");
const { pathToFileURL } = require("node:url");
const { join } = require("node:path");
const { appendixFor, door, mayHoldVitest } = require("./appendices.cjs");

/**
 * Test runners have no door for us that needs no change in the user's config. So a line is added at the end of the one
 * module in each that runs tests, when it is loaded: there its functions are in reach.
 */
function install() {
  Object.defineProperty(globalThis, door, {
    configurable: true,
    value: {
      jest: (module) => require("./runners/jest.cjs").wrapAdapter(module),
      mocha: (classes) => require("./runners/mocha.cjs").wrapClasses(classes),
      vitest: () => require("./runners/vitest.cjs"),
      undici: (exported) => require("./fetch-requests.cjs").undici(exported),
    },
  });
  const compile = Module.prototype._compile;
  Module.prototype._compile = function (content, filename, ...rest) {
    return Reflect.apply(compile, this, [extended(content, filename), filename, ...rest]);
  };
  if (!mayHoldVitest()) return;
  extendEsModules();
  if (vm.SourceTextModule) extendSandboxModules();
}

function extended(content, filename) {
  return typeof content === "string" ? content + appendixFor(filename, content, "commonjs") : content;
}

function extendEsModules() {
  if (typeof Module.registerHooks !== "function") {
    Module.register?.(pathToFileURL(join(__dirname, "es-modules.mjs")).href);
    return;
  }
  Module.registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      if (loaded.format !== "module" || !loaded.source) return loaded;
      const appendix = appendixFor(url, loaded.source, "module");
      return appendix === "" ? loaded : { ...loaded, source: `${Buffer.from(loaded.source)}${appendix}` };
    },
  });
}

/** Vitest's pools `vmThreads` and `vmForks` load it into sandboxes, which have a `globalThis` of their own. */
function extendSandboxModules() {
  vm.SourceTextModule = new Proxy(vm.SourceTextModule, {
    construct(target, [source, options, ...rest], newTarget) {
      const appendix = options?.context ? appendixFor(options.identifier, source, "module") : "";
      if (appendix === "") return Reflect.construct(target, [source, options, ...rest], newTarget);
      Object.defineProperty(options.context, door, { configurable: true, value: globalThis[door] });
      return Reflect.construct(target, [source + appendix, options, ...rest], newTarget);
    },
  });
}

module.exports = { install };
