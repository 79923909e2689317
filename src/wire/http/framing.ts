import { FramingError, type Head, type RawHeader } from "./head.ts";

/** Where a message ends: at its head, after so many bytes, after the last chunk, or with the connection. */
export type Framing =
  | { readonly kind: "none" }
  | { readonly kind: "length"; readonly length: number }
  | { readonly kind: "chunked" }
  | { readonly kind: "until-close" };

const none: Framing = { kind: "none" };

/** How a request ends; one that can be read in two ways is refused by name. */
export function requestFraming({ headers }: Head): Framing {
  return declaredFraming(headers) ?? none;
}

/** How an answer ends, which also depends on what was asked. */
export function responseFraming({ headers }: Head, status: number, method: string): Framing {
  const bare = method === "HEAD" || status === 204 || status === 304 || (status >= 100 && status < 200);
  return bare ? none : (declaredFraming(headers) ?? { kind: "until-close" });
}

function declaredFraming(headers: readonly RawHeader[]): Framing | undefined {
  const lengths: string[] = [];
  const encodings: string[] = [];
  for (const [name, value] of headers) {
    if (isNamed(name, "content-length")) for (const part of value.split(",")) lengths.push(part.trim());
    else if (isNamed(name, "transfer-encoding")) encodings.push(value);
  }
  if (encodings.length > 0 && lengths.length > 0) {
    throw new FramingError(
      "both a Content-Length and a Transfer-Encoding, so that its end can be read in two ways",
    );
  }
  if (encodings.length > 0) return encodedFraming(encodings.join(","));
  const [first] = lengths;
  if (first === undefined) return undefined;
  if (lengths.some((length) => length !== first))
    throw new FramingError(`lengths that differ: ${lengths.join(" and ")}`);
  if (!/^\d{1,15}$/.test(first))
    throw new FramingError(`a Content-Length that is no length: ${first.slice(0, 40)}`);
  return { kind: "length", length: Number(first) };
}

/** Asked of every header of every message: most names are told by their length alone. */
function isNamed(name: string, lower: string): boolean {
  return name.length === lower.length && name.toLowerCase() === lower;
}

function encodedFraming(encoding: string): Framing {
  const last = encoding.split(",").at(-1)?.trim().toLowerCase();
  if (last === "chunked") return { kind: "chunked" };
  throw new FramingError(`a Transfer-Encoding that does not end with chunked: ${encoding.slice(0, 40)}`);
}
