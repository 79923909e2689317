import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import type { ServiceName } from "../../../src/clouds/index.ts";
import type { Step } from "../../../src/explore/index.ts";
import { curlOf, type Finding, scriptOf } from "../../../src/fidelity/index.ts";
import { type Ended, ended, hasCurl } from "./ended.ts";
import { finding, step } from "./findings.ts";

/** The endpoint of something that listens, whatever comes of its answers. */
async function endpointOf(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/devstoreaccount1`;
}

/** What was written, waiting for so many seconds instead of thirty. */
function hasty(text: string, limit: string, seconds = 1): string {
  expect(text).toContain(limit);
  return text.replaceAll(limit, limit.replace("30", String(seconds)));
}

async function scriptEnded(found: Finding, endpoint: string, seconds?: number): Promise<Ended> {
  const script = hasty(await scriptOf(found), "const limit = 30;", seconds);
  return ended(process.execPath, script, endpoint);
}

const container = { containerName: "ts000001" };
const [made, read] = [step("Container_Create", container), step("Container_GetProperties", container)];
const silent = { status: null, code: null, label: "emulator 1.0.0", message: null };

function hung(service: ServiceName, sequence: readonly Step[]): Finding {
  return finding(service, sequence, { emulator: silent });
}

test.each<readonly [string, ServiceName, Step]>([
  ["an SDK of Azure", "azure-blob", made],
  ["an SDK of Amazon", "dynamodb", step("ListTables", {})],
  ["a request without an SDK", "s3", step("CreateBucket", { Bucket: "ts000001" }, { via: "raw" })],
])("a script with %s does not wait for what hangs", async (_which, service, one) => {
  const endpoint = await endpointOf(() => {});

  const { code, lines } = await scriptEnded(hung(service, [one]), endpoint);

  expect(lines).toEqual([
    `${one.operation}: no answer in 1 s`,
    "expected 400 Refused (reference 1.0.0), found no answer (emulator 1.0.0)",
  ]);
  expect(code).toBe(1);
});

test("an answer that does not come to its end is none, and then nothing more is asked", async () => {
  const asked: (string | undefined)[] = [];
  const endpoint = await endpointOf(({ method }, response) => {
    asked.push(method);
    if (method === "PUT") response.writeHead(201).end();
    else response.writeHead(200, { "content-length": 100 }).write("<");
  });
  const listed = step("Container_ListBlobFlatSegment", container);

  const { code, lines } = await scriptEnded(hung("azure-blob", [made, listed, read]), endpoint, 3);

  expect(lines).toEqual([
    "Container_Create: 201",
    "Container_ListBlobFlatSegment: no answer in 3 s",
    "Container_GetProperties: no answer: Container_ListBlobFlatSegment hangs",
    "expected 400 Refused (reference 1.0.0), found no answer (emulator 1.0.0)",
  ]);
  expect(asked).toEqual(["PUT", "GET"]);
  expect(code).toBe(1);
});

test("no answer in time is as expected where the reference has none", async () => {
  const endpoint = await endpointOf(() => {});
  const found = finding("azure-blob", [made], { reference: { ...silent, label: "reference 1.0.0" } });

  expect(await scriptEnded(found, endpoint)).toMatchObject({ code: 0 });
});

test.each<readonly [ServiceName, Step]>([
  ["azure-blob", made],
  ["azure-table", step("Table_Create", { tableProperties: { TableName: "ts000001" } })],
  ["dynamodb", step("ListTables", {})],
])("a hang of %s is as found while nothing is answered, and any answer is better", async (service, one) => {
  const crash = finding(service, [one], {
    rootCause: "crash",
    emulator: silent,
    reference: { ...silent, label: "contracts (on emulator 1.0.0)" },
    differences: [{ place: "process", emulator: "hung", reference: null }],
  });
  let asked = 0;

  const still = await scriptEnded(crash, await endpointOf(() => asked++));
  const hangingUp = await endpointOf(({ socket }) => {
    asked++;
    socket.destroy();
  });
  const broken = await scriptEnded(crash, hangingUp);
  const mended = await scriptEnded(
    crash,
    await endpointOf((_, response) => void response.writeHead(503).end()),
  );

  expect(still.lines.at(-1)).toBe("expected an answer, found no answer, as it hung (emulator 1.0.0)");
  expect([still.code, broken.code, mended.code]).toEqual([1, 1, 0]);
  expect(asked).toBe(2);
});

test.runIf(hasCurl)("lines with curl do not wait for what hangs", async () => {
  const endpoint = await endpointOf(() => {});
  const text = await curlOf(hung("azure-blob", [made, read]));

  const { lines } = await ended("sh", hasty(text, "--max-time 30"), endpoint);

  expect(lines.filter((line) => /timed out after 1\d{3} milliseconds/.test(line))).toHaveLength(2);
});
