import type { Head, RawHeader } from "../http/head.ts";
import type { Attribution } from "../trace/exchange.ts";

/** The header by which a preload marks whose request it is; the proxy cuts it out. */
export const markerHeader = "x-touchstone-test";

/** What a marker says: a test's id and its file, or a file alone, whose set-up it is. */
export interface Mark {
  readonly test?: string;
  readonly file?: string;
}

/**
 * Reads a marker: `test` and `file` as a query string, so that ids in any script fit into a header.
 *
 * @example
 * readMark("file=a.test.ts&test=a.test.ts+%3E+adds+%232"); // { file: "a.test.ts", test: "a.test.ts > adds #2" }
 */
export function readMark(value: string): Mark {
  const fields = new URLSearchParams(value);
  const test = fields.get("test") || undefined;
  const file = fields.get("file") || undefined;
  return { ...(test !== undefined && { test }), ...(file !== undefined && { file }) };
}

/**
 * Whose request it is by its marker, or else by the port that it came to. A preload always names a file: a marker without
 * one is somebody else's, and tells nothing. A port that is one test's is known better than anything that runs behind it.
 */
export function attributionOf(marker: string | undefined, byPort: Attribution): Attribution {
  if (byPort.test !== undefined) return byPort;
  const mark = marker === undefined ? {} : readMark(marker);
  return mark.file === undefined ? byPort : { tier: 1, ...mark };
}

/** Whether a header is the marker. */
export function isMarker([name]: RawHeader): boolean {
  return name.length === markerHeader.length && name.toLowerCase() === markerHeader;
}

/** A head's bytes as they came, but for the marker's lines. */
export function withoutMarker({ headers, spans }: Head, raw: Buffer): Buffer {
  if (!headers.some(isMarker)) return raw;
  const kept: Buffer[] = [];
  let from = 0;
  headers.forEach((header, at) => {
    const span = spans[at];
    if (span === undefined || !isMarker(header)) return;
    kept.push(raw.subarray(from, span[0]));
    from = span[1];
  });
  return Buffer.concat([...kept, raw.subarray(from)]);
}
