import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
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
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { defaultSafeList, type HybridSettings, hybrid, openSafeList } from "../../../src/hybrid/index.ts";
import type { ConfigInput } from "../../../src/lab/config/index.ts";
import { Lab, parseServiceTargets, type Suite } from "../../../src/lab/index.ts";
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

test("a test that meets a busy cloud is sent again, and what cannot be removed is told", async () => {
  let refused = 0;
  const services = await withFront((url, method) => {
    const isBusy = url.includes("/always") || (url.includes("/once") && refused++ === 0);
    if (isBusy) return { status: 503, code: "ServerBusy" };
    const isHeld = method === "DELETE" && url.includes("/held");
    return isHeld ? { status: 409, code: "ContainerImmutabilityPolicyExists" } : undefined;
  });
  const { run, cwd } = runner(services, {
    once: makes("once"),
    always: makes("always"),
    held: makes("held"),
  });
  const notes: string[] = [];

  const report = await run({
    busyPauses: [10, 20],
    folder: "traces",
    onEvent: (event) => {
      if (event.type === "note") notes.push(event.text);
    },
  });

  const verdicts = report.tests.map(({ test: { id }, judgement }) => [id, judgement?.verdict]);
  expect(Object.fromEntries(verdicts)).toEqual({ once: "agrees", always: "throttled", held: "agrees" });
  expect(notes.filter((note) => note.includes("sent again"))).toEqual([
    "the cloud was busy for 2 tests: sent again in 0.01 s",
    "the cloud was busy for 1 test: sent again in 0.02 s",
  ]);
  expect(await learnedIn(cwd)).toEqual(["held", "once"]);
  expect(readdirSync(join(cwd, "traces")).filter((name) => name.startsWith("cloud"))).toContain(
    "cloud-3.jsonl",
  );
  expect(report.leftovers).toEqual([
    {
      service: "azure-blob",
      kind: "container",
      name: expect.stringMatching(/^held-ts/),
      why: "the account answers 409 ContainerImmutabilityPolicyExists",
    },
  ]);
});

async function learnedIn(cwd: string): Promise<readonly string[]> {
  await using store = await openSafeList(defaultSafeList, cwd);
  return (await store.entries()).map((entry) => entry.test).sort();
}

test("an audit asks the cloud about everything, and what it denies is taken off the safe list", async () => {
  let isStricter = false;
  const services = await withFront((url, method) =>
    isStricter && method === "PUT" && url.includes("/refused")
      ? { status: 403, code: "AuthorizationFailure" }
      : undefined,
  );
  const { run, cwd } = runner(services, { refused: makes("refused"), fine: makes("fine") });

  await run();
  const before = await learnedIn(cwd);
  isStricter = true;
  const report = await run({ scope: "audit" });

  expect(before).toEqual(["fine", "refused"]);
  expect(report.tests.map((one) => [one.test.id, one.decision.kind, one.judgement?.verdict])).toEqual([
    ["refused", "on the safe list", "unsafe"],
    ["fine", "on the safe list", "agrees"],
  ]);
  expect(await learnedIn(cwd)).toEqual(["fine"]);
});

test("what fails around tests on the cloud is no agreement, and fails the run", async () => {
  const { run, cwd } = runner(await withFront(() => undefined), { a: makes("aaa") });
  const plain = ownSuite({ a: makes("aaa") });
  let runs = 0;
  const suite: Suite = {
    ...plain,
    // The third run is the cloud's: there its tear-down fails.
    run: async (selection, options) => {
      const done = await plain.run(selection, options);
      if (++runs < 3) return done;
      const results = [...done.results, { id: "own", status: "failed", message: "no tear-down" } as const];
      return { ...done, exitCode: 1, results };
    },
  };

  const report = await run({ suite });

  expect(report.tests[0]?.judgement).toMatchObject({
    verdict: "differs",
    cause: "its file failed on the cloud: no tear-down",
  });
  expect(report.broken).toEqual([{ id: "own", status: "failed", message: "on the cloud: no tear-down" }]);
  expect(await learnedIn(cwd)).toEqual([]);
});

test("a budget counts set-ups, and a secret in a title is not stored", async () => {
  const secret = "s3cr3t-of-a-title-0123456789";
  vi.stubEnv("AZURE_STORAGE_KEY", secret);
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  const services = await withFront(() => undefined);
  const { run, cwd } = runner(services, { [`takes ${secret}`]: makes("aaa"), other: makes("bbb") });

  const report = await run({ budget: { requests: 1 } });

  expect(report.tests.map(({ unsent }) => unsent)).toEqual([undefined, "the budget of 1 requests is spent"]);
  expect(await learnedIn(cwd)).toEqual([expect.stringMatching(/^takes REDACTED [0-9a-f]{12}$/)]);
  const stored = readFileSync(join(cwd, ".touchstone/safelist.db"), "latin1");
  expect(stored).not.toContain(secret);
});

test("a test that sends more on the cloud than its budget allows is stopped there", async () => {
  let requests = 0;
  const services = await withFront(() => {
    requests++;
    return undefined;
  });
  let runs = 0;
  const { run, cwd } = runner(services, {
    polls: async (env) => {
      // The third run is the cloud's: it polls longer there.
      const polls = ++runs < 3 ? 1 : 10;
      const container = blobs(env).getContainerClient("polled");
      await container.create();
      for (let poll = 0; poll < polls; poll++) await container.getProperties();
    },
  });

  const report = await run({ budget: { requests: 4 } });

  expect(report.tests[0]?.judgement?.verdict).not.toBe("agrees");
  expect(await learnedIn(cwd)).toEqual([]);
  // What clears up is sent beyond it: nothing may stay there.
  expect(requests).toBe(4 + 1);
});

test("an account that nobody reaches, or that lets nobody in, says nothing about tests", async () => {
  const endpoint = `${plainEndpoint("Blob").replace(/:\d+\//, ":1/")}`;
  const down = { "azure-blob": { emulator: "azurite", cloud: azureAccount(endpoint) } };
  const key = Buffer.from("another").toString("base64");
  const locked = {
    "azure-blob": { emulator: "azurite", cloud: { ...azureAccount(plainEndpoint("Blob")), key } },
  };

  const unreached = await runner(down, { a: makes("aaa") }).run();
  const refused = await runner(locked, { a: makes("aaa") }).run();

  expect(unreached.tests[0]?.judgement).toMatchObject({
    verdict: "not run",
    cause: expect.stringContaining("the other account cannot be reached"),
  });
  expect(refused.tests[0]?.judgement).toMatchObject({
    verdict: "not run",
    cause: "the account refuses the credentials, whatever is asked of it",
  });
  expect([...unreached.leftovers, ...refused.leftovers]).toEqual([]);
});
