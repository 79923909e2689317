import type { RawHeader } from "../../wire/index.ts";
import { headerOf, setHeader } from "./headers.ts";
import type { RecordedExchange } from "./recording.ts";

/** Another way to what an exchange did: its content is read, and then sent. */
export interface Substitute {
  readonly operation: string;
  readonly read: RecordedExchange;
  readonly write: (content: Buffer) => RecordedExchange;
}

/** Operations that fetch their content, with those that bring it: a target may know only the latter. */
const bringing: Readonly<Record<string, string>> = {
  AppendBlob_AppendBlockFromUrl: "AppendBlob_AppendBlock",
  BlockBlob_PutBlobFromUrl: "BlockBlob_Upload",
  BlockBlob_StageBlockFromURL: "BlockBlob_StageBlock",
  PageBlob_UploadPagesFromURL: "PageBlob_UploadPages",
};

/**
 * How what a target cannot do is brought about all the same, so that what comes after it finds what it found when it was
 * recorded. `undefined` where we know no other way.
 */
export function substituteFor(operation: string, exchange: RecordedExchange): Substitute | undefined {
  const other = Object.hasOwn(bringing, operation) ? bringing[operation] : undefined;
  const source = headerOf(exchange.headers, "x-ms-copy-source");
  if (other === undefined || source === undefined) return undefined;
  return {
    operation: other,
    read: {
      ...exchange,
      method: "GET",
      url: source,
      headers: readingHeaders(exchange),
      body: Buffer.alloc(0),
    },
    write: (body) => ({ ...exchange, headers: writingHeaders(exchange, other, body), body }),
  };
}

function readingHeaders({ headers }: RecordedExchange): readonly RawHeader[] {
  const range = headerOf(headers, "x-ms-source-range");
  const kept = headers.filter(([name]) => /^x-ms-(?:version|date)$/i.test(name));
  return range === undefined ? kept : [...kept, ["x-ms-range", range]];
}

function writingHeaders(
  { headers }: RecordedExchange,
  operation: string,
  body: Buffer,
): readonly RawHeader[] {
  const own = headers.filter(([name]) => !/^x-ms-(?:copy-source|source-)/i.test(name));
  const sized = setHeader(own, "Content-Length", String(body.length));
  return operation === "PageBlob_UploadPages" ? setHeader(sized, "x-ms-page-write", "update") : sized;
}
