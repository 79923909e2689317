import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import type { Sequence } from "../../../../src/explore/index.ts";
import { openSide, type Side } from "../../../../src/fidelity/index.ts";
import { performer } from "../../../../src/fidelity/pair/perform.ts";
import type { Performed } from "../../../../src/fidelity/pair/performed.ts";
import { checkConfig } from "../../../../src/lab/config/index.ts";
import { answered, sideThat } from "../told-side.ts";

const key = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY";

beforeEach(() => {
  vi.stubEnv("AWS_ACCESS_KEY_ID", "AKIDEXAMPLE");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", key);
  return () => void vi.unstubAllEnvs();
});

/** What somebody who keeps buckets says besides. */
interface Says {
  readonly region?: string;
  readonly tag?: string;
}

/** Something by URL that keeps buckets, and says what it is told to. */
async function bucketsThat({ region = "eu-west-1", tag = "nobody" }: Says): Promise<Side> {
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
    if (searchParams.has("list-type")) return end(200, "<ListBucketResult></ListBucketResult>");
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

function sequenceOf(...operations: readonly string[]): Sequence {
  return operations.map((operation) => ({
    operation,
    input: { Bucket: "ts000000" },
    caller: "owner",
    tries: { kind: "valid" },
  }));
}

/** Where somebody who says the key, in one way or another, parts from somebody who does not. */
async function parted(sequence: Sequence, says: Says): Promise<Performed> {
  const pair = { emulator: await bucketsThat(says), reference: await bucketsThat({}) };
  return await performer(pair)(sequence);
}

test("a key that stands in a header is not told", async () => {
  const { discrepancy } = await parted(sequenceOf("CreateBucket", "HeadBucket"), { region: `of ${key}` });

  expect(discrepancy?.differences).toContainEqual(
    expect.objectContaining({ emulator: "of REDACTED", reference: "eu-west-1" }),
  );
  expect(JSON.stringify(discrepancy)).not.toContain(key);
});

test("a key that stands in a state is not told", async () => {
  const { discrepancy } = await parted(sequenceOf("CreateBucket"), { tag: key });

  expect(discrepancy).toMatchObject({ manifestation: "state", messages: { emulator: null } });
  expect(JSON.stringify(discrepancy?.differences)).toContain("REDACTED");
  expect(JSON.stringify(discrepancy)).not.toContain(key);
});

test("not even the beginning of a key is told where a long value is cut", async () => {
  const { discrepancy } = await parted(sequenceOf("CreateBucket"), { tag: "a".repeat(150) + key });

  expect(JSON.stringify(discrepancy)).toContain("aaaa");
  expect(JSON.stringify(discrepancy)).not.toContain(key.slice(0, 8));
});

test("a difference with a key in it is known again without it", async () => {
  const known: (string | null)[] = [];
  const pair = { emulator: await bucketsThat({ tag: key }), reference: await bucketsThat({}) };
  const perform = performer(pair, {
    isKnown: (_, { emulator }) => {
      known.push(emulator);
      return true;
    },
  });

  const { discrepancy } = await perform(sequenceOf("CreateBucket"));

  expect(discrepancy).toBeUndefined();
  expect(known.join()).toContain("REDACTED");
  expect(known.join()).not.toContain(key);
});

test("a key is taken out of what a process has said at its end", async () => {
  const dying = sideThat((told) => {
    told.losses++;
    told.lastWords = [`Error: signed with ${key}`];
    return { kind: "failed", via: "sdk", message: "ECONNRESET", attempts: 1 };
  });
  const emulator = { ...dying, redact: (text: string) => text.replaceAll(key, "REDACTED") };
  Object.defineProperty(emulator, "lastWords", { get: () => dying.lastWords });
  const sequence: Sequence = [
    {
      operation: "Queue_GetProperties",
      input: { queueName: "ts000000" },
      caller: "owner",
      tries: { kind: "valid" },
    },
  ];

  const { discrepancy } = await performer({ emulator, reference: sideThat(() => answered(200)) })(sequence);

  expect(discrepancy?.lastWords).toEqual(["Error: signed with REDACTED"]);
});
