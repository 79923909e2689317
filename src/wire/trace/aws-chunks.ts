/** A chunk's size in hex, and what may follow it, such as its signature. */
const sizeLine = /^([0-9a-f]{1,8})(?:;[^\r\n]{0,500})?$/i;

/**
 * The content of a body in Amazon's own chunks, as far as it is there; `undefined` if it is not in chunks.
 *
 * @example
 * withoutChunks(Buffer.from("5;chunk-signature=ab\r\nhello\r\n0;chunk-signature=cd\r\n\r\n")); // "hello"
 */
export function withoutChunks(bytes: Buffer): Buffer | undefined {
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf("\r\n", at);
    const [, digits] =
      end < 0 ? [] : (sizeLine.exec(bytes.toString("latin1", at, Math.min(end, at + 600))) ?? []);
    if (digits === undefined) return parts.length === 0 ? undefined : Buffer.concat(parts);
    const size = Number.parseInt(digits, 16);
    if (size === 0) break;
    parts.push(bytes.subarray(end + 2, end + 2 + size));
    at = end + 2 + size + 2;
  }
  return Buffer.concat(parts);
}
