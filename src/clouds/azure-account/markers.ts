/**
 * Where a listing goes on is a name of the other account, often of somebody else's. Clients get it as a text that
 * says nothing, and bring it back unread.
 */
const mark = "ts.";

export function wrapMarker(marker: string): string {
  return marker === "" ? "" : mark + Buffer.from(marker).toString("base64url");
}

export function unwrapMarker(text: string): string {
  return text.startsWith(mark) ? Buffer.from(text.slice(mark.length), "base64url").toString() : text;
}
