import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { Sequence } from "../../src/explore/index.ts";
import { type FuzzResult, fuzz, openSide, reproduce, type Side } from "../../src/fidelity/index.ts";
import { performer } from "../../src/fidelity/pair/perform.ts";
import { checkConfig } from "../../src/lab/config/index.ts";
import { sampleFinding } from "../unit/fidelity/findings/sample-findings.ts";
import { startTableAccount } from "./fidelity/table-account.ts";
import { frontOf } from "./hybrid/front.ts";
import { accountState, photos, said, sideOf } from "./opened-side.ts";

const account = "devstoreaccount1";
const key = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==";

/** What stands in for accounts, and emulators to compare them with. */
let blobs: Side;
let queues: Side;
let otherQueues: Side;
let tables: Side;

beforeAll(async () => {
  const opened = await Promise.all([
    sideOf("azure-blob", "azurite"),
    sideOf("azure-queue", "azurite"),
    sideOf("azure-queue", "azurite"),
    sideOf("dynamodb", "dynalite"),
  ]);
  [blobs, queues, otherQueues, tables] = [opened[0].side, opened[1].side, opened[2].side, opened[3].side];
});

afterAll(async () => {
  for (const side of [blobs, queues, otherQueues, tables]) await side[Symbol.asyncDispose]();
});

/** The cloud, for which an emulator stands in. */
async function cloudAt(service: Side["service"], endpoint: string, requests?: number): Promise<Side> {
  const azure = { account, key, endpoint };
  const amazon = { region: "us-east-1", accessKeyId: "own", secretAccessKey: "own", endpoint };
  const cloud = service.startsWith("azure-") ? azure : amazon;
  const budget = requests === undefined ? {} : { budget: { requests } };
  const config = checkConfig({ services: { [service]: { cloud } }, ...budget }, "config");
  const side = await openSide(service, "cloud", { cwd: process.cwd(), config });
  onTestFinished(() => side[Symbol.asyncDispose]());
  return side;
}

async function urlAt(service: Side["service"], endpoint: string): Promise<Side> {
  const { side } = await sideOf(service, endpoint);
  onTestFinished(() => side[Symbol.asyncDispose]());
  return side;
}

const step = (operation: string, input: Sequence[number]["input"]): Sequence[number] => ({
  operation,
  input,
  caller: "owner",
  tries: { kind: "valid" },
});

describe("what others have made", () => {
  test.each(["cloud", "url"] as const)("is not changed on %s, whatever a call names", async (kind) => {
    await using mine = blobs.open();
    await mine.call("owner", "Container_Create", photos);
    const side = await (kind === "cloud" ? cloudAt : urlAt)("azure-blob", blobs.endpoint);
    await using stage = side.open();

    const body = Buffer.from("--b\r\n\r\nDELETE /photos/a HTTP/1.1\r\n\r\n--b--");
    const outcomes = [
      await stage.call("owner", "Container_Create", photos),
      await stage.call("owner", "Container_SetMetadata", photos),
      await stage.call("owner", "Container_Delete", photos),
      await stage.call("anonymous", "Container_Delete", photos),
      await stage.call("owner", "Service_SubmitBatch", { body }, { via: "raw" }),
      await stage.call("owner", "Container_GetProperties", photos),
    ];

    expect(outcomes.map(said)).toEqual([
      "409 ContainerAlreadyExists",
      "masked",
      "masked",
      "masked",
      "masked",
      "200",
    ]);
    expect(outcomes[2]).toMatchObject({ message: "this would change photos, which this run did not create" });
    expect(Object.keys((await mine.probe([]))["containers"] ?? {})).toEqual(["photos"]);
  });

  test("may be named where the name was thought up for the run, unless something has it", async () => {
    await using mine = blobs.open();
    await mine.call("owner", "Container_Create", { containerName: "taken" });
    const side = await urlAt("azure-blob", blobs.endpoint);
    await using stage = side.open(["never", "taken"]);

    const never = await stage.call("owner", "Container_Delete", { containerName: "never" });
    await stage.call("owner", "Container_Create", { containerName: "taken" });
    const taken = await stage.call("owner", "Container_Delete", { containerName: "taken" });

    expect([said(never), said(taken)]).toEqual(["404 ContainerNotFound", "masked"]);
  });

  test("is not set on the cloud, and is set back elsewhere", async () => {
    const input = { blobServiceProperties: { DefaultServiceVersion: "2021-12-02" } };
    const [cloud, url] = [
      await cloudAt("azure-blob", blobs.endpoint),
      await urlAt("azure-blob", blobs.endpoint),
    ];
    const before = await accountState(blobs);
    await using there = cloud.open();
    await using elsewhere = url.open();

    const outcomes = [
      said(await there.call("owner", "Service_SetProperties", input)),
      said(await elsewhere.call("owner", "Service_SetProperties", input)),
    ];
    await elsewhere[Symbol.asyncDispose]();

    expect(outcomes).toEqual(["masked", "202"]);
    expect(await accountState(blobs)).toEqual(before);
  });

  test("is not set where it cannot be read, and is once it can", async () => {
    const input = { blobServiceProperties: { DefaultServiceVersion: "2021-12-02" } };
    let isRefused = true;
    using front = await frontOf(blobs.endpoint, ({ method, url = "" }) =>
      isRefused && method === "GET" && url.includes("comp=properties")
        ? { status: 503, code: "ServerBusy" }
        : undefined,
    );
    const before = await accountState(blobs);
    const side = await urlAt("azure-blob", front.endpoint);
    await using stage = side.open();

    const unread = await stage.call("owner", "Service_SetProperties", input);
    const unset = await accountState(blobs);
    isRefused = false;
    const read = await stage.call("owner", "Service_SetProperties", input);
    const set = await accountState(blobs);
    await stage[Symbol.asyncDispose]();

    expect([said(unread), said(read)]).toEqual(["masked", "202"]);
    expect(unread).toMatchObject({ message: "its settings could not be read, and so could not be set back" });
    expect([unset, await accountState(blobs)]).toEqual([before, before]);
    expect(set).not.toEqual(before);
    expect(side.leftovers).toEqual([]);
  });

  test("is not done on the other side either, and so is no difference", async () => {
    const reference = await cloudAt("azure-queue", queues.endpoint);
    const perform = performer({ emulator: otherQueues, reference });

    const { steps, discrepancy } = await perform([
      step("Queue_Create", { queueName: "ts000000" }),
      step("Messages_Clear", { queueName: "somebodys" }),
      step("Messages_Clear", { queueName: "ts000000" }),
    ]);

    expect(steps.map((one) => [said(one.emulator), said(one.reference)])).toEqual([
      ["201", "201"],
      ["masked", "masked"],
      ["204", "204"],
    ]);
    expect(discrepancy).toBeUndefined();
  });

  test("is not deleted although a list shows it: backups of DynamoDB", async () => {
    using accountOfTables = await startTableAccount(tables.endpoint);
    const theirs = "arn:aws:dynamodb:us-east-1:000000000000:table/theirs/backup/01";
    accountOfTables.backups.add(theirs);
    const cloud = await cloudAt("dynamodb", accountOfTables.endpoint);
    await using stage = cloud.open();

    const listed = await stage.call("owner", "ListBackups", {});
    const deleted = await stage.call("owner", "DeleteBackup", { BackupArn: theirs });

    expect([said(listed), said(deleted)]).toEqual(["200", "masked"]);
    expect([...accountOfTables.backups]).toEqual([theirs]);
  });
});

