"use strict";
const { channel, subscribe } = require("node:diagnostics_channel");
const { isProxy, markerHeader, portOf, redirected, refusal } = require("./destinations.cjs");
const { currentHeader } = require("./marks.cjs");

const dispatcherSymbols = ["undici.globalDispatcher.1", "undici.globalDispatcher.2"].map((name) =>
  Symbol.for(name),
);
const wrapped = new WeakSet();
const seen = new WeakSet();

/** Marks and redirects what goes out by `fetch`, and by undici where it is installed from npm. */
function install() {
  markLateComers();
  const descriptor = Object.getOwnPropertyDescriptor(globalThis, "fetch");
  const original = globalThis.fetch;
  if (descriptor === undefined || typeof original !== "function") return;
  const replacement = function fetch(...args) {
    wrapGlobalDispatchers();
    return Reflect.apply(original, this, args);
  };
  Object.defineProperty(replacement, "length", { value: original.length });
  const { enumerable = true } = descriptor;
  Object.defineProperty(globalThis, "fetch", {
    configurable: true,
    enumerable,
    writable: true,
    value: replacement,
  });
}

/** Node loads its undici when `fetch` is first called; loading it earlier would slow every process down. */
function wrapGlobalDispatchers() {
  try {
    void globalThis.Headers;
    for (const symbol of dispatcherSymbols) wrapDispatchers(globalThis[symbol]);
  } catch {
    // The diagnostics channel still marks.
  }
}

/** Wraps `dispatch` where all real dispatchers inherit it; those that answer by themselves, as mocks do, stay as they are. */
function wrapDispatchers(dispatcher) {
  let prototype = dispatcher;
  while (prototype && !(Object.hasOwn(prototype, "dispatch") && Object.hasOwn(prototype, "destroyed")))
    prototype = Object.getPrototypeOf(prototype);
  if (!prototype || wrapped.has(prototype)) return;
  wrapped.add(prototype);
  const original = prototype.dispatch;
  prototype.dispatch = function dispatch(options, handler) {
    const refused = refusalOf(options);
    if (refused !== undefined) throw refused;
    return Reflect.apply(original, this, [adapted(options), handler]);
  };
}

/** What undici exports, when a program loads it. */
function undici(exported) {
  try {
    for (const name of ["Agent", "Client", "Pool"]) wrapDispatchers(exported[name]?.prototype);
  } catch {
    // The diagnostics channel still marks.
  }
}

function refusalOf(options) {
  try {
    const url = new URL(options.origin);
    if (redirected(url.hostname, portOf(url)) !== undefined) return undefined;
    return refusal(url.hostname, portOf(url));
  } catch {
    return undefined;
  }
}

function adapted(options) {
  try {
    if (!options?.origin || options.method === "CONNECT" || seen.has(options)) return options;
    const url = new URL(options.origin);
    const to = redirected(url.hostname, portOf(url));
    const header = to !== undefined || isProxy(url.hostname, portOf(url)) ? currentHeader() : undefined;
    if (to === undefined && header === undefined) return options;
    let headers = pairs(options.headers);
    if (to !== undefined && !headers.some(([name]) => isNamed(name, "host")))
      headers = [["host", url.host], ...headers];
    if (header !== undefined && !headers.some(([name]) => isNamed(name, markerHeader)))
      headers = [...headers, [markerHeader, header]];
    const origin = to === undefined ? options.origin : `${url.protocol}//${to.hostname}:${to.port}`;
    const changed = { ...options, origin, headers: headers.flat(1) };
    seen.add(changed);
    return changed;
  } catch {
    return options;
  }
}

function isNamed(name, wanted) {
  return String(name).toLowerCase() === wanted;
}

/** Headers as undici takes them: names and values in turn, pairs, or an object. */
function pairs(headers) {
  if (headers === null || headers === undefined) return [];
  if (Array.isArray(headers))
    return Array.from({ length: headers.length / 2 }, (_, index) => [
      headers[2 * index],
      headers[2 * index + 1],
    ]);
  return typeof headers[Symbol.iterator] === "function" ? [...headers] : Object.entries(headers);
}

/** For copies of undici that we did not see when they were loaded, such as those that are bundled. */
function markLateComers() {
  const listener = ({ request }) => {
    try {
      const url = new URL(request.origin);
      if (!isProxy(url.hostname, portOf(url)) || String(request.headers).includes(markerHeader)) return;
      const header = currentHeader();
      if (header !== undefined) request.addHeader(markerHeader, header);
    } catch {
      // It goes out unmarked.
    }
  };
  if (subscribe) subscribe("undici:request:create", listener);
  else channel("undici:request:create").subscribe(listener);
}

module.exports = { install, undici };
