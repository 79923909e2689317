import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { type Caller, clientsFor, sasCaller } from "../../../src/clouds/index.ts";
import type { Input } from "../../../src/model/index.ts";
import { startRecorded } from "./emulators.ts";
import { answering } from "./server.ts";

/** Those whose emulator checks who calls. */
const services = ["azure-blob", "azure-queue", "azure-table"] as const;

/** What the SDKs' methods have no options for, and what is signed all the same. */
const beside = { requestId: "own", timeout: 20 };

/** A write and a read of each service. */
const calls: Readonly<
  Record<(typeof services)[number], readonly [write: [string, Input], read: [string, Input]]>
> = {
  "azure-blob": [
    ["Container_Create", { containerName: "photos" }],
    ["Container_ListBlobFlatSegment", { containerName: "photos", ...beside }],
  ],
  "azure-queue": [
    ["Queue_Create", { queueName: "jobs" }],
    ["Service_ListQueuesSegment", beside],
  ],
  "azure-table": [
    ["Table_Create", { tableProperties: { TableName: "users" } }],
    ["Table_Query", { requestId: "own" }],
  ],
};

let emulators: Awaited<ReturnType<typeof startRecorded>>;
beforeAll(async () => {
  emulators = await startRecorded(services);
});
afterAll(() => emulators.stop());

async function statuses(service: (typeof services)[number], caller: Caller): Promise<(number | string)[]> {
  const { endpoint } = emulators.recorded(service);
  const clients = await clientsFor(service, { endpoint, caller });
  onTestFinished(() => clients[Symbol.dispose]());
  const results = [];
  for (const via of ["sdk", "raw"] as const) {
    for (const [operation, input] of calls[service])
      results.push(await clients.call(operation, input, { via }));
  }
  return results.map((result) => (result.kind === "answered" ? result.status : result.kind));
}

const soon = new Date(Date.now() + 3_600_000);
const before = new Date(Date.now() - 3_600_000);

describe.each(services)("%s", (service) => {
  const owner = () => emulators.recorded(service).owner;

  test("lets its owner in, by the SDK and without it", async () => {
    const [write, read, again, readAgain] = await statuses(service, owner());

    expect([200, 201]).toContain(write);
    expect(read).toBe(200);
    // What is there already is there, whoever signed.
    expect([200, 204, 409]).toContain(again);
    expect(readAgain).toBe(200);
  });

  test("refuses a wrong key", async () => {
    const { id } = owner();

    // Azure itself says 403.
    expect(await statuses(service, { as: "wrong-key", id })).toEqual([400, 400, 400, 400]);
  });

  test("refuses nobody", async () => {
    const seen = await statuses(service, { as: "anonymous" });

    // Azurite takes containers that are not public for absent ones.
    expect(seen.filter((status) => status !== 403 && status !== 404 && status !== 401)).toEqual([]);
  });
});

describe.each(services)("%s by signature", (service) => {
  const owner = () => emulators.recorded(service).owner;

  test("lets in whom the signature allows both", async () => {
    const caller = sasCaller(service, owner(), { permissions: "rwdlacup", expires: soon });

    const seen = await statuses(service, caller);

    expect(seen.map((status) => [200, 201, 204, 409].includes(Number(status)))).toEqual([
      true,
      true,
      true,
      true,
    ]);
  });

  test("lets in for reading alone", async () => {
    const caller = sasCaller(service, owner(), { permissions: "rl", expires: soon });

    expect(await statuses(service, caller)).toEqual([403, 200, 403, 200]);
  });

  test("refuses what has expired", async () => {
    const caller = sasCaller(service, owner(), { permissions: "rwdlacup", expires: before });

    expect(await statuses(service, caller)).toEqual([403, 403, 403, 403]);
  });
});

test("the key of a session goes with its token, by the SDK and without it", async () => {
  const { endpoint, arrived } = await answering(() => ({ status: 200, body: "<ListAllMyBucketsResult/>" }));
  const caller = { as: "owner", id: "key", secret: "secret", session: "of-this-session" } as const;
  using clients = await clientsFor("s3", { endpoint, caller });

  await clients.call("ListBuckets", {});
  await clients.call("ListBuckets", {}, { via: "raw" });
  await clients.send({ method: "GET", target: "/" });

  expect(arrived.map(({ headers }) => headers["x-amz-security-token"])).toEqual(
    Array.from({ length: 3 }, () => "of-this-session"),
  );
});

test("tables, too, let in the holder of a token", async () => {
  const { endpoint, arrived } = await answering(() => ({ status: 200, body: "{}" }));
  const caller = { as: "token", token: async () => "of-somebody" } as const;
  using clients = await clientsFor("azure-table", { endpoint: `${endpoint}/acme`, caller });

  await clients.call("Table_Query", {});
  await clients.call("Table_Query", {}, { via: "raw" });

  expect(arrived.map(({ headers }) => headers.authorization)).toEqual([
    "Bearer of-somebody",
    "Bearer of-somebody",
  ]);
});
