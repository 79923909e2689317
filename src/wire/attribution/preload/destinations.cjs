"use strict";

/** The header by which the proxy is told whose request it is; the same as in `marker.ts`. */
const markerHeader = "x-touchstone-test";

/** @typedef {{ hostname: string, port: number }} Destination */

const proxies = new Set((process.env.TOUCHSTONE_ORIGINS ?? "").split(/[\s,]+/).flatMap(keyOfOrigin));
const redirects = readRedirects(process.env.TOUCHSTONE_REDIRECT);
const unrecorded = readUnrecorded(process.env.TOUCHSTONE_UNRECORDED);
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

/** A pattern of hosts, in which `*` is anything. */
function hostExpression(/** @type {string} */ pattern) {
  const source = plainHost(pattern)
    .replace(/[.+?^${}()|[\]\\]/g, "\\$&")
    .replaceAll("*", ".*");
  return new RegExp(`^${source}$`);
}

/** From patterns of hosts to the services that they are of, and the hosts that are allowed all the same. */
function readUnrecorded(/** @type {string | undefined} */ text) {
  const { hosts = {}, allowed = [] } = JSON.parse(text || "{}");
  return {
    hosts: Object.entries(hosts).map(([pattern, service]) => ({ host: hostExpression(pattern), service })),
    allowed: allowed.map(plainHost),
  };
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
    return { host: hostExpression(host), port, to: { hostname: url.hostname, port: portOf(url) } };
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

/**
 * Why nothing is sent to a host: it is a cloud's own, of a service that we know and that is not recorded, so that the
 * request would leave this machine unseen.
 *
 * @param {string} hostname
 * @param {number | string} port
 * @returns {Error | undefined}
 */
function refusal(hostname, port) {
  if (unrecorded.hosts.length === 0 || isProxy(hostname, port)) return undefined;
  const host = plainHost(hostname);
  const found = unrecorded.hosts.find((one) => one.host.test(host));
  if (!found || unrecorded.allowed.some((one) => host === one || host.endsWith(`.${one}`))) return undefined;
  const message =
    `touchstone: nothing was sent to ${host}, since ${found.service} is not recorded; name ${found.service} too, ` +
    `or let its requests pass by allowHosts: ["${host}"] in touchstone.config.ts`;
  return Object.assign(new Error(message), { code: "TS_NOT_RECORDED" });
}

module.exports = { isProxy, markerHeader, portOf, redirected, refusal };
