import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished, vi } from "vitest";
import type { Sequence } from "../../../src/explore/index.ts";
import { openSide, type Side } from "../../../src/fidelity/index.ts";
import { checkConfig } from "../../../src/lab/config/index.ts";

/** A key as Amazon's documents have it: nobody's. */
export const key = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY";

/** Signs with the key what is sent from now on; whoever calls what it returns leaves the variables as they were. */
export function withKey(): () => void {
  vi.stubEnv("AWS_ACCESS_KEY_ID", "AKIDEXAMPLE");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", key);
  return () => void vi.unstubAllEnvs();
}

/** What somebody who keeps buckets says besides. */
export interface Says {
  readonly region?: string;
  readonly tag?: string;
  /** What lies in each bucket, if anything does. */
  readonly object?: string;
}

/** Something by URL that keeps buckets, and says what it is told to. */
export async function bucketsThat({ region = "eu-west-1", tag = "nobody", object }: Says): Promise<Side> {
  const buckets = new Set<string>();
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://127.0.0.1");
    const [, bucket = ""] = pathname.split("/");
    const end = (status: number, body = "") =>
      request.resume().on("end", () => xml(response, status, body, region));
    if (request.method === "PUT") buckets.add(bucket);
    if (request.method === "PUT") return end(200);
    if (request.method === "DELETE") return end(buckets.delete(bucket) ? 204 : 404);
    if (!buckets.has(bucket)) return end(404, "<Error><Code>NoSuchBucket</Code></Error>");
    if (searchParams.has("tagging")) return end(200, tagging(tag));
    if (searchParams.has("list-type")) return end(200, listed(object));
    return searchParams.size === 0 ? end(200) : end(404, "<Error><Code>NoSuchTagSet</Code></Error>");
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const side = await openSide("s3", endpoint, { cwd: process.cwd(), config: checkConfig({}, "config") });
  onTestFinished(async () => {
    await side[Symbol.asyncDispose]();
    server.closeAllConnections();
    server.close();
  });
  return side;
}

function xml(response: ServerResponse, status: number, body: string, region: string): void {
  const headers = { "content-type": "application/xml", "x-amz-bucket-region": region };
  response.writeHead(status, headers).end(body);
}

function tagging(value: string): string {
  return `<Tagging><TagSet><Tag><Key>owner</Key><Value>${value}</Value></Tag></TagSet></Tagging>`;
}

function listed(object: string | undefined): string {
  const contents = object === undefined ? "" : `<Contents><Key>${object}</Key><Size>1</Size></Contents>`;
  return `<ListBucketResult>${contents}</ListBucketResult>`;
}

/** Calls about one bucket. */
export function sequenceOf(...operations: readonly string[]): Sequence {
  return operations.map((operation) => ({
    operation,
    input: { Bucket: "ts000000" },
    caller: "owner",
    tries: { kind: "valid" },
  }));
}
