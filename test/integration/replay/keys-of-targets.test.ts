import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import {
  compare,
  findingsFromRecordings,
  recordRun,
  replay,
  replayCloud,
  reproduceRecorded,
} from "../../../src/fidelity/index.ts";
import { checkConfig } from "../../../src/lab/config/index.ts";
import { CloudAccounts, parseTarget, serviceTarget } from "../../../src/lab/index.ts";
import { each, recorded, type Told } from "./recordings.ts";

// So long that its base64 ends where it does.
const key = "minio/secret+1234/of-somebody!";
const base64 = Buffer.from(key).toString("base64");
const config = checkConfig({}, "config");
const cwd = process.cwd();

beforeEach(() => {
  vi.stubEnv("AWS_ACCESS_KEY_ID", "AKIDEXAMPLE");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", key);
  return () => void vi.unstubAllEnvs();
});

interface Says {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Somebody at an address who answers as told. */
async function atAddress(says: (request: IncomingMessage) => Says): Promise<string> {
  const server = createServer((request, response) => {
    const { status, headers, body = "" } = says(request);
    request.resume().on("end", () => response.writeHead(status, headers).end(body));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function refusal(code: string, message: string): Says {
  const body = `<Error><Code>${code}</Code><Message>${message}</Message></Error>`;
  return { status: 403, headers: { "content-type": "application/xml" }, body };
}

/** Has nothing, and lets nobody make anything. */
function refusing(code: string, message: string): Promise<string> {
  return atAddress(({ method }) => (method === "PUT" ? refusal(code, message) : { status: 404 }));
}

/** Has what it is given, and says so with these headers. */
function keeping(region: string, more: Readonly<Record<string, string>> = {}): Promise<string> {
  const there = new Set<string>();
  return atAddress(({ method, url = "" }) => {
    const path = url.split("?")[0] ?? "";
    if (method === "PUT") there.add(path);
    if (method === "DELETE") return { status: there.delete(path) ? 204 : 404 };
    if (!there.has(path)) return { status: 404 };
    const isList = url.includes("list-type");
    if (isList) return { status: 200, body: "<ListBucketResult></ListBucketResult>" };
    return { status: 200, headers: { "x-amz-bucket-region": region, ...more } };
  });
}

const buckets = "https://s3.us-east-1.amazonaws.com";
const makes: Told = { send: "PUT /bucket-of-shells", status: 200 };

function recording(...told: readonly Told[]) {
  return each(recorded("one", buckets, told));
}

function on(url: string) {
  return serviceTarget("s3", parseTarget(url));
}

/** Whether it is there in any way of writing it, or most of it. */
function expectNoKeyIn(value: unknown): void {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  for (const form of [key, encodeURIComponent(key), base64, key.slice(0, 12)]) {
    expect(text).not.toContain(form);
  }
}

test.each([
  ["as it is", key],
  ["in an address", encodeURIComponent(key)],
  ["in base64", base64],
])("a key %s reaches no catalogue from a target that is measured by a recording", async (_, told) => {
  const url = await refusing("AccessDenied", `your key ${told} is not liked`);
  const folder = mkdtempSync(join(tmpdir(), "touchstone-keys-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "catalogue.json");

  const run = await findingsFromRecordings(recording(makes), on(url), { cwd });
  await recordRun(file, run);

  const message = "your key REDACTED is not liked";
  expect(run.findings).toMatchObject([{ emulator: { status: 403, code: "AccessDenied", message } }]);
  expect(readFileSync(file, "utf8")).toContain(message);
  expectNoKeyIn(readFileSync(file, "utf8"));
  expectNoKeyIn({ ...run, coverage: [...run.coverage].map(([name, ends]) => [name, ...ends]) });
});

test.each([
  ["of a target that the config calls by a name", key, { runs: "minio 2025.1" }],
  ["that is short", "Zk7pQ2x-Pa55", {}],
])("a key %s is not told", async (_, secret, named) => {
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", secret);
  const url = await refusing("AccessDenied", `your key ${secret} is not liked`);

  const run = await findingsFromRecordings(
    recording(makes),
    { service: "s3", target: { kind: "url", url, ...named } },
    { cwd },
  );

  expect(run.findings).toMatchObject([{ emulator: { message: "your key REDACTED is not liked" } }]);
  expect(JSON.stringify(run)).not.toContain(secret);
});

test("a key in the place of a code is not told, and its finding is shown again all the same", async () => {
  const url = await refusing(key, `no ${key}`);

  const { findings } = await findingsFromRecordings(recording(makes), on(url), { cwd });
  const [finding] = findings;
  if (finding === undefined) throw new Error("there is no finding");
  const again = await reproduceRecorded(finding, url, { cwd, config });

  expect(finding).toMatchObject({ emulator: { code: "REDACTED", message: "no REDACTED" } });
  expect(again).toMatchObject({ verdict: "emulator", actual: { code: "REDACTED", message: "no REDACTED" } });
  expectNoKeyIn([findings, again]);
});

test("what a replay tells has no key in it, and no beginning of one where the target cut its words", async () => {
  const url = await refusing("AccessDenied", `your key is ${key.slice(0, 14)}…`);

  const result = await replay(recording(makes), [on(url)], { cwd });

  expect(result.discrepancies).toMatchObject([{ messages: { actual: "your key is REDACTED…" } }]);
  expectNoKeyIn(result);
});

test("a key that is a word like any other is left where it is", async () => {
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "test");
  const url = await refusing("AccessDenied", "this is a test");

  const result = await replay(recording(makes), [on(url)], { cwd });

  expect(result.discrepancies).toMatchObject([{ messages: { actual: "this is a test" } }]);
});

test("a key that was recorded goes into no finding either", async () => {
  const url = await refusing("AccessDenied", "no");
  const told: Told = {
    send: `PUT /bucket-of-shells?x-id=${encodeURIComponent(key)}`,
    headers: { "x-amz-note": key, "x-amz-meta-note": base64 },
    body: `<CreateBucketConfiguration><!-- ${key} --></CreateBucketConfiguration>`,
    status: 400,
    answer: { "content-type": "application/xml", "x-amz-bucket-region": key },
    document: `<Error><Code>InvalidBucketName</Code><Message>for ${key}</Message></Error>`,
  };

  const run = await findingsFromRecordings(recording(told), on(url), { cwd });

  expect(run.findings).toMatchObject([
    { reference: { code: "InvalidBucketName", message: "for REDACTED" }, exchanges: [{ status: 400 }] },
  ]);
  expectNoKeyIn(run.findings);
});

test("a signature beside bytes that are no text goes into no finding of an emulator of ours, and is made anew", async () => {
  const signed = { Authorization: `SharedKey gone:${base64}` };
  const batch = [
    "--batch_1\r\nContent-Type: application/http\r\nContent-Transfer-Encoding: binary\r\nContent-ID: 0\r\n\r\n",
    "DELETE /album/cover HTTP/1.1\r\nx-ms-date: Mon, 03 May 2021 10:00:00 GMT\r\n",
    `Authorization: ${signed.Authorization}\r\nContent-Length: 0\r\n\r\n\r\n--batch_1--\r\n\xff\xd8`,
  ].join("");
  const album = recorded("one", "https://gone.blob.core.windows.net", [
    { send: "PUT /album?restype=container", headers: signed, status: 201 },
    {
      send: "POST /?comp=batch",
      headers: { ...signed, "Content-Type": "multipart/mixed; boundary=batch_1" },
      body: Buffer.from(batch, "latin1"),
      status: 400,
      answer: { "x-ms-error-code": "InvalidInput" },
    },
  ]);

  const azurite = { service: "azure-blob", target: parseTarget("azurite") } as const;
  const { findings } = await findingsFromRecordings(each(album), azurite, { cwd });
  const [finding] = findings;
  if (finding === undefined) throw new Error("there is no finding");
  const again = await reproduceRecorded(finding, "azurite", { cwd, config });

  const kept = Buffer.from(finding.exchanges?.at(-1)?.requestBody ?? "", "base64").toString("latin1");
  expect(kept).toBe(batch.replace(base64, "REDACTED"));
  expect(finding).toMatchObject({ emulator: { status: 202, code: "BlobNotFound" } });
  expect(again).toMatchObject({ verdict: "emulator", actual: { status: 202, code: "BlobNotFound" } });
});

test("two targets are compared with their keys, and told without", async () => {
  const [a, b] = [await keeping("eu-west-1"), await keeping(`of ${key}`, { "x-amz-meta-minio": base64 })];
  const told = [makes, { send: "HEAD /bucket-of-shells", status: 200 }];

  const result = await compare(recording(...told), [on(a)], [on(b)], { cwd, config });

  expect(result.tests.changed[0]?.values).toContainEqual(
    expect.objectContaining({
      place: "response.header.x-amz-bucket-region",
      a: "eu-west-1",
      b: "of REDACTED",
    }),
  );
  expectNoKeyIn(result);
});

test.each(["a", "b"] as const)(
  "a recorded key is not told where an emulator of ours repeats it, as %s",
  async (ours) => {
    const [s3rver, other] = [[on("s3rver")], [on(await keeping("eu-west-1"))]];
    const told = recording(
      makes,
      { send: "PUT /bucket-of-shells/shell", headers: { "x-amz-meta-note": `with ${key}` }, status: 200 },
      { send: "HEAD /bucket-of-shells/shell", status: 200 },
    );

    const pair = ours === "a" ? ([s3rver, other] as const) : ([other, s3rver] as const);
    const result = await compare(told, ...pair, { cwd, config });

    expect(result.tests.changed[0]?.values).toContainEqual(
      expect.objectContaining({ place: "response.header.x-amz-meta-note", [ours]: "with REDACTED" }),
    );
    expectNoKeyIn(result);
  },
);

test("names that a target gives to what it says are told without its key, too", async () => {
  const name = "minio-secret-1234-of-somebody";
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", name);
  const answering = (headers: Readonly<Record<string, string>>) =>
    atAddress(({ method, url }) =>
      method === "HEAD" && url?.includes("/shell") ? { status: 200, headers } : { status: 404 },
    );
  const [a, b] = [await answering({}), await answering({ [`x-amz-meta-${name}`]: "1" })];

  const told = recording({ send: "HEAD /bucket-of-shells/shell", status: 200 });
  const result = await compare(told, [on(a)], [on(b)], { cwd, config });

  expect(result.tests.changed).toMatchObject([
    { values: [{ place: "response.header.x-amz-meta-REDACTED" }] },
  ]);
  expect(JSON.stringify(result)).not.toContain(name);
});

test("why a target cannot be asked is told without its key", async () => {
  const url = await atAddress(() => ({ status: 200, headers: { "x-touchstone-error": `stuck: ${key}` } }));

  const replayed = replay(recording(makes), [on(url)], { cwd });

  await expect(replayed).rejects.toThrow("stuck: REDACTED");
});

test("what the cloud says is told without the account's secrets", async () => {
  const own = Buffer.from("the key of an account that somebody has").toString("base64");
  const endpoint = await atAddress(() => ({
    ...refusal("AuthenticationFailed", `signed with ${own}`),
    headers: { "content-type": "application/xml", "x-ms-error-code": "AuthenticationFailed" },
  }));
  const cloud = { account: "somebody", key: own, endpoint: `${endpoint}/somebody` };
  const accounts = new CloudAccounts(checkConfig({ services: { "azure-blob": { cloud } } }, "config"), [
    "azure-blob",
  ]);
  const album = recorded("one", "https://gone.blob.core.windows.net", [
    { send: "PUT /album?restype=container", status: 201 },
  ]);

  const result = await replay(each(album), [], { cwd, cloud: replayCloud(accounts, ["azure-blob"]) });

  expect(result.discrepancies).toMatchObject([{ messages: { actual: "signed with REDACTED" } }]);
  expect(JSON.stringify(result)).not.toContain(own);
});
