import type { RawHeader } from "../../wire/index.ts";

type Headers = readonly RawHeader[];

/** The value of a header; repeated ones are joined by commas. */
export function headerOf(headers: Headers, name: string): string | undefined {
  const values = headers.filter(([given]) => given.toLowerCase() === name).map(([, value]) => value);
  return values.length === 0 ? undefined : values.join(",");
}

/** The same headers with one of them changed where it stands, or put behind the others. */
export function withHeader(headers: Headers, name: string, value: string): Headers {
  const at = headers.findIndex(([given]) => given.toLowerCase() === name);
  if (at < 0) return [...headers, [name, value]];
  const rest = headers.slice(at + 1).filter(([given]) => given.toLowerCase() !== name);
  return [...headers.slice(0, at), [headers[at]?.[0] ?? name, value], ...rest];
}

export function withoutHeader(headers: Headers, name: string): Headers {
  return headers.filter(([given]) => given.toLowerCase() !== name);
}

/** The same headers, those of the given names with changed values; in lower case. */
export function mapHeaders(
  headers: Headers,
  names: ReadonlySet<string>,
  change: (value: string, name: string) => string,
): Headers {
  return headers.map(([name, value]): RawHeader => {
    const lower = name.toLowerCase();
    return names.has(lower) ? [name, change(value, lower)] : [name, value];
  });
}
