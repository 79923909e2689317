import { isUtf8 } from "node:buffer";

/**
 * Changes a body as text: as UTF-8 where it is, and otherwise one character a byte, so that what is not changed
 * stays as it is.
 */
export async function mapText(
  body: Buffer,
  change: (text: string, encoding: BufferEncoding) => string | Promise<string>,
): Promise<Buffer> {
  const encoding = isUtf8(body) ? "utf8" : "latin1";
  return Buffer.from(await change(body.toString(encoding), encoding), encoding);
}