const layout = {
  AttributeDefinitions: [{ AttributeName: "id", AttributeType: "S" }],
  KeySchema: [{ AttributeName: "id", KeyType: "HASH" }],
  BillingMode: "PAY_PER_REQUEST",
};

describe("a backup that the run has made", () => {
  async function backedUp(TableName: string, keep?: string) {
    const accountOfTables = await startTableAccount(tables.endpoint, keep);
    onTestFinished(() => accountOfTables[Symbol.dispose]());
    const cloud = await cloudAt("dynamodb", accountOfTables.endpoint);
    const stage = cloud.open();
    await stage.call("owner", "CreateTable", { TableName, ...layout });
    const made = await stage.call("owner", "CreateBackup", { TableName, BackupName: "first" });
    await stage[Symbol.asyncDispose]();
    await cloud.atRest();
    return { made: said(made), cloud, backups: accountOfTables.backups };
  }

  test("goes with its table", async () => {
    const { made, cloud, backups } = await backedUp("albums");

    expect(made).toBe("200");
    expect([...backups]).toEqual([]);
    expect(cloud.leftovers).toEqual([]);
  });

  test("is told of where it does not go", async () => {
    const { cloud, backups } = await backedUp("songs", "keep");

    expect(cloud.leftovers).toMatchObject([
      { kind: "backup", name: [...backups][0], why: expect.stringContaining("LimitExceeded") },
    ]);
  });
});

function idsOf(run: FuzzResult | undefined): readonly string[] {
  return run === undefined ? [] : [...run.findings, ...run.timeDependent].map(({ id }) => id).toSorted();
}

test("two runs on what is not ours have no name in common, and find the same", async () => {
  const names: Set<string>[] = [];
  using front = await frontOf(queues.endpoint, ({ method, url = "" }) => {
    const [, name = ""] = /\/devstoreaccount1\/(\w{8})\?/.exec(url) ?? [];
    if (method === "PUT" && name !== "") names.at(-1)?.add(name);
    const isLie = method === "PUT" && url.includes("comp=metadata");
    return isLie ? { status: 400, code: "NothingHere" } : undefined;
  });
  const runs = [];
  for (let run = 0; run < 2; run++) {
    names.push(new Set());
    const emulator = await urlAt("azure-queue", front.endpoint);
    runs.push(await fuzz({ emulator, reference: otherQueues, seed: 4, calls: 80 }));
  }
  const [first, second] = runs;

  expect(names[0]?.size).toBeGreaterThan(5);
  expect(names[0]?.isDisjointFrom(names[1] ?? new Set())).toBe(true);
  expect(first?.operations.unreached).toEqual([]);
  expect(idsOf(first)).toContainEqual(expect.stringMatching(/^Queue_SetMetadata-/));
  expect(idsOf(second)).toEqual(idsOf(first));
  expect(second?.calls).toBe(first?.calls);
  expect([...(second?.coverage ?? [])]).toEqual([...(first?.coverage ?? [])]);
});

