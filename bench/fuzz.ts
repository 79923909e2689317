import { subscribe } from "node:diagnostics_channel";
import {
  CreateTableCommand,
  DeleteItemCommand,
  DeleteTableCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  ScanCommand,
  waitUntilTableExists,
} from "@aws-sdk/client-dynamodb";
import { BlobServiceClient, StorageSharedKeyCredential } from "@azure/storage-blob";
import type { ServiceName } from "../src/clouds/index.ts";
import { type FuzzResult, fuzz, openSide, type Side } from "../src/fidelity/index.ts";
import { loadConfig } from "../src/lab/config/index.ts";
import { Lab, parseServiceTargets, type Reachable } from "../src/lab/index.ts";

const seconds = 20;
const timeline = [5, 10, 20, 40, 60] as const;

/** Requests that left for each address since the counting began. */
function countRequests(): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  subscribe("http.client.request.start", (message) => {
    const { request } = message as { request: { getHeader(name: string): unknown } };
    const host = String(request.getHeader("host"));
    counts.set(host, (counts.get(host) ?? 0) + 1);
  });
  return counts;
}

/** A loop as anybody would write it: one call after the other, through the vendor's SDK. */
type BareLoop = (reached: Reachable) => Promise<() => Promise<number>>;

const blobLoop: BareLoop = async ({ plainEndpoint, endpoint, credentials }) => {
  const { id = "", secret = "" } = credentials ?? {};
  const service = new BlobServiceClient(
    plainEndpoint ?? endpoint,
    new StorageSharedKeyCredential(id, secret),
  );
  let round = 0;
  return async () => {
    const container = service.getContainerClient(`bare${round++}`);
    const blob = container.getBlockBlobClient("a.txt");
    await container.create();
    await blob.upload("hello", 5);
    await blob.getProperties();
    await blob.setMetadata({ colour: "gold" });
    await blob.downloadToBuffer();
    await blob.delete();
    await container.delete();
    return 7;
  };
};

const dynamodbLoop: BareLoop = async ({ endpoint, credentials }) => {
  const { id = "", secret = "" } = credentials ?? {};
  const client = new DynamoDBClient({
    endpoint,
    region: "us-east-1",
    credentials: { accessKeyId: id, secretAccessKey: secret },
  });
  let round = 0;
  return async () => {
    const TableName = `bare${round++}`;
    await client.send(
      new CreateTableCommand({
        TableName,
        AttributeDefinitions: [{ AttributeName: "id", AttributeType: "S" }],
        KeySchema: [{ AttributeName: "id", KeyType: "HASH" }],
        BillingMode: "PAY_PER_REQUEST",
      }),
    );
    await waitUntilTableExists({ client, maxWaitTime: 10, minDelay: 0.1, maxDelay: 0.1 }, { TableName });
    const Key = { id: { S: "a" } };
    await client.send(new PutItemCommand({ TableName, Item: Key }));
    await client.send(new GetItemCommand({ TableName, Key }));
    await client.send(new ScanCommand({ TableName }));
    await client.send(new DeleteItemCommand({ TableName, Key }));
    await client.send(new DeleteTableCommand({ TableName }));
    return 7;
  };
};

async function bareRate(service: ServiceName, emulator: string, loop: BareLoop): Promise<number> {
  await using lab = await Lab.start(
    parseServiceTargets(`${service}=${emulator}`, () => undefined),
    { cwd: process.cwd() },
  );
  const [reached] = lab.reachable;
  if (reached === undefined) throw new Error(`${emulator} does not answer`);
  const round = await loop(reached);
  for (let warm = 0; warm < 5; warm++) await round();
  let calls = 0;
  const began = performance.now();
  while (performance.now() - began < (seconds * 1000) / 2) calls += await round();
  return calls / ((performance.now() - began) / 1000);
}

interface FuzzRate {
  readonly generated: number;
  /** With the reads of the state, on the slower of the two targets. */
  readonly sent: number;
  readonly findings: number;
}

async function fuzzRate(
  service: ServiceName,
  emulator: string,
  counts: ReadonlyMap<string, number>,
): Promise<FuzzRate> {
  await using sides = await pairOf(service, emulator, emulator);
  const hosts = [sides.emulator, sides.reference].map(({ endpoint }) => new URL(endpoint).host);
  await fuzz({ ...sides, seed: 2, calls: 300 });
  const before = hosts.map((host) => counts.get(host) ?? 0);
  const result = await fuzz({ ...sides, seed: 1, budget: seconds * 1000 });
  const sent = hosts.map((host, at) => (counts.get(host) ?? 0) - (before[at] ?? 0));
  return {
    generated: result.calls / result.seconds,
    sent: Math.min(...sent) / result.seconds,
    findings: result.findings.length,
  };
}

async function pairOf(
  service: ServiceName,
  named: string,
  against: string,
): Promise<{ readonly emulator: Side; readonly reference: Side } & AsyncDisposable> {
  const cwd = process.cwd();
  const { config } = await loadConfig(cwd);
  await using opened = new AsyncDisposableStack();
  const emulator = opened.use(await openSide(service, named, { cwd, config }));
  const reference = opened.use(await openSide(service, against, { cwd, config, behind: named }));
  const moved = opened.move();
  return { emulator, reference, [Symbol.asyncDispose]: () => moved.disposeAsync() };
}

/** How many calls the fuzzer makes a second, against a bare loop; and how fast it finds what an old version does otherwise. */
export async function benchFuzz(): Promise<void> {
  const counts = countRequests();
  const rows = [];
  for (const [service, emulator, loop] of [
    ["azure-blob", "azurite", blobLoop],
    ["dynamodb", "dynalite", dynamodbLoop],
  ] as const) {
    const bare = await bareRate(service, emulator, loop);
    const { generated, sent, findings } = await fuzzRate(service, emulator, counts);
    rows.push({
      emulator: `${service} on ${emulator}`,
      "bare loop, calls/s": Math.round(bare),
      "fuzzer, calls/s per target": Math.round(sent),
      "of these generated": Math.round(generated),
      ratio: (sent / bare).toFixed(2),
      "findings on identical targets": findings,
    });
  }
  console.table(rows);
  await findingsOverTime();
  console.log(
    `fuzz: ${Math.min(...rows.map(({ ratio }) => Number(ratio)))} of a bare loop's calls per second and target`,
  );
}

async function findingsOverTime(): Promise<void> {
  await using sides = await pairOf("azure-blob", "azurite@3.21.0", "azurite");
  const began = performance.now();
  const found: number[] = [];
  await fuzz({
    ...sides,
    seed: 1,
    budget: Math.max(...timeline) * 1000,
    onFinding: () => found.push((performance.now() - began) / 1000),
  });
  console.log("azure-blob, azurite 3.21.0 against azurite:");
  console.table(
    timeline.map((until) => ({ seconds: until, findings: found.filter((at) => at <= until).length })),
  );
}

const identicalFor = 10 * 60_000;

/** Two targets that are the same must not differ, however long one looks. */
export async function benchFuzzIdentical(): Promise<void> {
  await using sides = await pairOf("azure-blob", "azurite", "azurite");
  const { calls, findings, timeDependent, unconfirmed }: FuzzResult = await fuzz({
    ...sides,
    seed: 1,
    budget: identicalFor,
  });
  const { length } = [...findings, ...timeDependent];
  console.table([{ calls, findings: length, "went away when looked at": unconfirmed }]);
  console.log(`fuzz-identical: ${length} findings in ${identicalFor / 60_000} minutes`);
  if (length > 0) process.exitCode = 1;
}
