import type { RequestHead } from "../../wire/index.ts";
import { headerIn } from "../shared/header-list.ts";
import type { Addressing } from "../shared/recognizer.ts";
import { decodePath, splitTarget } from "../shared/wire-request.ts";
import { s3Host } from "./address.ts";

/** How a client has addressed a bucket. */
export interface ClientAddress {
  /** `http://127.0.0.1:40001`: with no bucket before it. */
  readonly server: string;
  readonly addressing: Addressing;
  /** Absent where the request is for the account. */
  readonly bucket?: string;
  /** What follows the bucket, as it came: empty, or from its slash on. */
  readonly path: string;
  readonly query: string;
}

/** Takes a client's address apart; where its host leaves open whether a bucket is in it, the path has it. */
export function clientAddress(head: RequestHead, said?: Addressing): ClientAddress {
  const { protocol, host: reached } = new URL(head.origin);
  const host = (headerIn(head.headers, "host") ?? reached).toLowerCase();
  const { path, query } = splitTarget(head.target);
  const found = s3Host(host.replace(/:\d+$/, ""));
  const addressing = (found.proven ? found.addressing : (said ?? found.addressing)) ?? "path";
  if (addressing === "host") {
    const server = `${protocol}//${host.slice(found.bucket.length + 1)}`;
    return { server, addressing, bucket: found.bucket, path, query };
  }
  const [, bucket = "", rest = ""] = /^\/([^/]*)(.*)$/s.exec(path) ?? [];
  const server = `${protocol}//${host}`;
  const at = { server, addressing, path: rest, query };
  return bucket === "" ? { ...at, path } : { ...at, bucket: decodePath(bucket) };
}

/** An address of a bucket in the client's own style. */
export function addressFor({ server, addressing }: ClientAddress, bucket: string, path: string): string {
  if (addressing === "path") return `${server}/${bucket}${path}`;
  return `${server.replace("//", `//${bucket}.`)}${path === "" ? "/" : path}`;
}
