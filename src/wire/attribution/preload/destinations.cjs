"use strict";

/** The header by which the proxy is told whose request it is; the same as in `marker.ts`. */
const markerHeader = "x-touchstone-test";

/** @typedef {{ hostname: string, port: number }} Destination */

const proxies = new Set((process.env.TOUCHSTONE_ORIGINS ?? "").split(/[\s,]+/).flatMap(keyOfOrigin));
const redirects = readRedirects(process.env.TOUCHSTONE_REDIRECT);
for (const { to } of redirects) proxies.add(keyOf(to.hostname, to.port));

/** All names of this machine are one: a proxy is the same under each of them. */
function plainHost(/** @type {string} */ hostname) {
  const host = hostname
    .toLowerCase()
    .replace(/^\[|\]$/g, "")
    .replace(/\.$/, "");
  return /^(?:127\.[\d.]+|::1|(?:.*\.)?localhost)$/.test(host) ? "localhost" : host;
}

function keyOf(/** @type {string} */ hostname, /** @type {number | string} */ port) {
  return `${plainHost(hostname)}:${port}`;
}

/** @returns {string[]} */
function keyOfOrigin(/** @type {string} */ origin) {
  try {
    const url = new URL(origin);
    return [keyOf(url.hostname, portOf(url))];
  } catch {
    return [];
  }
}

function portOf(/** @type {URL} */ url) {
  return Number(url.port || (url.protocol === "https:" ? 443 : 80));
}

/**
 * From patterns to proxies: `*.blob.core.windows.net`, `127.0.0.1:12345` or `http://127.0.0.1:12345`. A pattern
 * without a port is for every port.
 */
function readRedirects(/** @type {string | undefined} */ text) {
  /** @type {[string, string][]} */
  const entries = Object.entries(JSON.parse(text || "{}"));
  return entries.map(([pattern, origin]) => {
    const url = new URL(origin);
    const [, host = "", port] = /^(?:https?:\/\/)?(.*?)(?::(\d+))?\/?$/.exec(pattern) ?? [];
    const source = plainHost(host)
      .replace(/[.+?^${}()|[\]\\]/g, "\\$&")
      .replaceAll("*", ".*");
    return { host: new RegExp(`^${source}$`), port, to: { hostname: url.hostname, port: portOf(url) } };
  });
}

/** Whether it goes to a proxy: nobody else ever sees a mark. */
function isProxy(/** @type {string} */ hostname, /** @type {number | string} */ port) {
  return proxies.has(keyOf(hostname, port));
}

/**
 * Where a request for this host goes instead.
 *
 * @param {string} hostname
 * @param {number | string} port
 * @returns {Destination | undefined}
 */
function redirected(hostname, port) {
  if (redirects.length === 0 || isProxy(hostname, port)) return undefined;
  const host = plainHost(hostname);
  return redirects.find((one) => one.host.test(host) && (one.port === undefined || one.port === String(port)))
    ?.to;
}

module.exports = { isProxy, markerHeader, portOf, redirected };
