"use strict";
const http = require("node:http");
const https = require("node:https");
const { isIP } = require("node:net");
const { urlToHttpOptions } = require("node:url");
const { isProxy, markerHeader, redirected, refusal } = require("./destinations.cjs");
const { currentHeader } = require("./marks.cjs");

/** Marks and redirects what goes out by `node:http` and `node:https`, which the SDKs of Azure and AWS use. */
function install() {
  for (const module of [http, https]) {
    for (const name of /** @type {const} */ (["request", "get"])) {
      const original = module[name];
      const replacement = function (/** @type {unknown[]} */ ...args) {
        return Reflect.apply(original, this, adapted(args, module) ?? args);
      };
      Object.defineProperty(replacement, "name", { value: name });
      Object.defineProperty(replacement, "length", { value: original.length });
      module[name] = replacement;
    }
  }
}

/** The arguments for a request that concerns us; `undefined` leaves them as they are. */
function adapted(/** @type {unknown[]} */ args, /** @type {typeof http | typeof https} */ module) {
  try {
    const { options, callback } = readArguments(args);
    if (options.socketPath) return undefined;
    const agent = options.agent || module.globalAgent;
    const secure =
      (options.protocol || agent.protocol || (module === https ? "https:" : "http:")) === "https:";
    const defaultPort = options.defaultPort || agent.defaultPort || (secure ? 443 : 80);
    const hostname = options.hostname || options.host || "localhost";
    const port = options.port || defaultPort;
    const to = redirected(hostname, port);
    const header = to !== undefined || isProxy(hostname, port) ? currentHeader() : undefined;
    const refused = to === undefined ? refusal(hostname, port) : undefined;
    if (refused !== undefined) refuse(options, refused);
    else if (to === undefined && header === undefined) return undefined;
    if (to !== undefined) redirect(options, { hostname, port, defaultPort, secure, to });
    if (header !== undefined) options.headers = withHeader(options.headers, markerHeader, header);
    return callback === undefined ? [options] : [options, callback];
  } catch {
    return undefined;
  }
}

/** The three forms of calling: an address, an address with options, options. */
function readArguments(/** @type {unknown[]} */ args) {
  const [first, ...others] = args;
  const url = urlOf(first);
  if (url === undefined) return { options: { ...first }, callback: others[0] };
  const [options, callback] = typeof others[0] === "function" ? [undefined, others[0]] : others;
  return { options: { ...urlToHttpOptions(url), ...options }, callback };
}

/** An address, also one of another realm, such as jsdom's. */
function urlOf(/** @type {unknown} */ input) {
  if (typeof input === "string") return new URL(input);
  return input?.href && input.searchParams ? new URL(input.href) : undefined;
}

/** Only the connection goes elsewhere: the request still says, and TLS still asks for, the host that was meant. */
function redirect(options, { hostname, port, defaultPort, secure, to }) {
  const bare = hostname.replace(/^\[|\]$/g, "");
  if (!Array.isArray(options.headers) && options.setHost !== false && !hasHeader(options.headers, "host")) {
    const host = isIP(bare) === 6 ? `[${bare}]` : bare;
    options.headers = withHeader(
      options.headers,
      "Host",
      Number(port) === Number(defaultPort) ? host : `${host}:${port}`,
    );
  }
  if (secure && !options.servername && isIP(bare) === 0) options.servername = bare;
  options.hostname = to.hostname.replace(/^\[|\]$/g, "");
  options.host = options.hostname;
  options.port = to.port;
  delete options.href;
}

/** The request fails as one for a host that has no address does: a little later, by its `error` event. */
function refuse(options, error) {
  options.agent = false;
  delete options.createConnection;
  options.lookup = (_host, _options, callback) => process.nextTick(callback, error);
}

function hasHeader(headers, name) {
  return Object.keys(headers ?? {}).some((key) => key.toLowerCase() === name);
}

function withHeader(headers, name, value) {
  if (!Array.isArray(headers)) return { ...headers, [name]: value };
  return Array.isArray(headers[0]) ? [...headers, [name, value]] : [...headers, name, value];
}

module.exports = { install };
