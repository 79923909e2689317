import type { HttpRequest } from "../../model/index.ts";

/** A request taken apart for recognition: nothing is normalised but the case of header names and the host. */
export interface WireRequest {
  readonly method: string;
  /** Without the port; empty when neither URL nor headers name one. */
  readonly host: string;
  readonly port: string;
  /** As sent, still percent-encoded, from its first slash. */
  readonly path: string;
  /** Decoded; the first of repeated names counts. */
  readonly query: ReadonlyMap<string, string>;
  readonly headers: Readonly<Record<string, string>>;
}

/** Takes a request apart. `URL` is not used: it is slow here, and it removes the dots that object keys may have. */
export function readRequest({ method, url, headers }: Omit<HttpRequest, "body">): WireRequest {
  const lowerHeaders = lowerCaseNames(headers);
  const hostStart = schemeLength(url);
  const fragment = url.indexOf("#", hostStart);
  const end = fragment < 0 ? url.length : fragment;
  const question = url.indexOf("?", hostStart);
  const pathEnd = question < 0 || question > end ? end : question;
  const slash = hostStart === 0 ? 0 : url.indexOf("/", hostStart);
  const pathStart = slash < 0 || slash > pathEnd ? pathEnd : slash;
  const authority = (lowerHeaders["host"] || url.slice(hostStart, pathStart)).toLowerCase();
  const bare = authority.slice(authority.lastIndexOf("@") + 1);
  const colon = bare.endsWith("]") ? -1 : bare.lastIndexOf(":");
  return {
    method: effectiveMethod(method, lowerHeaders),
    host: colon < 0 ? bare : bare.slice(0, colon),
    port: colon < 0 ? "" : bare.slice(colon + 1),
    path: url.slice(pathStart, pathEnd) || "/",
    query: readQuery(url.slice(pathEnd + 1, end)),
    headers: lowerHeaders,
  };
}

const scheme = /^[a-z][a-z0-9+.-]*:\/\//i;

/** Where the host begins; 0 if the URL has none, whatever other URL stands in its path or query. */
function schemeLength(url: string): number {
  return url.startsWith("/") ? 0 : (scheme.exec(url)?.[0].length ?? 0);
}

/** Old OData clients tunnel MERGE and the like through POST. */
function effectiveMethod(method: string, headers: Readonly<Record<string, string>>): string {
  const tunnelled = headers["x-http-method"];
  const chosen = tunnelled !== undefined && method.toUpperCase() === "POST" ? tunnelled : method;
  return chosen.toUpperCase();
}

function lowerCaseNames(headers: Readonly<Record<string, string>>): Record<string, string> {
  const lower: Record<string, string> = {};
  for (const name of Object.keys(headers)) lower[name.toLowerCase()] = headers[name] ?? "";
  return lower;
}

function readQuery(text: string): ReadonlyMap<string, string> {
  const query = new Map<string, string>();
  if (text === "") return query;
  for (const pair of text.split("&")) {
    if (pair === "") continue;
    const equals = pair.indexOf("=");
    const name = decode(equals < 0 ? pair : pair.slice(0, equals));
    if (!query.has(name)) query.set(name, equals < 0 ? "" : decode(pair.slice(equals + 1)));
  }
  return query;
}

/** Decodes a part of a query, where a plus is a blank. */
function decode(text: string): string {
  return decodePath(text.includes("+") ? text.replaceAll("+", " ") : text);
}

/** Path and query of a target, as they are. */
export function splitTarget(target: string): { path: string; query: string } {
  const question = target.indexOf("?");
  return question < 0
    ? { path: target, query: "" }
    : { path: target.slice(0, question), query: target.slice(question + 1) };
}

/** Percent-decoding that leaves a malformed text as it is. */
export function decodePath(text: string): string {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
