import { type RawHeader, type ResponseHead, type ReturnedResponse, unpacked } from "../../wire/index.ts";
import { headerIn, mapHeaders, withHeader, withoutHeaders } from "../shared/header-list.ts";
import { mapText } from "./body-text.ts";
import { checksummed } from "./checksums.ts";
import { type Crossing, urlForClient } from "./crossing.ts";
import { noteWritten, tellsWritten } from "./kept.ts";
import { wrapMarker } from "./markers.ts";
import { boundaryOf, type InnerMessage, mapMessages } from "./multipart.ts";
import { addressesForClient, atomForClient, metadataForClient, tableListForClient } from "./table-answers.ts";
import { blobListForClient, listsNames, nameListForClient } from "./xml-lists.ts";

const addressHeaders = new Set([
  "location",
  "content-location",
  "dataserviceid",
  "odata-entityid",
  "x-ms-copy-source",
]);
const markerHeaders = new Set(["x-ms-continuation-nexttablename"]);

/** Operations of blobs whose answers hold names or addresses; others' answers are the application's own content. */
const speaking = new Set([
  "Container_ListBlobFlatSegment",
  "Container_ListBlobHierarchySegment",
  "Service_SubmitBatch",
  "Container_SubmitBatch",
]);

/** Whether an answer's body has to be changed, and so to be there whole. */
export function answerSpeaks(crossing: Crossing, { status }: ResponseHead): boolean {
  const { service, operation, method } = crossing;
  if (method === "HEAD" || status < 200 || status === 204 || status === 304) return false;
  if (status >= 400 || service === "azure-table") return true;
  return listsNames(operation) || speaking.has(operation) || tellsWritten(crossing);
}

/** An answer as the client's own account would give it. */
export async function answerForClient(
  crossing: Crossing,
  response: ResponseHead,
  body: Buffer | undefined,
): Promise<ReturnedResponse> {
  const headers = headersForClient(response.headers, crossing);
  if (body === undefined || body.length === 0 || !answerSpeaks(crossing, response)) {
    if (response.status < 300) noteWritten(crossing, "");
    return { headers };
  }
  const plain = uncompressed(body, headerIn(headers, "content-encoding"));
  if (response.status < 300 && !refusesAPart(plain)) {
    noteWritten(crossing, plain.toString("latin1"));
  }
  const changed = await mapText(plain, (text, encoding) =>
    textForClient(text, encoding, { ...response, headers }, crossing),
  );
  if (changed.equals(plain)) return { headers, body };
  return { headers: checksummed(withoutHeaders(headers, "content-encoding"), changed), body: changed };
}

/** A batch of entities is written whole or not at all. */
function refusesAPart(body: Buffer): boolean {
  return /^HTTP\/\d\S* [45]\d\d/m.test(body.toString("latin1"));
}

function headersForClient(headers: readonly RawHeader[], crossing: Crossing): readonly RawHeader[] {
  const addressed = mapHeaders(headers, addressHeaders, (url) => urlForClient(crossing, url));
  return mapHeaders(addressed, markerHeaders, wrapMarker);
}

function uncompressed(body: Buffer, encoding: string | undefined): Buffer {
  return encoding === undefined ? body : (unpacked(body, encoding) ?? body);
}

function textForClient(
  text: string,
  encoding: BufferEncoding,
  { status, headers }: ResponseHead,
  crossing: Crossing,
): string | Promise<string> {
  if (status >= 400) return errorForClient(text, crossing);
  const type = headerIn(headers, "content-type");
  const boundary = boundaryOf(type);
  if (boundary !== undefined)
    return mapMessages(text, boundary, (inner) => innerForClient(inner, encoding, crossing));
  if (crossing.service !== "azure-table") {
    return listsNames(crossing.operation)
      ? nameListForClient(text, crossing)
      : blobListForClient(text, crossing);
  }
  if (type?.includes("atom") === true) return atomForClient(text, crossing);
  // Policies and the service's settings, which the application has written.
  if (type?.includes("xml") === true) return text;
  return crossing.operation === "Table_Query"
    ? tableListForClient(text, crossing)
    : metadataForClient(text, crossing);
}

/** What the service says of an error, in which it may show what was signed: there the account stands by itself. */
function errorForClient(text: string, crossing: Crossing): string {
  const { other, client } = crossing;
  const account = new RegExp(`\\b${RegExp.escape(other.account)}\\b`, "g");
  return addressesForClient(text, crossing).replace(
    /<AuthenticationErrorDetail>.*?<\/AuthenticationErrorDetail>/s,
    (detail) => detail.replace(account, client.account),
  );
}

function innerForClient(message: InnerMessage, encoding: BufferEncoding, crossing: Crossing): InnerMessage {
  const status = Number(/^HTTP\/\S+ (\d{3})/.exec(message.startLine)?.[1] ?? 0);
  const headers = headersForClient(message.headers, crossing);
  const body =
    status >= 400
      ? errorForClient(message.body, crossing)
      : crossing.service === "azure-table"
        ? metadataForClient(message.body, crossing)
        : message.body;
  const length = headerIn(headers, "content-length");
  const grown = Buffer.byteLength(body, encoding) - Buffer.byteLength(message.body, encoding);
  return {
    startLine: message.startLine,
    headers:
      length === undefined || grown === 0
        ? headers
        : withHeader(headers, "content-length", String(Number(length) + grown)),
    body,
  };
}
