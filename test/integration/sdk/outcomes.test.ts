import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import {
  type Caller,
  clientsFor,
  isSuccess,
  probe,
  type ServiceName,
  serviceNames,
  unsentByAmazon,
} from "../../../src/clouds/index.ts";
import { loadSdk } from "../../../src/clouds/shared/sdk-load.ts";
import { outcomeOf } from "../../../src/fidelity/oracle/outcome.ts";
import type { Input } from "../../../src/model/index.ts";
import { answering } from "./server.ts";

const azure: Caller = { as: "owner", id: "devstoreaccount1", secret: Buffer.alloc(64).toString("base64") };
const amazon: Caller = { as: "owner", id: "touchstone", secret: "touchstone" };

interface Simple {
  readonly operation: string;
  readonly input: Input;
  readonly caller: Caller;
  /** As often as the SDK tries by itself. */
  readonly tries: number;
}

/** A small call of each service. */
const simple: Readonly<Record<ServiceName, Simple>> = {
  "azure-blob": {
    operation: "Container_Delete",
    input: { containerName: "photos" },
    caller: azure,
    tries: 4,
  },
  "azure-queue": { operation: "Queue_Delete", input: { queueName: "jobs" }, caller: azure, tries: 4 },
  "azure-table": { operation: "Table_Delete", input: { table: "users" }, caller: azure, tries: 4 },
  s3: { operation: "DeleteBucket", input: { Bucket: "photos" }, caller: amazon, tries: 3 },
  dynamodb: { operation: "DeleteTable", input: { TableName: "users" }, caller: amazon, tries: 4 },
};

async function open(service: ServiceName, endpoint: string, caller = simple[service].caller) {
  const path = service.startsWith("azure-") ? "/devstoreaccount1" : "";
  const clients = await clientsFor(service, { endpoint: endpoint + path, caller, patience: 2_000 });
  onTestFinished(() => clients[Symbol.dispose]());
  return clients;
}

describe.each(serviceNames)("%s", (service) => {
  const { operation, input, tries } = simple[service];

  test("an answer that the SDK tries again is counted as often as it came", async () => {
    const { endpoint, arrived } = await answering(() => ({ status: 503 }));
    const clients = await open(service, endpoint);

    const result = await clients.call(operation, input);

    expect(result).toMatchObject({ kind: "answered", status: 503, attempts: tries });
    expect(arrived).toHaveLength(tries);
  });

  test("nobody waits, though the service asks for it", async () => {
    const headers = { "retry-after": "600" };
    const { endpoint } = await answering(() => ({ status: 503, headers }));
    const clients = await open(service, endpoint);

    const result = await clients.call(operation, input);

    expect(result).toMatchObject({ kind: "answered", attempts: tries, headers });
  });

  test("the last answer counts", async () => {
    const { endpoint } = await answering((count) => ({ status: count < 2 ? 503 : 204 }));
    const clients = await open(service, endpoint);

    const result = await clients.call(operation, input);

    expect(result).toMatchObject({ kind: "answered", status: 204, attempts: 2 });
  });

  test("goes on trying again, however many calls have failed before", async () => {
    const { endpoint, arrived } = await answering(() => ({ status: 503 }));
    const clients = await open(service, endpoint);

    for (let call = 0; call < 60; call++) await clients.call(operation, input);

    expect(arrived).toHaveLength(60 * tries);
  });

  test("what nobody answers has failed", async () => {
    const server = createServer((socket) => socket.destroy()).listen(0, "127.0.0.1");
    onTestFinished(() => void server.close());
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const clients = await open(service, `http://127.0.0.1:${port}`);

    const result = await clients.call(operation, input);

    expect(result).toMatchObject({ kind: "failed", code: "ECONNRESET" });
  });

  test("nobody signs nothing, and a wrong key signs otherwise", async () => {
    const { endpoint, arrived } = await answering(() => ({ status: 204 }));
    const { id } = { id: "", ...simple[service].caller };
    const anonymous = await open(service, endpoint, { as: "anonymous" });
    const wrong = await open(service, endpoint, { as: "wrong-key", id });

    for (const clients of [anonymous, wrong]) {
      await clients.call(operation, input);
      await clients.call(operation, input, { via: "raw" });
    }

    const [sdkNobody, rawNobody, sdkWrong, rawWrong] = arrived.map(({ headers }) => headers.authorization);
    expect([sdkNobody, rawNobody]).toEqual([undefined, undefined]);
    expect(sdkWrong).toContain(id);
    expect(rawWrong).toContain(id);
  });
});

