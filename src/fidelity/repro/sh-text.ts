import { type Segment, segmentsOf } from "./segments.ts";

/** How a piece that only a run can tell is written in a shell. */
type Gap = (segment: Exclude<Segment, { is: "text" }>) => string;

/** `$ref1`, `$ts000001`, and counted characters. */
const plainGap: Gap = (segment) => {
  switch (segment.is) {
    case "token":
      return `$${segment.token}`;
    case "reference":
      return `$${referenceName(segment.index)}`;
    case "endpoint":
      return "$endpoint";
    case "repeated":
      return /[!-~]/.test(segment.piece)
        ? `$(${repeatedCommand(segment.piece, segment.times)})`
        : inDouble(segment.piece.repeat(segment.times));
  }
};

/** In an address, what an answer gave is encoded. */
const addressGap: Gap = (segment) =>
  segment.is === "reference" ? `$(encode "$${referenceName(segment.index)}")` : plainGap(segment);

export function referenceName(index: number): string {
  return `ref${index + 1}`;
}

function repeatedCommand(piece: string, times: number): string {
  return `printf '%0${times}d' 0 | sed ${quoted(`s/0/${piece.replace(/[\\/&]/g, "\\$&")}/g`)}`;
}

/** A text as one word of a shell, in quotes wherever that is needed. */
export function shText(text: string): string {
  const isFixed = segmentsOf(text).every(({ is }) => is === "text");
  return isFixed ? quoted(text) : `"${inside(text, plainGap)}"`;
}

/** A text for the inside of double quotes. */
export function shInside(text: string): string {
  return inside(text, plainGap);
}

/** A part of an address for the inside of double quotes. */
export function shAddress(text: string): string {
  return inside(text, addressGap);
}

function inside(text: string, gap: Gap): string {
  return segmentsOf(text)
    .map((each) => (each.is === "text" ? inDouble(each.text) : gap(each)))
    .join("");
}

/** A word that stands for itself; quotes are left out where nothing could be misread. */
function quoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

function inDouble(text: string): string {
  return text.replace(/["\\$`]/g, "\\$&");
}

/** A command that writes a text, or bytes, whatever they are. */
export function shContent(content: string | Uint8Array): string {
  const bytes = Buffer.from(content);
  const [first = 0] = bytes;
  if (bytes.length > 100 && bytes.every((byte) => byte === first)) {
    return first === 0
      ? `head -c ${bytes.length} /dev/zero`
      : `head -c ${bytes.length} /dev/zero | tr '\\0' '\\${first.toString(8).padStart(3, "0")}'`;
  }
  const text = bytes.toString("utf8");
  if (!Buffer.from(text).equals(bytes) || /[^\t\r\n\u0020-\u007e\u0080-\uffff]/.test(text)) {
    return `printf %s ${bytes.toString("base64")} | base64 -d`;
  }
  return /[\r\n]/.test(text) ? `printf %b ${shText(escapedForPrintf(text))}` : `printf %s ${shText(text)}`;
}

/** `printf %b` reads escapes. */
export function escapedForPrintf(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll("\r", "\\r").replaceAll("\n", "\\n");
}
