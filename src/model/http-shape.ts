import { TouchstoneError } from "./error.ts";

/** A header or query parameter whose presence tells operations apart. */
export interface Presence {
  readonly in: "header" | "query";
  readonly name: string;
}

/** How an operation looks on the wire: enough to recognise one and to write one. */
export interface HttpShape {
  readonly method: string;
  /** Other methods that mean the same, such as `MERGE` for `PATCH` in old clients. */
  readonly alsoMethods: readonly string[];
  /** Path from the service's root, with `{name}` for one segment and `{name+}` for the rest. */
  readonly path: string;
  /** Query parameters that are always there with this value; an empty one may have any. */
  readonly query: Readonly<Record<string, string>>;
  /** Headers that are always there with this value. */
  readonly headers: Readonly<Record<string, string>>;
  /** Each entry is satisfied by any of its alternatives. */
  readonly has: readonly (readonly Presence[])[];
}

/** What `shape` takes besides the line. */
export interface ShapeDetails {
  readonly alsoMethods?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
  /** Presences as `header NAME` or `query NAME`; alternatives are separated by ` or `. */
  readonly has?: readonly string[];
}

/**
 * Reads the one-line form in which shapes are written down.
 *
 * @example
 * shape("PUT /{containerName}/{blob+}?comp=block", { has: ["header x-ms-copy-source"] });
 */
export function shape(line: string, details: ShapeDetails = {}): HttpShape {
  const match = /^([A-Z]+) (\/[^?]*)(?:\?(.*))?$/.exec(line);
  if (match === null) {
    throw new TouchstoneError("TS_INTERFACE", `not an HTTP shape: ${line}`, {
      hint: 'Write method, path and fixed query: "PUT /{containerName}/{blob+}?comp=block".',
    });
  }
  const [, method = "", path = "", query = ""] = match;
  return {
    method,
    alsoMethods: details.alsoMethods ?? [],
    path,
    query: Object.fromEntries(new URLSearchParams(query)),
    headers: details.headers ?? {},
    has: (details.has ?? []).map((line) => line.split(" or ").map(presence)),
  };
}

function presence(text: string): Presence {
  const [place, name] = text.split(" ");
  if ((place !== "header" && place !== "query") || name === undefined) {
    throw new TouchstoneError("TS_INTERFACE", `not a presence: ${text}`, {
      hint: 'Write "header NAME" or "query NAME".',
    });
  }
  return { in: place, name };
}

/** The one-line form again, for tables and messages. */
export function describeShape(shape: HttpShape): string {
  const query = Object.entries(shape.query).map(([name, value]) =>
    value === "" ? name : `${name}=${value}`,
  );
  const headers = Object.entries(shape.headers).map(([name, value]) => `${name}: ${value}`);
  const has = shape.has.map((any) => any.map(({ in: place, name }) => `${place} ${name}`).join(" or "));
  const path = query.length === 0 ? shape.path : `${shape.path}?${query.join("&")}`;
  return [`${shape.method} ${path}`, ...headers, ...has].join(" · ");
}
