/** What is kept of an answer's body, in bytes: a blob of pages may claim terabytes. */
const mostOfBody = 64 * 1024 * 1024;

/** The bytes of a stream, up to the most that is kept; what comes after is not waited for. */
export async function collected(
  stream: AsyncIterable<Uint8Array | string> | undefined,
  most: number = mostOfBody,
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream ?? []) {
    const bytes = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
    chunks.push(bytes.subarray(0, most - size));
    size += bytes.length;
    if (size >= most) break;
  }
  return Buffer.concat(chunks);
}
