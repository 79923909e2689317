import type { RawHeader } from "../../wire/index.ts";

/** The value of a header by its lower-case name. */
export function headerOf(headers: readonly RawHeader[], name: string): string | undefined {
  return headers.find(([own]) => own.toLowerCase() === name)?.[1];
}

/** The headers as they can be sent: without those that are HTTP/2's own, and with the bytes of letters that no header can have. */
export function sendableHeaders(headers: readonly RawHeader[]): readonly RawHeader[] {
  return headers
    .filter(([name]) => !name.startsWith(":"))
    .map(([name, value]): RawHeader => [name, beyondLatin.test(value) ? bytesOf(value) : value]);
}

const beyondLatin = /[\u0100-\uFFFF]/;

function bytesOf(value: string): string {
  return Buffer.from(value, "utf8").toString("latin1");
}

/** The headers with one of them set. */
export function setHeader(headers: readonly RawHeader[], name: string, value: string): readonly RawHeader[] {
  return [...dropHeaders(headers, name.toLowerCase()), [name, value]];
}

/** The headers without those of these lower-case names. */
export function dropHeaders(
  headers: readonly RawHeader[],
  ...names: readonly string[]
): readonly RawHeader[] {
  return headers.filter(([own]) => !names.includes(own.toLowerCase()));
}

/** The headers with each value changed. */
export function mapValues(
  headers: readonly RawHeader[],
  change: (value: string, name: string) => string,
): readonly RawHeader[] {
  return headers.map(([name, value]): RawHeader => [name, change(value, name.toLowerCase())]);
}

/** A date as headers write it; `undefined` for anything else. */
export function dateIn(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const compact = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text);
  const date = new Date(compact === null ? text : isoOf(compact));
  return Number.isNaN(date.getTime()) ? undefined : date;
}

function isoOf([, year, month, day, hour, minute, second]: RegExpExecArray): string {
  return `${year}-${month}-${day}T${hour}:${minute}:${second}Z`;
}
