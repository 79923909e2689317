import { execFile, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { crc32 } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import type { Step } from "../../../src/explore/index.ts";
import { curlOf } from "../../../src/fidelity/index.ts";
import { temporaryFolderOfThisFile } from "../../temporary-folder.ts";
import { finding, step } from "./findings.ts";

const hasTools = ["curl --version", "gzip --version", "openssl version"].every(
  (line) => spawnSync("sh", ["-c", line]).status === 0,
);

const folder = temporaryFolderOfThisFile();

interface Sent {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** What the lines with curl send for the last of these steps. */
async function sentBy(...steps: readonly Step[]): Promise<Sent> {
  const sent: Sent[] = [];
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => {
      sent.push({ headers: request.headers, body: Buffer.concat(pieces) });
      // As is expected: lines that meet something else end with 1.
      response.writeHead(400).end();
    });
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const file = join(folder, "repro.sh");
  writeFileSync(file, await curlOf(finding("s3", steps)));
  const { port } = server.address() as AddressInfo;
  await promisify(execFile)("sh", [file, `http://127.0.0.1:${port}`]);
  const last = sent.at(-1);
  if (last === undefined) throw new Error("nothing was sent");
  return last;
}

function crcOf(body: Buffer): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(crc32(body));
  return bytes.toString("base64");
}

const bucket = { Bucket: "ts000001" };
const cats = { ...bucket, Key: "cats.txt", Body: Buffer.from('it\'s a "cat"\n') };

test.runIf(hasTools).each<readonly [string, Step]>([
  ["a document", step("DeleteObjects", { ...bucket, Delete: { Object: [{ Key: "a" }, { Key: "b & c" }] } })],
  ["content", step("PutObject", cats)],
  ["bytes that no text has", step("PutObject", { ...cats, Body: Buffer.from([0, 255, 10, 0]) })],
  [
    "what names something new",
    step("PutBucketPolicy", { ...bucket, Policy: '{"of":"arn:aws:s3:::ts000001"}' }),
  ],
])("the SDK's checksum goes with %s", async (_, last) => {
  const { headers, body } = await sentBy(last);

  expect(body.length).toBeGreaterThan(0);
  expect(body.toString()).not.toContain("ts000001");
  expect(headers["x-amz-sdk-checksum-algorithm"]).toBe("CRC32");
  expect(headers["x-amz-checksum-crc32"]).toBe(crcOf(body));
});

test.runIf(hasTools)("another checksum that is asked for is sent instead", async () => {
  const policy = { ...bucket, Policy: '{"of":"arn:aws:s3:::ts000001"}', ChecksumAlgorithm: "SHA256" };

  const { headers, body } = await sentBy(step("PutBucketPolicy", policy));

  expect(headers["x-amz-checksum-sha256"]).toBe(createHash("sha256").update(body).digest("base64"));
  expect(headers["x-amz-checksum-crc32"]).toBeUndefined();
});

test.runIf(hasTools)("what is sent past the SDK has what is given alone", async () => {
  const { headers } = await sentBy(step("PutObject", cats, { via: "raw" }));

  expect(Object.keys(headers).filter((name) => /checksum|md5/.test(name))).toEqual([]);
});