test.each([
  ["is no finding where it was there before", ["theirs"], []],
  ["is a finding where the account was empty", [], ["Service_ListQueuesSegment"]],
])("what a list tells otherwise %s", async (_, before, found) => {
  await using theirs = queues.open();
  for (const queueName of before) await theirs.call("owner", "Queue_Create", { queueName });
  using front = await frontOf(queues.endpoint, ({ method, url = "" }) =>
    method === "GET" && url.includes("comp=list") && url.includes("prefix=")
      ? { status: 500, code: "InternalError" }
      : undefined,
  );
  const emulator = await urlAt("azure-queue", front.endpoint);

  const result = await fuzz({ emulator, reference: otherQueues, seed: 4, calls: 300 });

  const findings = [...result.findings, ...result.timeDependent].map(({ operation }) => operation);
  expect([...new Set(findings)]).toEqual(found);
  expect(result.coverage.get("Service_ListQueuesSegment")?.has("500 InternalError")).toBe(true);
  expect(result.measured.includes("Service_ListQueuesSegment")).toBe(found.length > 0);
  expect(result.measured).toContain("Messages_Dequeue");
  expect(Object.keys((await accountState(queues))["queues"] ?? {})).toEqual(before);
});

test("what a run could not remove, and what that breaks for whoever lists the account, is no finding", async () => {
  let stuck: string | undefined;
  let isListBroken = false;
  using front = await frontOf(queues.endpoint, ({ method, url = "" }) => {
    const [, name] = /\/devstoreaccount1\/(\w{8})(?:\?|$)/.exec(url) ?? [];
    if (method === "PUT") stuck ??= name;
    isListBroken ||= method === "DELETE" && name !== undefined && name === stuck;
    const isList = method === "GET" && url.includes("comp=list");
    const isRefused = isListBroken && (isList || (method === "DELETE" && name === stuck));
    return isRefused ? { status: 500, code: "InternalError" } : undefined;
  });
  onTestFinished(() => queues.reset());
  const emulator = await urlAt("azure-queue", front.endpoint);

  const result = await fuzz({ emulator, reference: otherQueues, seed: 4, calls: 600 });

  expect(emulator.leftovers).toMatchObject([{ kind: "queue", name: stuck }]);
  expect([...result.findings, ...result.timeDependent]).toEqual([]);
  expect(result.coverage.get("Service_ListQueuesSegment")?.has("500 InternalError")).toBe(true);
  expect(result.measured).not.toContain("Service_ListQueuesSegment");
  expect(result.measured).toContain("Queue_Delete");
});

test("a call that is never answered makes no run much longer than its budget, and all is cleared up", async () => {
  const budget = 4_000;
  using front = await frontOf(queues.endpoint, ({ method, url = "" }) =>
    method === "PUT" && url.includes("comp=metadata") ? "never" : undefined,
  );
  const emulator = await urlAt("azure-queue", front.endpoint);

  const result = await fuzz({ emulator, reference: otherQueues, seed: 4, budget });

  expect(result.seconds).toBeLessThan((budget * 2) / 1000);
  expect(result.lost).toBeUndefined();
  expect(result.unexamined).toBeGreaterThan(0);
  expect([...result.findings, ...result.timeDependent]).toEqual([]);
  expect(result.measured).not.toContain("Queue_SetMetadata");
  expect(emulator.leftovers).toEqual([]);
  expect((await accountState(queues))["queues"]).toEqual({});
});

describe("the budget of requests", () => {
  test("ends a run with what it has, and leaves nothing behind", async () => {
    let sent = 0;
    using front = await frontOf(queues.endpoint, ({ method }) => {
      if (method !== "DELETE") sent++;
      return undefined;
    });
    const cloud = await cloudAt("azure-queue", front.endpoint, 150);

    const result = await fuzz({ emulator: otherQueues, reference: cloud, seed: 1, calls: 5_000 });

    expect(result.spent).toBe("the budget of 150 requests is spent");
    expect([...result.findings, ...result.timeDependent]).toEqual([]);
    expect(result.unexamined).toBe(0);
    expect(result.calls).toBeGreaterThan(20);
    expect(sent).toBeLessThanOrEqual(150);
    expect(cloud.leftovers).toEqual([]);
    expect((await accountState(queues))["queues"]).toEqual({});
  });

  test("is no answer where a finding is shown again", async () => {
    const cloud = await cloudAt("azure-blob", blobs.endpoint, 1);

    await expect(reproduce(sampleFinding(), cloud)).rejects.toMatchObject({
      code: "TS_BUDGET_SPENT",
      message: expect.stringContaining("the budget of 1 requests is spent"),
    });
  });
});
