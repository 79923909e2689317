import { expect, onTestFinished, test } from "vitest";
import { fuzz, type Side } from "../../src/fidelity/index.ts";
import { performer } from "../../src/fidelity/pair/perform.ts";
import { accountState, sideOf } from "./opened-side.ts";

/** Something that runs already, twice: as it is, and behind contracts. */
async function twice(service: Side["service"], emulator: string) {
  const { side: started } = await sideOf(service, emulator);
  const { side: url } = await sideOf(service, started.endpoint);
  const { side: contracts } = await sideOf(service, "contracts", { behind: started.endpoint });
  onTestFinished(async () => {
    for (const side of [contracts, url, started]) await side[Symbol.asyncDispose]();
  });
  return { started, url, contracts };
}

const owner = { caller: "owner", tries: { kind: "valid" } } as const;

test("what a sequence makes twice on one account has two names, also where it has chosen one", async () => {
  const { started, url, contracts } = await twice("azure-queue", "azurite");
  const perform = performer({ emulator: url, reference: contracts });

  const performed = await perform([
    { ...owner, operation: "Queue_Create", input: { queueName: "ts000000" } },
    { ...owner, operation: "Queue_Create", input: { queueName: "aaa" } },
    { ...owner, operation: "Service_ListQueuesSegment", input: {} },
    { ...owner, operation: "Queue_GetProperties", input: { queueName: "aaa" } },
    { ...owner, operation: "Queue_Delete", input: { queueName: "ts000000" } },
  ]);

  expect(performed.discrepancy).toBeUndefined();
  expect(performed.steps.map(({ reference }) => reference)).toMatchObject(
    [201, 201, 200, 200, 204].map((status) => ({ status })),
  );
  await Promise.all([url.atRest(), contracts.atRest()]);
  expect((await accountState(started))["queues"]).toEqual({});
});

test("what runs already is fuzzed against contracts: every operation is reached, and its settings stay", async () => {
  const { started, url, contracts } = await twice("azure-queue", "azurite");
  const before = await accountState(started);

  const { operations, findings } = await fuzz({ emulator: url, reference: contracts, seed: 3, calls: 300 });

  expect(operations.unreached).toEqual([]);
  // What contracts answer otherwise is no surprise; that the sides have met each other's queues would be.
  const unlike = findings.filter(({ contract }) => contract === undefined);
  expect(unlike.filter(({ operation }) => operation === "Queue_Create")).toEqual([]);
  await Promise.all([url.atRest(), contracts.atRest()]);
  expect(await accountState(started)).toEqual(before);
});

test("where what runs already dies, what was found before is told, and that it is lost", async () => {
  const { side: started, emulator } = await sideOf("azure-queue", "azurite@3.21.0");
  const { side: url } = await sideOf("azure-queue", started.endpoint);
  const { side: reference } = await sideOf("azure-queue", "azurite");
  onTestFinished(async () => {
    for (const side of [reference, url, started]) await side[Symbol.asyncDispose]();
  });

  const result = await fuzz({
    emulator: url,
    reference,
    seed: 3,
    calls: 3_000,
    onProgress({ findings }) {
      if (findings > 0) void started[Symbol.asyncDispose]();
    },
  });

  expect(emulator()).toEqual([]);
  expect(result.lost).toMatch(/^nothing answers at http:\/\/127\.0\.0\.1:\d+ any more$/);
  expect(result.underWay).toContainEqual(
    expect.objectContaining({
      caller: expect.any(String),
      operation: expect.stringMatching(/^[A-Z]\w+_\w+$/),
    }),
  );
  expect(result.findings.length).toBeGreaterThan(0);
  expect(result.calls).toBeLessThan(3_000);
}, 60_000);
