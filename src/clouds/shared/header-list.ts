import type { RawHeader } from "../../wire/index.ts";

/** The value of a header by its lower-case name; repeated ones are joined as one line would have them. */
export function headerIn(headers: readonly RawHeader[], name: string): string | undefined {
  const values = headers.filter((header) => isNamed(header, name)).map(([, value]) => value);
  return values.length === 0 ? undefined : values.join(",");
}

/** The headers with one of them set: in its old place if it was there, otherwise at the end. */
export function withHeader(headers: readonly RawHeader[], name: string, value: string): RawHeader[] {
  const at = headers.findIndex((header) => isNamed(header, name.toLowerCase()));
  if (at < 0) return [...headers, [name, value]];
  return headers.flatMap((header, index): RawHeader[] => {
    if (index === at) return [[header[0], value]];
    return isNamed(header, name.toLowerCase()) ? [] : [header];
  });
}

/** The headers without those of these lower-case names. */
export function withoutHeaders(headers: readonly RawHeader[], ...names: readonly string[]): RawHeader[] {
  return headers.filter(([name]) => !names.includes(name.toLowerCase()));
}

/** The headers with the values of those of the lower-case names changed, wherever they are there. */
export function mapHeaders(
  headers: readonly RawHeader[],
  names: ReadonlySet<string>,
  change: (value: string, name: string) => string,
): RawHeader[] {
  return headers.map(([name, value]): RawHeader => {
    const lower = name.toLowerCase();
    return [name, names.has(lower) ? change(value, lower) : value];
  });
}

/** The same for one header. */
export function mapHeader(
  headers: readonly RawHeader[],
  name: string,
  change: (value: string) => string,
): RawHeader[] {
  return mapHeaders(headers, new Set([name]), change);
}

/** Headers by their lower-case names, for recognition. */
export function headerRecord(headers: readonly RawHeader[]): Record<string, string> {
  const record: Record<string, string> = {};
  for (const [name, value] of headers) {
    const lower = name.toLowerCase();
    record[lower] = record[lower] === undefined ? value : `${record[lower]},${value}`;
  }
  return record;
}

function isNamed([name]: RawHeader, lower: string): boolean {
  return name.length === lower.length && name.toLowerCase() === lower;
}
