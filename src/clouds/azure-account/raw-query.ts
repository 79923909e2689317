import { decodePath } from "../shared/wire-request.ts";

/** A query's parameters as they stood in the address, still percent-encoded. */
export type RawQuery = readonly (readonly [name: string, value: string | undefined])[];

export function readQuery(text: string): RawQuery {
  if (text === "") return [];
  return text.split("&").map((pair) => {
    const equals = pair.indexOf("=");
    return equals < 0 ? [pair, undefined] : [pair.slice(0, equals), pair.slice(equals + 1)];
  });
}

/** The query with its question mark, or nothing where it is empty. */
export function writeQuery(query: RawQuery): string {
  if (query.length === 0) return "";
  return `?${query.map(([name, value]) => (value === undefined ? name : `${name}=${value}`)).join("&")}`;
}

/** A parameter's decoded value; names are compared without regard to case, as Azure does. */
export function queryValue(query: RawQuery, name: string): string | undefined {
  const found = query.find(([given]) => decodePath(given).toLowerCase() === name);
  return found === undefined ? undefined : decodeValue(found[1] ?? "");
}

/** The same query with one parameter's decoded value changed; it stays as it was where the value does. */
export function mapValue(query: RawQuery, name: string, change: (value: string) => string): RawQuery {
  return query.map(([given, value]) => {
    if (decodePath(given).toLowerCase() !== name || value === undefined) return [given, value];
    const before = decodeValue(value);
    const after = change(before);
    return [given, after === before ? value : encodeURIComponent(after)];
  });
}

export function withoutValue(query: RawQuery, name: string): RawQuery {
  return query.filter(([given]) => decodePath(given).toLowerCase() !== name);
}

function decodeValue(value: string): string {
  return decodePath(value.replaceAll("+", " "));
}
