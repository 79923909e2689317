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
