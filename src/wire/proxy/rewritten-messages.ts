import type { ClientRequest, IncomingMessage } from "node:http";
import { headerValue, type RawHeader } from "../http/head.ts";
import { wantsClose } from "./last-words.ts";

export function pairsOf(flat: readonly string[]): RawHeader[] {
  return flat.flatMap((name, at): RawHeader[] => (at % 2 === 0 ? [[name, flat[at + 1] ?? ""]] : []));
}

const ofConnection = new Set(["connection", "keep-alive"]);
const ofFraming = new Set(["content-length", "transfer-encoding", ...ofConnection]);

/** Without what is said of the connection to the other account alone. */
export function unconnected(headers: readonly RawHeader[]): RawHeader[] {
  return headers.filter(([name]) => !ofConnection.has(name.toLowerCase()));
}

export function ofItsConnection(headers: readonly RawHeader[]): RawHeader[] {
  return headers.filter(([name]) => ofConnection.has(name.toLowerCase()));
}

/** Whether a server takes no other request on the connection of this answer. */
export function endsConnection({ httpVersion, rawHeaders, headers }: IncomingMessage): boolean {
  const isOld = httpVersion === "1.0" && headers.connection?.toLowerCase() !== "keep-alive";
  return isOld || wantsClose(pairsOf(rawHeaders));
}

/** Whether headers say where a body ends. */
export function isFramed(headers: readonly RawHeader[]): boolean {
  return headers.some(([name]) => /^(?:content-length|transfer-encoding)$/i.test(name));
}

/** Whether there was no connection at all. */
export function isUnreachable(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isUnreachable);
  const { syscall } = error as NodeJS.ErrnoException;
  return syscall === "connect" || syscall === "getaddrinfo";
}

/** The whole body, or so much of it as shows that it is longer than it may be. */
export async function gather(
  answer: IncomingMessage,
  pieces: AsyncIterator<Buffer>,
  limit = Number.POSITIVE_INFINITY,
): Promise<readonly Buffer[]> {
  const gathered: Buffer[] = [];
  let size = 0;
  if (Number(answer.headers["content-length"] ?? 0) > limit) return gathered;
  while (size <= limit) {
    const { done, value } = await pieces.next();
    if (done === true) break;
    gathered.push(value);
    size += value.length;
  }
  return gathered;
}

/** What was gathered, and what follows it. */
export async function* following(
  gathered: readonly Buffer[],
  pieces: AsyncIterator<Buffer>,
): AsyncGenerator<Buffer> {
  yield* gathered;
  for (let next = await pieces.next(); next.done !== true; next = await pieces.next()) yield next.value;
}

export function unframed(headers: readonly RawHeader[]): RawHeader[] {
  return headers.filter(([name]) => !ofFraming.has(name.toLowerCase()));
}

/** The headers as they go out: the host's own name, no hop-by-hop ones, and a length where the body is known. */
export function sentHeaders(
  headers: readonly RawHeader[],
  host: string,
  body: Buffer | undefined,
): RawHeader[] {
  const dropped = new Set(["host", "connection", "keep-alive", "expect"]);
  const kept = (body === undefined ? headers : unframed(headers)).filter(
    ([name]) => !dropped.has(name.toLowerCase()),
  );
  const hadLength = headerValue(headers, "content-length") ?? headerValue(headers, "transfer-encoding");
  const hasBody = body !== undefined && (body.length > 0 || hadLength !== undefined);
  return [["Host", host], ...kept, ...(hasBody ? [["Content-Length", String(body.length)] as const] : [])];
}

/** Ends a request with what follows its content, where that was sent in chunks. */
export function endWith(request: ClientRequest, trailers: readonly RawHeader[]): void {
  try {
    request.addTrailers(trailers.map(([name, value]): [string, string] => [name, value]));
    request.end();
  } catch (error) {
    request.destroy(error as Error);
  }
}

/** What ends chunks, with what follows them. */
export function lastChunk(trailers: readonly RawHeader[]): Buffer {
  const lines = trailers.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  return Buffer.from(`0\r\n${lines}\r\n`, "latin1");
}

export function chunk(piece: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from("\r\n")]);
}
