import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { compare, findingsFromRecordings } from "../../../src/fidelity/index.ts";
import { loadConfig } from "../../../src/lab/config/index.ts";
import { Lab, parseServiceTargets, parseTarget } from "../../../src/lab/index.ts";
import { each, recorded } from "../replay/recordings.ts";
import { finding, step } from "../repro/findings.ts";

const blobs = "https://gone.blob.core.windows.net";
const octets = { "x-ms-blob-type": "BlockBlob", "content-type": "application/octet-stream" };

/** Passes everything on to an emulator, but for the answers to requests that match. */
async function changing(
  endpoint: string,
  change: (method: string, target: string) => { status?: number; header?: [string, string] } | undefined,
) {
  const { hostname, port } = new URL(endpoint);
  const server = createServer((asked, answer) => {
    const { method = "", url = "", headers } = asked;
    const passed = request({ hostname, port, method, path: url, headers }, (given) => {
      const { status = given.statusCode ?? 0, header } = change(method, url) ?? {};
      const own = header === undefined ? {} : Object.fromEntries([header]);
      answer.writeHead(status, { ...given.headers, ...own });
      given.pipe(answer);
    });
    asked.pipe(passed);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port: own } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${own}/devstoreaccount1`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function named(text: string) {
  return parseServiceTargets(text, () => undefined);
}

const album = recorded("album.test.ts", blobs, [
  { send: "PUT /album?restype=container", status: 201 },
  { send: "PUT /album/cover", headers: octets, body: "first", status: 201 },
  { send: "GET /album/cover", status: 200, document: "first" },
  { send: "DELETE /album/cover", status: 202 },
]);
const tests = ["makes an album", "makes an album", "shows its cover", "loses its cover"];
const withTests = {
  ...album,
  exchanges: album.exchanges.map((exchange, at) => ({ ...exchange, test: tests[at] ?? "" })),
};
const refused = recorded("refused.test.ts", blobs, [
  {
    send: "PUT /album?restype=container",
    status: 400,
    answer: { "x-ms-error-code": "InvalidResourceName", "content-type": "application/xml" },
  },
]);

const batched = (mark: string, text: string) => `--${mark}\r\n${text}\r\n--${mark}--\r\n`;
const entity = [
  "Content-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n",
  "POST https://gone.table.core.windows.net/people HTTP/1.1",
  "Content-Type: application/json\r\nAccept: application/json;odata=minimalmetadata\r\n",
  JSON.stringify({ PartitionKey: "a", RowKey: "1" }),
].join("\r\n");
const json = { "content-type": "application/json", accept: "application/json;odata=fullmetadata" };
/** Whoever answers these tells its own address. */
const copies = recorded("copies.test.ts", blobs, [
  { send: "PUT /album?restype=container", status: 201 },
  { send: "PUT /album/cover", headers: octets, body: "first", status: 201 },
  { send: "PUT /album/copy", headers: { "x-ms-copy-source": `${blobs}/album/cover` }, status: 202 },
  { send: "HEAD /album/copy", status: 200 },
  { send: "GET /album?restype=container&comp=list&include=copy", status: 200 },
]);
const batches = recorded("batches.test.ts", "https://gone.table.core.windows.net", [
  { send: "POST /Tables", headers: json, body: JSON.stringify({ TableName: "people" }), status: 201 },
  {
    send: "POST /$batch",
    headers: { "content-type": "multipart/mixed; boundary=batch_1" },
    body: batched(
      "batch_1",
      `Content-Type: multipart/mixed; boundary=changeset_1\r\n\r\n${batched("changeset_1", entity)}`,
    ),
    status: 202,
  },
  { send: "GET /people(PartitionKey='a',RowKey='1')", headers: json, status: 200 },
]);

const container = { containerName: "ts000001" };
const cover = { ...container, blob: "cover" };
const deletes = [
  step("Container_Create", container),
  step("BlockBlob_Upload", { ...cover, body: new Uint8Array(1), contentLength: 1 }),
  step("Blob_Delete", cover),
];
const cloud = { status: 202, code: null, label: "the cloud", message: null };
const deleted = finding("azure-blob", deletes, {
  emulator: { ...cloud, status: 200, label: "azurite 3.21.0" },
  reference: cloud,
});
/** Only the cloud itself could tell. */
const listed = finding("azure-blob", deletes, {
  id: "Blob_Delete-3d4e5f",
  emulator: { ...cloud, label: "azurite 3.21.0" },
  reference: cloud,
  differences: [{ place: "response.body.Name", emulator: "a", reference: "b" }],
});
const elsewhere = finding("s3", [step("CreateBucket", { Bucket: "ts000001" })]);

test("tells the tests that another target answers otherwise, its findings and what lapses", async () => {
  const cwd = process.cwd();
  await using lab = await Lab.start(named("azure-blob=azurite"), { cwd });
  const behind = lab.reachable[0]?.plainEndpoint ?? "";
  await using other = await changing(behind, (method, target) => {
    if (method === "DELETE" && target.includes("/cover")) return { status: 200 };
    return method === "GET" && target.endsWith("/cover")
      ? { header: ["x-ms-lease-state", "leased"] }
      : undefined;
  });
  const { config } = await loadConfig(cwd, undefined);
  const target = { service: "azure-blob", target: parseTarget("azurite") } as const;
  const { findings } = await findingsFromRecordings(each(refused), target, { cwd });
  const version = lab.targets[0]?.version ?? "";
  const entry = (name: string, emulator: string) => ({
    test: name,
    measured: { emulators: [emulator], apiVersions: [], interfaces: "" },
    learned: "2026-01-01T00:00:00.000Z",
  });

  const result = await compare(each(withTests), named("azurite"), named(`azure-blob=${other.url}`), {
    cwd,
    config,
    findings: [...findings, deleted, deleted, listed, elsewhere],
    entries: [entry("loses its cover", `azurite ${version}`), entry("elsewhere", "s3rver 3.7.1")],
  });

  expect(result.tests).toMatchObject({
    compared: 3,
    changed: [
      {
        test: "shows its cover",
        answers: [],
        values: [{ index: 2, place: "response.header.x-ms-lease-state", a: "available", b: "leased" }],
      },
      {
        test: "loses its cover",
        answers: [
          {
            recording: "album.test.ts",
            index: 3,
            operation: "Blob_Delete",
            a: { status: 202 },
            b: { status: 200 },
            recorded: { status: 202 },
            recordedIs: "a",
          },
        ],
      },
    ],
  });
  expect(result.findings).toMatchObject({
    gone: [],
    appeared: [{ id: "Blob_Delete-0a1b2c", service: "azure-blob", operation: "Blob_Delete" }],
    stayed: 1,
    absent: 0,
    unperformed: 1,
  });
  // The proxy passes on what Azurite calls itself, so that it is the same emulator.
  expect([result.a, result.b]).toEqual(
    Array.from({ length: 2 }, () => ({ "azure-blob": `azurite ${version}` })),
  );
  expect(result.safeList).toEqual({ entries: 2, lapsing: [] });
});

test("a target is answered the same as itself, whatever its address", async () => {
  const cwd = process.cwd();
  const { config } = await loadConfig(cwd, undefined);

  const result = await compare(each(copies, batches), named("azurite"), named("azurite"), { cwd, config });

  expect(result.tests).toEqual({ compared: 2, changed: [] });
  expect(result.exchanges).toBe(8);
});

test("an address in an answer that is not the target's own is another answer", async () => {
  const cwd = process.cwd();
  await using lab = await Lab.start(named("azure-blob=azurite"), { cwd });
  const source = "http://127.0.0.1:1/devstoreaccount1/album/cover";
  await using other = await changing(lab.reachable[0]?.plainEndpoint ?? "", (method) =>
    method === "HEAD" ? { header: ["x-ms-copy-source", source] } : undefined,
  );
  const { config } = await loadConfig(cwd, undefined);
  const there = named(`azure-blob=${other.url.replace("127.0.0.1", "localhost")}`);

  const { tests: told } = await compare(each(copies), named("azure-blob=azurite"), there, { cwd, config });

  expect(told.changed).toEqual([
    {
      test: "copies.test.ts",
      answers: [],
      values: [
        {
          index: 3,
          operation: "Blob_GetProperties",
          place: "response.header.x-ms-copy-source",
          a: "(endpoint)/album/cover",
          b: source,
        },
      ],
    },
  ]);
});
