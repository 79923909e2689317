import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CreateTableCommand, DynamoDBClient, ListTablesCommand } from "@aws-sdk/client-dynamodb";
import {
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  ListBucketsCommand,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import { TableClient, TableServiceClient } from "@azure/data-tables";
import { BlobServiceClient } from "@azure/storage-blob";
import { QueueServiceClient } from "@azure/storage-queue";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { type HybridSettings, hybrid } from "../../../src/hybrid/index.ts";
import type { ConfigInput } from "../../../src/lab/config/index.ts";
import { Lab, parseServiceTargets } from "../../../src/lab/index.ts";
import { type FrontAnswer, frontOf } from "./front.ts";
import { type OwnTest, ownSuite } from "./own-suite.ts";

type Env = Readonly<Record<string, string>>;

/** What is called the emulator here. */
let lab: Lab;
/** The stand-in for the cloud. */
let cloud: Lab;

beforeAll(async () => {
  const texts = [
    "azure-blob=azurite",
    "azure-queue=azurite",
    "azure-table=azurite",
    "s3=s3rver",
    "dynamodb=dynalite",
  ];
  const targets = texts.flatMap((text) => parseServiceTargets(text, () => undefined));
  [lab, cloud] = await Promise.all([
    Lab.start(targets.slice(0, 1), { cwd: process.cwd() }),
    Lab.start(targets, { cwd: process.cwd() }),
  ]);
});

afterAll(async () => {
  await lab[Symbol.asyncDispose]();
  await cloud[Symbol.asyncDispose]();
});

function plainEndpoint(kind: "Blob" | "Queue" | "Table"): string {
  const text = cloud.env["AZURE_STORAGE_CONNECTION_STRING"] ?? "";
  return new RegExp(`${kind}Endpoint=([^;]+)`).exec(text)?.[1] ?? "";
}

function azureAccount(endpoint: string) {
  return { account: "devstoreaccount1", key: cloud.env["AZURE_STORAGE_KEY"] ?? "", endpoint };
}

function amazonAccount(service: "S3" | "DYNAMODB") {
  const { AWS_ACCESS_KEY_ID = "", AWS_SECRET_ACCESS_KEY = "" } = cloud.env;
  const endpoint = cloud.env[`AWS_ENDPOINT_URL_${service}`] ?? "";
  return {
    region: "us-east-1",
    accessKeyId: AWS_ACCESS_KEY_ID,
    secretAccessKey: AWS_SECRET_ACCESS_KEY,
    endpoint,
  };
}

function blobs(env: Env): BlobServiceClient {
  return BlobServiceClient.fromConnectionString(env["AZURE_STORAGE_CONNECTION_STRING"] ?? "", {
    retryOptions: { maxTries: 1 },
  });
}

function amazonClient(env: Env, service: "S3" | "DYNAMODB") {
  return {
    region: "us-east-1",
    endpoint: env[`AWS_ENDPOINT_URL_${service}`] ?? "",
    credentials: {
      accessKeyId: env["AWS_ACCESS_KEY_ID"] ?? "",
      secretAccessKey: env["AWS_SECRET_ACCESS_KEY"] ?? "",
    },
    forcePathStyle: true,
  };
}

/** A run in a folder of its own, whose traces are thrown away. */
function runner(
  services: ConfigInput["services"],
  tests: Readonly<Record<string, OwnTest>>,
  shared: Partial<HybridSettings> = { lab },
) {
  const cwd = mkdtempSync(join(tmpdir(), "touchstone-cloud-side-"));
  onTestFinished(() => rmSync(cwd, { recursive: true }));
  const run = (settings: Partial<HybridSettings> = {}) =>
    hybrid({
      ...{
        suite: ownSuite(tests),
        cwd,
        config: { services: services ?? {} },
        policy: "monitor",
        learn: true,
      },
      ...shared,
      ...settings,
    });
  return { cwd, run };
}

async function withFront(answer: (url: string, method: string) => FrontAnswer | undefined) {
  const front = await frontOf(plainEndpoint("Blob"), ({ url = "", method = "" }) => answer(url, method));
  onTestFinished(() => front[Symbol.dispose]());
  return { "azure-blob": { emulator: "azurite", cloud: azureAccount(front.endpoint) } } as const;
}

async function names<Item extends { name?: string }>(items: AsyncIterable<Item>): Promise<string[]> {
  const found: string[] = [];
  for await (const { name = "" } of items) found.push(name);
  return found;
}

const makesAll: OwnTest = async (env) => {
  const album = blobs(env).getContainerClient("album");
  await album.create();
  await album.getBlockBlobClient("a").upload("x", 1);
  await album.getBlobLeaseClient().acquireLease(-1);
  await blobs(env).getContainerClient("shared").getBlockBlobClient("b").upload("y", 1);
  await QueueServiceClient.fromConnectionString(env["AZURE_STORAGE_CONNECTION_STRING"] ?? "").createQueue(
    "jobs",
  );
  const table = env["AZURE_STORAGE_CONNECTION_STRING"] ?? "";
  await TableClient.fromConnectionString(table, "ledger", { allowInsecureConnection: true }).createTable();
  const s3 = new S3Client(amazonClient(env, "S3"));
  await s3.send(new CreateBucketCommand({ Bucket: "photos" }));
  await s3.send(new PutObjectCommand({ Bucket: "photos", Key: "a b/c&d", Body: "x" }));
  await s3.send(new CreateMultipartUploadCommand({ Bucket: "photos", Key: "big" }));
  await new DynamoDBClient(amazonClient(env, "DYNAMODB")).send(
    new CreateTableCommand({
      TableName: "orders",
      KeySchema: [{ AttributeName: "id", KeyType: "HASH" }],
      AttributeDefinitions: [{ AttributeName: "id", AttributeType: "S" }],
      BillingMode: "PAY_PER_REQUEST",
    }),
  );
};

test("what a run has made on the cloud is removed, and nothing else", { timeout: 120_000 }, async () => {
  const there = blobs(cloud.env);
  await there.getContainerClient("real-shared").create();
  await there.getContainerClient("somebodys").create();
  const { run } = runner(
    {
      "azure-blob": {
        emulator: "azurite",
        cloud: { ...azureAccount(plainEndpoint("Blob")), existing: { shared: "real-shared" } },
      },
      "azure-queue": { emulator: "azurite", cloud: azureAccount(plainEndpoint("Queue")) },
      "azure-table": { emulator: "azurite", cloud: azureAccount(plainEndpoint("Table")) },
      s3: { emulator: "s3rver", cloud: amazonAccount("S3") },
      dynamodb: { emulator: "dynalite", cloud: amazonAccount("DYNAMODB") },
    },
    { "makes all": makesAll },
    {},
  );

  const report = await run();

  expect(report.cost.sent.requests).toBeGreaterThan(8);
  expect(report.leftovers).toEqual([]);
  expect(await names(there.listContainers())).toEqual(["real-shared", "somebodys"]);
  const queues = QueueServiceClient.fromConnectionString(cloud.env["AZURE_STORAGE_CONNECTION_STRING"] ?? "");
  expect(await names(queues.listQueues())).toEqual([]);
  const tables = TableServiceClient.fromConnectionString(cloud.env["AZURE_STORAGE_CONNECTION_STRING"] ?? "", {
    allowInsecureConnection: true,
  });
  expect(await names(tables.listTables())).toEqual([]);
  const { Buckets = [] } = await new S3Client(amazonClient(cloud.env, "S3")).send(new ListBucketsCommand({}));
  expect(Buckets).toEqual([]);
  const dynamodb = new DynamoDBClient(amazonClient(cloud.env, "DYNAMODB"));
  // It takes a while for a table to be gone.
  const tableNames = async () => (await dynamodb.send(new ListTablesCommand({}))).TableNames;
  await expect.poll(tableNames, { timeout: 10_000 }).toEqual([]);
});

function makes(container: string): OwnTest {
  return async (env) => {
    await blobs(env).getContainerClient(container).create();
  };
}

test("what cannot be removed is told", async () => {
  const services = await withFront((url, method) =>
    method === "DELETE" && url.includes("/held")
      ? { status: 409, code: "ContainerImmutabilityPolicyExists" }
      : undefined,
  );
  const { run } = runner(services, { held: makes("held") });

  const { leftovers } = await run();

  expect(leftovers).toEqual([
    {
      service: "azure-blob",
      kind: "container",
      name: expect.stringMatching(/^held-ts/),
      why: "the account answers 409 ContainerImmutabilityPolicyExists",
    },
  ]);
});

test("a test that meets a busy cloud is sent again, and learned only when the cloud has time", async () => {
  let refused = 0;
  const services = await withFront((url) => {
    const isBusy = url.includes("/always") || (url.includes("/once") && refused++ === 0);
    return isBusy ? { status: 503, code: "ServerBusy" } : undefined;
  });
  const { run, cwd } = runner(services, {
    once: makes("once"),
    always: makes("always"),
    never: makes("never"),
  });
  const notes: string[] = [];

  const report = await run({
    busyPauses: [10, 20],
    folder: "traces",
    onEvent: (event) => {
      if (event.type === "note") notes.push(event.text);
    },
  });
  const later = await run({ cloud: "dry-run" });

  const verdicts = report.tests.map(({ test: { id }, judgement }) => [id, judgement?.verdict]);
  expect(Object.fromEntries(verdicts)).toEqual({ once: "agrees", always: "throttled", never: "agrees" });
  expect(notes).toEqual([
    "the cloud was busy for 2 tests: sent again in 0.01 s",
    "the cloud was busy for 1 test: sent again in 0.02 s",
  ]);
  const targets = later.tests.map(({ test: { id }, decision }) => [id, decision.target]);
  expect(Object.fromEntries(targets)).toEqual({ once: "emulator", always: "cloud", never: "emulator" });
  expect(readdirSync(join(cwd, "traces")).filter((name) => name.startsWith("cloud"))).toContain(
    "cloud-3.jsonl",
  );
});

test("what is put off waits, and is run alone later", { timeout: 60_000 }, async () => {
  const { run } = runner(await withFront(() => undefined), {
    a: makes("a"),
    b: makes("b"),
    c: async () => {},
  });

  const off = await run({ cloud: "defer" });
  const still = await run({ scope: "deferred", cloud: "dry-run" });
  const later = await run({ scope: "deferred" });

  expect(off.waiting).toBe(2);
  expect(off.tests.filter(({ unsent }) => unsent !== undefined).map((one) => one.test.id)).toEqual([
    "a",
    "b",
  ]);
  expect(still.waiting).toBe(2);
  expect(later.tests.map((one) => [one.test.id, one.judgement?.verdict])).toEqual([
    ["a", "agrees"],
    ["b", "agrees"],
  ]);
  expect(later.waiting).toBe(0);
});

test("an audit asks the cloud about everything, and shows where the decision was wrong", async () => {
  const services = await withFront((url, method) =>
    method === "PUT" && url.includes("/refused") ? { status: 403, code: "AuthorizationFailure" } : undefined,
  );
  const { run } = runner(services, { refused: makes("refused"), fine: makes("fine") });

  const report = await run({ scope: "audit", policy: "never" });

  expect(report.tests.map((one) => [one.test.id, one.decision.target, one.judgement?.verdict])).toEqual([
    ["refused", "emulator", "unsafe"],
    ["fine", "emulator", "agrees"],
  ]);
});

test("a run that needs no cloud needs no credentials", async () => {
  const cloudAccount = { account: "acme", key: { env: "TOUCHSTONE_TEST_NOT_SET" } };
  const services = { "azure-blob": { emulator: "azurite", cloud: cloudAccount } };
  const { run } = runner(services, { a: makes("aaa"), quiet: async () => {} });

  const report = await run();

  expect(report.access).toBe("unreachable");
  expect(report.tests.map(({ unsent }) => unsent)).toEqual([
    "the key of acme is to come from TOUCHSTONE_TEST_NOT_SET, which is not set",
    undefined,
  ]);
});

test("what the cloud denies later is taken off the safe list", { timeout: 60_000 }, async () => {
  let isStricter = false;
  const services = await withFront((url) =>
    isStricter && url.includes("/aaa-") ? { status: 409, code: "ContainerBeingDeleted" } : undefined,
  );
  const { run } = runner(services, { a: makes("aaa") });

  await run();
  isStricter = true;
  const checked = await run({ revalidate: 1 });
  isStricter = false;
  const after = await run({ cloud: "dry-run" });

  expect(checked.tests[0]).toMatchObject({
    decision: { kind: "revalidated" },
    judgement: { verdict: "unsafe" },
  });
  expect(after.tests[0]?.decision.target).toBe("cloud");
});
