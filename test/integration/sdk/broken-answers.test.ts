import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { gzipSync } from "node:zlib";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { type Caller, type Clients, clientsFor, type ServiceName } from "../../../src/clouds/index.ts";
import { answering } from "./server.ts";

const azure: Caller = { as: "owner", id: "devstoreaccount1", secret: Buffer.alloc(64).toString("base64") };
const amazon: Caller = { as: "owner", id: "touchstone", secret: "touchstone" };

/** Answers every request with these bytes, and hangs up if that is wished. */
async function saying(answer: string, end: boolean): Promise<string> {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.on("data", () => (end ? socket.end(answer) : socket.write(answer)));
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function open(service: ServiceName, endpoint: string): Promise<Clients> {
  const isAzure = service.startsWith("azure-");
  const clients = await clientsFor(service, {
    endpoint: isAzure ? `${endpoint}/devstoreaccount1` : endpoint,
    caller: isAzure ? azure : amazon,
    patience: 400,
  });
  onTestFinished(() => clients[Symbol.dispose]());
  return clients;
}

const text: [ServiceName, string, object, number][] = [
  ["azure-blob", "Service_GetProperties", {}, 1],
  ["azure-queue", "Queue_GetAccessPolicy", { queueName: "jobs" }, 1],
  ["azure-table", "Table_Query", {}, 1],
  ["s3", "ListBuckets", {}, 3],
  ["dynamodb", "ListTables", {}, 4],
];
const content: [ServiceName, string, object, number][] = [
  ["azure-blob", "Blob_Download", { containerName: "photos", blob: "cat" }, 1],
  ["s3", "GetObject", { Bucket: "photos", Key: "cat" }, 3],
];

describe.each([...text, ...content])("%s %s", (service, operation, input, tries) => {
  test("an answer that breaks off has failed, and is tried again as the SDK does it", async () => {
    const clients = await open(
      service,
      await saying("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhel", true),
    );

    const result = await clients.call(operation, input as never);

    expect(result).toMatchObject({
      kind: "failed",
      attempts: tries,
      message: expect.stringMatching(/aborted$/),
    });
  });

  test("an answer that does not come is not waited for twice", async () => {
    const clients = await open(
      service,
      await saying("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhel", false),
    );

    const result = await clients.call(operation, input as never);

    expect(result).toMatchObject({
      kind: "failed",
      attempts: 1,
      message: expect.stringMatching(/no answer in 400 ms$/),
    });
  });

  test("what is no HTTP has failed at once", async () => {
    const clients = await open(service, await saying("hello?\r\n\r\n", false));

    const result = await clients.call(operation, input as never);

    expect(result).toMatchObject({ kind: "failed", code: "EBADMSG" });
  });

  test("what is given up is not tried again", async () => {
    const clients = await open(service, await saying("", false));
    const giving = new AbortController();

    const calling = clients.call(operation, input as never, { signal: giving.signal });
    setTimeout(() => giving.abort(), 100);

    expect(await calling).toMatchObject({ kind: "failed", attempts: 1 });
  });
});

test("content that was packed for the way is unpacked where the SDK has asked for that", async () => {
  const body = JSON.stringify({ value: [{ TableName: "users" }] });
  const server = createHttpServer((request, response) => {
    const isAsked = String(request.headers["accept-encoding"]).includes("gzip");
    response.writeHead(200, {
      "content-type": "application/json",
      ...(isAsked && { "content-encoding": "gzip" }),
    });
    response.end(isAsked ? gzipSync(body) : body);
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const clients = await open("azure-table", `http://127.0.0.1:${(server.address() as AddressInfo).port}`);

  const result = await clients.call("Table_Query", {});

  expect(result).toMatchObject({ kind: "answered", status: 200, body: Buffer.from(body) });
});

test("Azure's SDKs go through the proxy that the variables name", async () => {
  const { endpoint: proxy, arrived } = await answering(() => ({ status: 503 }));
  vi.stubEnv("HTTP_PROXY", proxy);
  vi.stubEnv("NO_PROXY", "");
  vi.stubEnv("no_proxy", "");
  onTestFinished(() => void vi.unstubAllEnvs());
  const clients = await open("azure-queue", "http://127.0.0.1:9");

  const result = await clients.call("Queue_Delete", { queueName: "jobs" });

  expect(result).toMatchObject({ kind: "answered", status: 503, attempts: 4 });
  expect(arrived).toHaveLength(4);
});
