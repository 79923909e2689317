import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { createServer } from "node:http";
import { CreateTableCommand, DynamoDBClient, ListTablesCommand } from "@aws-sdk/client-dynamodb";
import { CreateBucketCommand, ListBucketsCommand, S3Client } from "@aws-sdk/client-s3";
import { BlobServiceClient } from "@azure/storage-blob";
import { QueueServiceClient } from "@azure/storage-queue";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { ServiceName } from "../../src/clouds/index.ts";
import { Lab, type LabEvent, parseServiceTargets } from "../../src/lab/index.ts";
import { groupMembers } from "../processes.ts";
import { temporaryFolderOfThisFile } from "../temporary-folder.ts";
import { javaIsThere } from "./java.ts";

const cwd = process.cwd();

/** Scratch folders of this file's own emulators: others run at the same time. */
const scratch = temporaryFolderOfThisFile();

/** Folders of emulators; npm keeps a cache of its own there. */
async function leftovers(): Promise<string[]> {
  return (await readdir(scratch)).filter((name) => name.startsWith("touchstone-"));
}

async function start(texts: readonly string[], ports: Partial<Record<ServiceName, number>> = {}) {
  const events: LabEvent[] = [];
  const wanted = texts.flatMap((text) => parseServiceTargets(text, () => undefined));
  const lab = await Lab.start(wanted, { cwd, ports, onEvent: (event) => events.push(event) });
  onTestFinished(() => lab[Symbol.asyncDispose]());
  return { lab, events };
}

/** A thing to put into a service, and a look at what is there. */
interface Contents {
  readonly put: () => Promise<unknown>;
  readonly list: () => Promise<string[]>;
}

function contents(service: ServiceName, env: Readonly<Record<string, string>>): Contents {
  const credentials = {
    accessKeyId: env["AWS_ACCESS_KEY_ID"] ?? "",
    secretAccessKey: env["AWS_SECRET_ACCESS_KEY"] ?? "",
  };
  const common = { region: "us-east-1", credentials, maxAttempts: 1 };
  const connection = env["AZURE_STORAGE_CONNECTION_STRING"] ?? "";
  switch (service) {
    case "s3": {
      const client = new S3Client({
        ...common,
        endpoint: env["AWS_ENDPOINT_URL_S3"] ?? "",
        forcePathStyle: true,
      });
      return {
        put: () => client.send(new CreateBucketCommand({ Bucket: "thing" })),
        list: async () =>
          ((await client.send(new ListBucketsCommand({}))).Buckets ?? []).map(({ Name }) => Name ?? ""),
      };
    }
    case "dynamodb": {
      const client = new DynamoDBClient({ ...common, endpoint: env["AWS_ENDPOINT_URL_DYNAMODB"] ?? "" });
      const table = new CreateTableCommand({
        TableName: "thing",
        AttributeDefinitions: [{ AttributeName: "id", AttributeType: "S" }],
        KeySchema: [{ AttributeName: "id", KeyType: "HASH" }],
        BillingMode: "PAY_PER_REQUEST",
      });
      return {
        put: () => client.send(table),
        list: async () => (await client.send(new ListTablesCommand({}))).TableNames ?? [],
      };
    }
    case "azure-queue": {
      const client = QueueServiceClient.fromConnectionString(connection);
      return {
        put: () => client.createQueue("thing"),
        list: async () => (await Array.fromAsync(client.listQueues())).map(({ name }) => name),
      };
    }
    default: {
      const client = BlobServiceClient.fromConnectionString(connection);
      return {
        put: () => client.createContainer("thing"),
        list: async () => (await Array.fromAsync(client.listContainers())).map(({ name }) => name),
      };
    }
  }
}

const cases: readonly [emulator: string, service: ServiceName, skip: boolean][] = [
  ["azurite", "azure-blob", false],
  ["s3rver", "s3", false],
  ["dynalite", "dynamodb", false],
  ["dynamodb-local", "dynamodb", !javaIsThere],
];

describe.each(cases)("%s", (emulator, service, skip) => {
  test.skipIf(skip)(
    "starts, keeps, comes back empty after a crash, is emptied by reset, and is gone after stop",
    async () => {
      const { lab, events } = await start([`${service}=${emulator}`]);
      const { put, list } = contents(service, lab.env);

      await put();
      expect(await list()).toEqual(["thing"]);

      const group = lab.pids.get(emulator) ?? 0;
      const [guard = 0, ...own] = groupMembers(group);
      expect(guard).toBe(group);
      expect(own.length).toBeGreaterThan(0);
      for (const pid of own) process.kill(pid, "SIGKILL");
      await expect.poll(() => events.map(({ type }) => type), { timeout: 60_000 }).toContain("restarted");
      expect(events).toContainEqual(
        expect.objectContaining({
          type: "crashed",
          emulator,
          end: expect.objectContaining({ signal: "SIGKILL" }),
        }),
      );
      expect(await list()).toEqual([]);
      expect(groupMembers(group)).toEqual([]);

      await put();
      await lab.reset();
      expect(await list()).toEqual([]);

      const last = lab.pids.get(emulator) ?? 0;
      await lab[Symbol.asyncDispose]();
      expect(groupMembers(last)).toEqual([]);
      await expect(fetch(lab.targets[0]?.endpoint ?? "")).rejects.toThrow();
      expect(await leftovers()).toEqual([]);
    },
  );
});

