import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import type { RawHeader } from "../../wire/index.ts";
import { headerIn, withHeader, withoutHeaders } from "./header-list.ts";

/** A body that came in signed or counted chunks, without them. */
export interface Dechunked {
  readonly body: Buffer;
  readonly trailers: readonly RawHeader[];
}

/** Takes a body out of its `aws-chunked` frames; `undefined` if they are broken. */
export function dechunk(framed: Buffer): Dechunked | undefined {
  const parts: Buffer[] = [];
  let at = 0;
  for (;;) {
    const end = framed.indexOf("\r\n", at);
    const size = /^([0-9a-f]+)(?:;|$)/i.exec(framed.toString("latin1", at, Math.max(at, end)))?.[1];
    if (end < 0 || size === undefined) return undefined;
    const start = end + 2;
    const length = Number.parseInt(size, 16);
    if (length === 0) return { body: Buffer.concat(parts), trailers: trailersIn(framed, start) };
    if (start + length + 2 > framed.length) return undefined;
    parts.push(framed.subarray(start, start + length));
    at = start + length + 2;
  }
}

function trailersIn(framed: Buffer, start: number): RawHeader[] {
  const lines = framed.toString("latin1", start).split(/\r?\n/);
  return lines.flatMap((line): RawHeader[] => {
    const colon = line.indexOf(":");
    const name = line.slice(0, Math.max(colon, 0)).trim();
    return name === "" || name === "x-amz-trailer-signature" ? [] : [[name, line.slice(colon + 1).trim()]];
  });
}

/** The headers of a request whose body is no longer in `aws-chunked` frames: what stood behind it stands before it. */
export function dechunkedHeaders(headers: readonly RawHeader[], { body, trailers }: Dechunked): RawHeader[] {
  const encodings = (headerIn(headers, "content-encoding") ?? "").split(",").map((each) => each.trim());
  const others = encodings.filter((each) => each !== "" && each.toLowerCase() !== "aws-chunked");
  const bare = withoutHeaders(
    headers,
    ...["content-encoding", "x-amz-decoded-content-length", "x-amz-trailer", "trailer"],
  );
  const encoded = others.length === 0 ? bare : withHeader(bare, "Content-Encoding", others.join(","));
  return [...withHeader(encoded, "x-amz-content-sha256", sha256(body)), ...trailers];
}

export function sha256(body: Buffer): string {
  return createHash("sha256").update(body).digest("hex");
}

const checksums: Readonly<Record<string, (body: Buffer) => string>> = {
  "x-amz-checksum-crc32": (body) => crc32Base64(body),
  "x-amz-checksum-sha1": (body) => createHash("sha1").update(body).digest("base64"),
  "x-amz-checksum-sha256": (body) => createHash("sha256").update(body).digest("base64"),
};

/** The headers of a request whose body has changed, with its checksums made anew; rare kinds become a CRC32. */
export function checkedHeaders(headers: readonly RawHeader[], body: Buffer): RawHeader[] {
  let checked = [...headers];
  if (headerIn(headers, "content-md5") !== undefined) {
    checked = withHeader(checked, "Content-MD5", createHash("md5").update(body).digest("base64"));
  }
  for (const [name] of headers) {
    const lower = name.toLowerCase();
    if (!lower.startsWith("x-amz-checksum-") || ["algorithm", "type", "mode"].includes(lower.slice(15)))
      continue;
    const compute = checksums[lower];
    checked =
      compute === undefined
        ? withCrc32(withoutHeaders(checked, lower), body)
        : withHeader(checked, lower, compute(body));
  }
  return checked;
}

function withCrc32(headers: readonly RawHeader[], body: Buffer): RawHeader[] {
  const named = headerIn(headers, "x-amz-sdk-checksum-algorithm") === undefined;
  const told = named ? headers : withHeader(headers, "x-amz-sdk-checksum-algorithm", "CRC32");
  return withHeader(told, "x-amz-checksum-crc32", crc32Base64(body));
}

function crc32Base64(body: Buffer): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(crc32(body));
  return bytes.toString("base64");
}
