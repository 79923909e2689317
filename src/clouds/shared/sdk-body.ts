/** What is kept of an answer's body, in bytes: a blob of pages may claim terabytes. */
const mostOfBody = 64 * 1024 * 1024;

/** A body that is shorter than its head promises is never whole: whoever is asked would wait for the rest. */
export function refuseShort(body: unknown, promised: string | undefined): void {
  const length = sizeOf(body);
  if (promised === undefined || length === undefined || !(Number(promised) > length)) return;
  throw new RangeError(`Content-Length promises ${promised} bytes, and the body has ${length}`);
}

/** Unknown where it is a stream. */
function sizeOf(body: unknown): number | undefined {
  if (body === undefined || body === null) return 0;
  if (typeof body === "string") return Buffer.byteLength(body);
  return body instanceof Uint8Array ? body.length : undefined;
}

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