const key = Buffer.alloc(32, 7).toString("base64");

const masks: readonly [service: ServiceName, operation: string, input: Input, why: RegExp][] = [
  [
    "azure-blob",
    "Blob_GetProperties",
    { containerName: "photos", blob: "a", encryptionKey: key, encryptionKeySha256: key },
    /HTTPS/,
  ],
  [
    "azure-table",
    "Table_Batch",
    {
      body: ["a", "b"].map((PartitionKey) => ({
        Action: "Insert",
        Table: "users",
        Entity: { PartitionKey },
      })),
    },
    /same partitionKey/,
  ],
  ["s3", "DeleteBucket", {}, /Bucket/],
];

test.each(masks)(
  "%s: %s is masked where the SDK refuses to send it",
  async (service, operation, input, why) => {
    const { endpoint, arrived } = await answering(() => ({ status: 200 }));
    const clients = await open(service, endpoint);

    const result = await clients.call(operation, input);

    expect(result).toMatchObject({ kind: "masked", via: "sdk", message: expect.stringMatching(why) });
    expect(arrived).toEqual([]);
  },
);

test("what the SDK masks can be sent without it", async () => {
  const { endpoint, arrived } = await answering(() => ({ status: 200 }));
  const clients = await open("azure-blob", endpoint);
  const input = { containerName: "photos", blob: "a", encryptionKey: key, encryptionKeySha256: key };

  const result = await clients.call("Blob_GetProperties", input, { via: "raw" });

  expect(result).toMatchObject({ kind: "answered", via: "raw", status: 200, attempts: 1 });
  expect(arrived[0]?.headers["x-ms-encryption-key"]).toBe(key);
});

test("a success that the SDK cannot read is a success, with the SDK's complaint", async () => {
  const { endpoint } = await answering(() => ({ status: 200, body: "<Broken" }));
  const clients = await open("azure-blob", endpoint);

  const result = await clients.call("Service_GetProperties", {});

  expect(result).toMatchObject({
    kind: "answered",
    status: 200,
    complaint: expect.stringMatching(/pars|XML/i),
  });
});

test("a download whose checksum is wrong is a success, with the SDK's complaint", async () => {
  const headers = { "x-amz-checksum-crc32": "AAAAAA==" };
  const { endpoint } = await answering(() => ({ status: 200, body: "meow", headers }));
  const clients = await open("s3", endpoint);

  const result = await clients.call("GetObject", { Bucket: "photos", Key: "cat" });

  expect(result).toMatchObject({
    kind: "answered",
    status: 200,
    body: Buffer.from("meow"),
    complaint: expect.stringMatching(/checksum/i),
  });
});

const failed =
  '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>InternalError</Code><Message>We failed.</Message></Error>';
const copied = { Bucket: "photos", Key: "cat" };

test.each([
  ["CopyObject", { ...copied, CopySource: "photos/dog" }],
  ["UploadPartCopy", { ...copied, CopySource: "photos/dog", PartNumber: 1, UploadId: "u" }],
  [
    "CompleteMultipartUpload",
    { ...copied, UploadId: "u", MultipartUpload: { Parts: [{ ETag: "e", PartNumber: 1 }] } },
  ],
])(
  "%s is refused where a success has an error in its body, with and without the SDK",
  async (operation, input) => {
    const { endpoint } = await answering(() => ({ status: 200, body: failed }));
    const clients = await open("s3", endpoint);

    const results = [
      await clients.call(operation, input),
      await clients.call(operation, input, { via: "raw" }),
    ];

    const refused = { kind: "answered", status: 200, code: "InternalError", message: "We failed." };
    expect(results).toMatchObject([
      { ...refused, via: "sdk" },
      { ...refused, via: "raw" },
    ]);
    expect(results.map(outcomeOf).map(isSuccess)).toEqual([false, false]);
  },
);

