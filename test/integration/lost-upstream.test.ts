import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { finished } from "node:stream/promises";
import { CreateBucketCommand, GetObjectCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { expect, test } from "vitest";
import type { LabEvent } from "../../src/lab/index.ts";
import { groupMembers } from "../processes.ts";
import { readTrace } from "../traces.ts";
import { startLab, startRecorder } from "./recording.ts";

const large = 64 << 20;

async function get(url: string): Promise<IncomingMessage> {
  const asked = request(url, { agent: false }).end();
  // Once the answer has begun, a connection that breaks is told by the answer, and by the request a second time.
  asked.on("error", () => {});
  const [answer] = (await once(asked, "response")) as [IncomingMessage];
  return answer;
}

/** The status of an answer that has come whole. */
async function statusOf(url: string): Promise<number | undefined> {
  const answer = await get(url);
  await finished(answer.resume());
  return answer.statusCode;
}

test("an emulator that is killed in the middle of an answer is told of, and goes on after its restart", async () => {
  const events: LabEvent[] = [];
  const lab = await startLab(["s3"], (event) => events.push(event));
  const recorder = await startRecorder(lab);
  const { env } = await recorder.open({ tier: 4 });
  const endpoint = env["AWS_ENDPOINT_URL_S3"] ?? "";
  const s3 = new S3Client({
    endpoint,
    forcePathStyle: true,
    region: "us-east-1",
    credentials: { accessKeyId: "S3RVER", secretAccessKey: "S3RVER" },
  });
  await s3.send(new CreateBucketCommand({ Bucket: "photos" }));
  await s3.send(new PutObjectCommand({ Bucket: "photos", Key: "large", Body: Buffer.alloc(large) }));

  const answer = await get(`${endpoint}/photos/large`);
  for (const pid of groupMembers(lab.pids.get("s3rver") ?? 0).slice(1)) process.kill(pid, "SIGKILL");
  let received = 0;
  answer.on("data", (chunk: Buffer) => {
    received += chunk.length;
  });
  const [error] = (await once(answer, "error")) as [NodeJS.ErrnoException];
  await expect.poll(() => events.map(({ type }) => type), { timeout: 30_000 }).toContain("restarted");
  await lab.ready();
  await s3.send(new CreateBucketCommand({ Bucket: "photos" }));
  await s3.send(new PutObjectCommand({ Bucket: "photos", Key: "small", Body: "hello" }));
  const { Body } = await s3.send(new GetObjectCommand({ Bucket: "photos", Key: "small" }));

  expect(await Body?.transformToString()).toBe("hello");
  expect(error.code).toBe("ECONNRESET");
  expect(received).toBeLessThan(large);
  const { exchanges } = await readTrace(recorder.file);
  expect(exchanges.map(({ operation, outcome }) => `${operation} ${outcome}`)).toEqual([
    "CreateBucket complete",
    "PutObject complete",
    "GetObject upstream-failed",
    "CreateBucket complete",
    "PutObject complete",
    "GetObject complete",
  ]);
  const { size = 0 } = exchanges[2]?.response?.body ?? {};
  expect(size).toBeGreaterThanOrEqual(received);
  expect(size).toBeLessThan(large);
  expect(exchanges[2]?.problem).toMatch(
    /^s3 closed the connection in the middle|^the connection to s3 broke/,
  );
  s3.destroy();
});

test("an emulator that is down is a 502 that says so, until it is back", async () => {
  const lab = await startLab(["s3"]);
  const recorder = await startRecorder(lab);
  const { env } = await recorder.open({ tier: 4 });
  const endpoint = env["AWS_ENDPOINT_URL_S3"] ?? "";

  for (const pid of groupMembers(lab.pids.get("s3rver") ?? 0).slice(1)) process.kill(pid, "SIGKILL");
  await expect.poll(() => statusOf(`${endpoint}/photos`).catch(() => undefined), { interval: 1 }).toBe(502);
  await expect.poll(() => statusOf(`${endpoint}/photos`), { timeout: 30_000 }).toBe(404);

  const { exchanges } = await readTrace(recorder.file);
  const refused = exchanges.filter(({ response }) => response?.status === 502);
  expect(refused[0]).toMatchObject({
    operation: "ListObjects",
    outcome: "upstream-failed",
    problem: expect.stringMatching(/^s3 at 127\.0\.0\.1:\d+ cannot be reached \(ECONNREFUSED\)$/),
  });
  expect(exchanges.at(-1)).toMatchObject({ outcome: "complete", response: { status: 404 } });
});