test("several run at once, each service on a port of its own", async () => {
  const { lab } = await start(["azurite", "s3", "dynamodb"]);

  const ports = lab.targets.map(({ endpoint }) => new URL(endpoint).port);

  expect(lab.targets.map(({ service }) => service).toSorted()).toEqual([
    "azure-blob",
    "azure-queue",
    "azure-table",
    "dynamodb",
    "s3",
  ]);
  expect(new Set(ports).size).toBe(5);
  for (const service of ["azure-blob", "azure-queue", "s3", "dynamodb"] as const) {
    const { put, list } = contents(service, lab.env);
    await put();
    expect(await list()).toEqual(["thing"]);
  }
});

test("an old version is installed once and started from the cache", async () => {
  const { lab } = await start(["azure-blob=azurite@3.21.0"]);

  const { put, list } = contents("azure-blob", lab.env);
  await put();
  const { lab: second, events } = await start(["azure-blob=azurite@3.21.0"]);

  expect(lab.targets[0]).toMatchObject({ emulator: "azurite", version: "3.21.0" });
  expect(await list()).toEqual(["thing"]);
  expect(second.targets[0]).toMatchObject({ emulator: "azurite", version: "3.21.0" });
  expect(events.map(({ type }) => type)).toEqual(["starting", "ready"]);
});

test("anything that runs already is a target by its URL, for several services at once", async () => {
  const server = createServer((_, response) => response.writeHead(404).end()).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  const url = `http://127.0.0.1:${port}`;

  const { lab } = await start([`s3=${url}`, `dynamodb=${url}/`]);

  const common = { emulator: "url", version: null, endpoint: url };
  expect(lab.targets).toMatchObject([
    { ...common, service: "s3", env: { AWS_ENDPOINT_URL_S3: url } },
    { ...common, service: "dynamodb", env: { AWS_ENDPOINT_URL_DYNAMODB: url } },
  ]);
});

test("the user's own key stays where what runs already may need it", async () => {
  const server = createServer((_, response) => response.writeHead(404).end()).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  vi.stubEnv("HOME", scratch);
  vi.stubEnv("AWS_ACCESS_KEY_ID", "minioadmin");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "minioadmin");
  onTestFinished(() => void vi.unstubAllEnvs());

  const { lab } = await start([`s3=http://127.0.0.1:${port}`, "dynamodb"]);
  const { put, list } = contents("dynamodb", { ...process.env, ...lab.env } as Record<string, string>);
  await put();

  expect(lab.env).not.toHaveProperty("AWS_ACCESS_KEY_ID");
  expect(await list()).toEqual(["thing"]);
});

test("one connection string holds the Azure services that are started and those that run already", async () => {
  const { lab: other } = await start(["azure-queue"]);
  const running = other.targets[0]?.endpoint.replace("https:", "http:");

  const { lab } = await start(["azure-blob", `azure-queue=${running}`]);

  for (const service of ["azure-blob", "azure-queue"] as const) {
    const { put, list } = contents(service, lab.env);
    await put();
    expect(await list()).toEqual(["thing"]);
  }
  expect(await contents("azure-queue", other.env).list()).toEqual(["thing"]);
});

test("one connection string also holds what Azurite serves besides", async () => {
  const { lab } = await start(["azure-blob"]);
  const { put, list } = contents("azure-queue", lab.env);

  await put();

  expect(await list()).toEqual(["thing"]);
  expect(lab.targets.map(({ service }) => service)).toEqual(["azure-blob"]);
});

test("several labs start at the same time", async () => {
  const labs = await Promise.all(Array.from({ length: 3 }, () => start(["azure-blob"])));

  const endpoints = labs.map(({ lab }) => lab.targets[0]?.endpoint);

  expect(new Set(endpoints).size).toBe(3);
});

test("what cannot be is refused by name, and nothing stays behind", async () => {
  const taken = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void taken.close());
  await once(taken, "listening");
  const { port } = taken.address() as { port: number };

  await expect(start(["s3"], { s3: port })).rejects.toMatchObject({ code: "TS_PORT_IN_USE" });
  await expect(start(["s3=http://127.0.0.1:1"])).rejects.toMatchObject({ code: "TS_TARGET_SILENT" });
  await expect(start(["s3=http://example.com"])).rejects.toMatchObject({ code: "TS_HOST_NOT_ALLOWED" });
  await expect(start(["s3=s3rver@0.0.0"])).rejects.toMatchObject({ code: "TS_PACKAGE_INSTALL" });
  await expect(start(["s3", "s3=http://127.0.0.1:1"])).rejects.toMatchObject({ code: "TS_TARGET" });
  await expect(start(["s3", "dynamodb"], { s3: 45_001, dynamodb: 45_001 })).rejects.toMatchObject({
    code: "TS_PORT_TWICE",
  });
  await expect(start(["azurite"], { "azure-blob": port })).rejects.toMatchObject({ code: "TS_PORT_IN_USE" });
  expect(await leftovers()).toEqual([]);
});