test("a refusal in the body of a success that does not name itself is no success either", async () => {
  const body = "<Error><Message>We failed.</Message></Error>";
  const { endpoint } = await answering(() => ({ status: 200, body }));
  const clients = await open("s3", endpoint);

  const result = await clients.call("CopyObject", { ...copied, CopySource: "photos/dog" });

  expect(result).toMatchObject({ status: 200, code: "Error", message: "We failed." });
  expect(isSuccess(outcomeOf(result))).toBe(false);
});

test("what is answered with an error in the body of a success is a state that cannot be read, and no empty one", async () => {
  const { endpoint } = await answering(() => ({ status: 200, body: failed }));
  const clients = await open("s3", endpoint);

  const states = [await probe(clients, []), await probe(clients, ["photos"])];

  for (const state of states) {
    expect(Object.values(state).length).toBeGreaterThan(0);
    for (const part of Object.values(state)) expect(part).toEqual({ unreadable: "200 InternalError" });
  }
});

test("an object that looks like an error is given like any other", async () => {
  const { endpoint } = await answering(() => ({ status: 200, body: failed }));
  const clients = await open("s3", endpoint);

  const results = [
    await clients.call("GetObject", copied),
    await clients.call("GetObject", copied, { via: "raw" }),
  ];

  expect(results).toMatchObject([{ body: Buffer.from(failed) }, { body: Buffer.from(failed) }]);
  expect(results.map(outcomeOf)).toEqual([
    { status: 200, code: null },
    { status: 200, code: null },
  ]);
});

test("a header that no request can carry is masked, though the SDK had no objection", async () => {
  const { endpoint, arrived } = await answering(() => ({ status: 200 }));
  const clients = await open("azure-blob", endpoint);

  const result = await clients.call("Container_Create", { containerName: "photos", requestId: "a\u0000b" });

  expect(result).toMatchObject({ kind: "masked", message: expect.stringMatching(/invalid character/i) });
  expect(arrived).toEqual([]);
});

test("a body that would never be whole is masked, though the SDK would send it and wait", async () => {
  const { endpoint, arrived } = await answering(() => ({ status: 201 }));
  const clients = await open("azure-blob", endpoint);
  const page = { containerName: "photos", blob: "a", range: "bytes=0-511", body: new Uint8Array(511) };

  const result = await clients.call("PageBlob_UploadPages", { ...page, contentLength: 511 });

  expect(result).toMatchObject({
    kind: "masked",
    message: "RangeError: Content-Length promises 512 bytes, and the body has 511",
  });
  expect(arrived).toEqual([]);
});

test("what one of Amazon's SDKs would send is told with nothing sent, and the next call is sent again", async () => {
  const { endpoint, arrived } = await answering(() => ({ status: 200 }));
  const clients = await open("s3", endpoint);
  const put = () => clients.call("PutObject", { Bucket: "photos", Key: "a", Body: Buffer.from("meow") });

  const unsent = await unsentByAmazon(put);
  const before = arrived.length;
  await put();

  expect(unsent?.body.toString()).toBe("meow");
  expect(unsent?.headers).toMatchObject({ "x-amz-checksum-crc32": expect.stringMatching(/^.{6}==$/) });
  expect([before, arrived.length]).toEqual([0, 1]);
});

test("no other machine is called by mistake", async () => {
  const elsewhere = { endpoint: "https://acme.blob.core.windows.net", caller: azure };

  await expect(clientsFor("azure-blob", elsewhere)).rejects.toMatchObject({ code: "TS_HOST_NOT_ALLOWED" });

  using clients = await clientsFor("azure-blob", {
    ...elsewhere,
    allowHosts: ["acme.blob.core.windows.net"],
  });
  expect(clients.service).toBe("azure-blob");
});

test("an SDK that is not installed is named, with how to install it", async () => {
  await expect(loadSdk("@azure/storage-nothing")).rejects.toMatchObject({
    code: "TS_PACKAGE_MISSING",
    message: "the package @azure/storage-nothing is not installed",
    hint: expect.stringContaining("npm install --save-dev @azure/storage-nothing"),
  });
});
