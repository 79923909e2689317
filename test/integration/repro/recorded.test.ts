import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { curlOf, type Finding, reproduceRecorded, scriptOf } from "../../../src/fidelity/index.ts";
import { writtenExchange } from "../../../src/fidelity/replay/written-line.ts";
import { loadConfig } from "../../../src/lab/config/index.ts";
import { Lab, parseServiceTargets } from "../../../src/lab/index.ts";
import { recorded, type Told } from "../replay/recordings.ts";
import { hasCurl } from "./ended.ts";
import { finding } from "./findings.ts";

const folder = mkdtempSync(join(tmpdir(), "touchstone-recorded-"));
let lab: Lab;

beforeAll(async () => {
  const named = ["azure-blob=azurite", "s3=s3rver"];
  lab = await Lab.start(
    named.flatMap((one) => parseServiceTargets(one, () => undefined)),
    { cwd: process.cwd() },
  );
});
afterAll(async () => {
  await lab[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

function found(service: "azure-blob" | "s3", origin: string, told: readonly Told[]): Finding {
  const recording = recorded("one", origin, told);
  return finding(service, [], {
    operation: service === "s3" ? "CompleteMultipartUpload" : "Blob_Download",
    emulator: { status: 404, code: "BlobNotFound", label: "azurite 3.37.0", message: null },
    reference: { status: 200, code: null, label: "recording cloud.jsonl", message: null },
    exchanges: recording.exchanges.map(writtenExchange),
  });
}

const blobs = "https://gone.blob.core.windows.net";
const octets = { "x-ms-blob-type": "BlockBlob", "content-type": "application/octet-stream" };
const lease = "1f812371-a41d-49e6-b123-f4b542e851c5";
const tag = '"0x8D9F1A2B3C4D5E6"';
const signed = { Authorization: "SharedKey gone:REDACTED" };

/** Values of answers go into later requests, a copy's source is on the target, and nobody may read without a signature. */
const leased: readonly Told[] = [
  { send: "PUT /album?restype=container", headers: signed, status: 201 },
  {
    send: "PUT /album/cover",
    headers: { ...signed, ...octets },
    body: "first",
    status: 201,
    answer: { etag: tag },
  },
  {
    send: "PUT /album/cover?comp=lease",
    headers: { ...signed, "x-ms-lease-action": "acquire", "x-ms-lease-duration": "-1", "if-match": tag },
    status: 201,
    answer: { "x-ms-lease-id": lease },
  },
  {
    send: "PUT /album/cover",
    headers: { ...signed, ...octets, "x-ms-lease-id": lease },
    body: "it's second\n",
    status: 201,
  },
  {
    send: "PUT /album/copy",
    headers: { ...signed, "x-ms-copy-source": `${blobs}/album/cover` },
    status: 202,
  },
  { send: "GET /album/cover", status: 404 },
  {
    send: "GET /album/cover?sv=2021-08-06&st=2021-05-01T00%3A00%3A00Z&se=2021-05-04T00%3A00%3A00Z&sr=b&sp=r&sig=REDACTED",
    status: 200,
  },
  { send: "GET /album/missing", headers: signed, status: 200 },
];

const buckets = "https://s3.us-east-1.amazonaws.com";
const uploadId = "VXBsb2FkIElEIGZvciBlbHZpbmcncyBtb3ZpZQ1";
const uploaded: readonly Told[] = [
  { send: "PUT /bucket-of-shells", status: 200 },
  {
    send: "POST /bucket-of-shells/parts?uploads",
    status: 200,
    answer: { "content-type": "application/xml" },
    document: `<InitiateMultipartUploadResult><UploadId>${uploadId}</UploadId></InitiateMultipartUploadResult>`,
  },
  {
    send: `PUT /bucket-of-shells/parts?partNumber=1&uploadId=${uploadId}`,
    body: "part",
    status: 200,
  },
  { send: "GET /bucket-of-shells/none", status: 404 },
];

const cases = [
  ["azure-blob", found("azure-blob", blobs, leased), [201, 201, 201, 201, 202, 403, 200, 404]],
  ["s3", found("s3", buckets, uploaded), [200, 200, 200, 404]],
] as const;

function output(program: string, file: string, text: string, endpoint: string): Promise<string> {
  const path = join(folder, file);
  writeFileSync(path, text);
  const { promise, resolve } = Promise.withResolvers<string>();
  execFile(program, [path, endpoint], { timeout: 60_000 }, (_, stdout, stderr) => resolve(stdout + stderr));
  return promise;
}

/** The same in places where nothing is yet. */
function renamed(one: Finding): Finding {
  const text = JSON.stringify(one)
    .replaceAll("/album", "/shelf")
    .replaceAll("bucket-of-shells", "bucket-of-sand");
  return JSON.parse(text) as Finding;
}

test.each(cases)(
  "recorded requests of %s are sent by a program, and with curl",
  async (service, one, statuses) => {
    const { plainEndpoint, endpoint = "" } = lab.reachable.find((each) => each.service === service) ?? {};
    const there = plainEndpoint ?? endpoint;

    const script = await output(process.execPath, "repro.mjs", await scriptOf(one), there);
    const curl = hasCurl ? await output("sh", "repro.sh", await curlOf(renamed(one)), there) : "";

    expect(
      [...script.matchAll(/^\w+: (\d+)/gm)].map(([, status]) => Number(status)),
      script,
    ).toEqual(statuses);
    if (hasCurl) {
      const answers = curl.split(/^# \d+\. /m).slice(1);
      expect(
        answers.map((answer) => Number(/^HTTP\/1\.1 (\d+)/m.exec(answer)?.[1])),
        curl,
      ).toEqual(statuses);
    }
  },
);

test("they are performed on a target, which says whose answer came", async () => {
  const { config } = await loadConfig(process.cwd(), undefined);
  const one = found("azure-blob", blobs, leased.slice(-1));

  const again = await reproduceRecorded(one, lab.reachable[0]?.plainEndpoint ?? "", {
    cwd: process.cwd(),
    config,
  });

  expect(again).toMatchObject({ verdict: "emulator", actual: { status: 404, code: "BlobNotFound" } });
});
