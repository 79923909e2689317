/** Words in UTF-16, of either byte order: no shorter run has room for a secret and what tells it. */
const wideWords = /(?:[\t\n\r -~]\0){5}/;

/** What all texts in UTF-16 are changed by. */
type Change = (text: string) => string;

/** Whether there may be text in UTF-16 among the bytes. */
function mayBeWide(bytes: Buffer): boolean {
  const mark = bytes.length < 2 ? 0 : bytes.readUInt16LE();
  if (mark === 0xfeff || mark === 0xfffe) return true;
  return bytes.includes(0) && wideWords.test(bytes.toString("latin1"));
}

/**
 * Changes what text in UTF-16 there is among the bytes, in either byte order, wherever it begins; all other bytes stay.
 * Of bytes that were cut, half a character at the end goes.
 */
export function changeWide(bytes: Buffer, change: Change, isCut = false): Buffer {
  if (!mayBeWide(bytes)) return bytes;
  return [0, 1].reduce((kept, start) => changeFrom(kept, start, change, isCut), bytes);
}

function changeFrom(bytes: Buffer, start: number, change: Change, isCut: boolean): Buffer {
  const end = start + Math.floor((bytes.length - start) / 2) * 2;
  const little = Buffer.from(change(bytes.toString("utf16le", start, end)), "utf16le");
  const big = Buffer.from(change(little.swap16().toString("utf16le")), "utf16le");
  return Buffer.concat([bytes.subarray(0, start), big.swap16(), ...(isCut ? [] : [bytes.subarray(end)])]);
}
