import { expect, test } from "vitest";
import type { CallResult, State } from "../../../../src/clouds/index.ts";
import type { Sequence } from "../../../../src/explore/index.ts";
import { Cases } from "../../../../src/fidelity/fuzz/cases.ts";
import { TouchstoneError } from "../../../../src/model/index.ts";
import { answered, type Calls, sideThat } from "../told-side.ts";

function sequenceOf(...operations: readonly string[]): Sequence {
  return operations.map((operation) => ({
    operation,
    input: { queueName: "ts000000" },
    caller: "owner",
    tries: { kind: "valid" },
  }));
}

const broken: CallResult = { kind: "failed", via: "sdk", message: "ECONNRESET", attempts: 1 };

const reference = sideThat(() => answered(200));

async function putAside(cases: Cases, sequence: Sequence): Promise<void> {
  const { discrepancy } = await cases.perform(sequence);
  if (discrepancy === undefined) expect.fail("the sides agree");
  cases.putAside({ sequence, discrepancy });
}

/** What comes of operations that answer 404 instead of 200, where the process dies of one of so many calls. */
async function examined(operations: readonly string[], deadly: number) {
  let calls = 0;
  const emulator = sideThat((told) => {
    if (++calls !== deadly + operations.length) return answered(404);
    told.losses++;
    return broken;
  });
  const cases = new Cases({ emulator, reference, seed: 1 }, () => false);
  for (const operation of operations) await putAside(cases, sequenceOf(operation));
  await cases.examine(8);
  return cases;
}

test.each([1, 2, 3, 4, 5, 6])(
  "who stands beside a crash is not blamed for it, nor forgotten: call %i",
  async (deadly) => {
    const { findings, unconfirmed } = await examined(["Queue_GetProperties", "Queue_SetMetadata"], deadly);

    expect(
      findings.map(({ operation, reproduced, dependsOnTime }) => [operation, reproduced, dependsOnTime]),
    ).toEqual([
      ["Queue_GetProperties", 3, undefined],
      ["Queue_SetMetadata", 3, undefined],
    ]);
    expect(unconfirmed).toBe(0);
  },
);

test("who is looked into alone when the process dies of something else is looked into again", async () => {
  const { findings } = await examined(["Queue_GetProperties"], 1);

  expect(findings).toMatchObject([{ operation: "Queue_GetProperties", reproduced: 3 }]);
});

const silent = new TouchstoneError("TS_TARGET_SILENT", "nothing answers any more");

/** A side that answers 404 to so many calls, and nothing behind them, also when it is looked after. */
function answersUntil(calls: number) {
  let answers = 0;
  return {
    ...sideThat(() => (answers++ < calls ? answered(404) : broken)),
    isOurs: false,
    recover: () => Promise.reject(silent),
  };
}

test("what was being looked into when a target was lost is still to be looked into", async () => {
  const operations = ["Queue_GetProperties", "Queue_SetMetadata"];
  const cases = new Cases({ emulator: answersUntil(2), reference, seed: 1 }, () => false);
  for (const operation of operations) await putAside(cases, sequenceOf(operation));

  await expect(cases.examine(8)).rejects.toBe(silent);

  expect(cases).toMatchObject({ waiting: 2, findings: [], unconfirmed: 0 });
  expect(cases.doubtful).toEqual(new Set(operations));
});

test("what was found before a target was lost is kept, and the others are still to be looked into", async () => {
  let isLost = false;
  const emulator = {
    ...sideThat((_, calls) => {
      const isOfRead = calls.at(-1)?.operation === "Queue_GetProperties";
      return isOfRead || !isLost ? answered(404) : broken;
    }),
    isOurs: false,
    recover: () => Promise.reject(silent),
  };
  const cases = new Cases({ emulator, reference, seed: 1 }, () => false);
  for (const operation of ["Queue_GetProperties", "Queue_SetMetadata"])
    await putAside(cases, sequenceOf(operation));
  isLost = true;

  await expect(cases.examine(8)).rejects.toBe(silent);

  expect(cases).toMatchObject({ waiting: 1, findings: [{ operation: "Queue_GetProperties" }] });
  expect(cases.doubtful).toEqual(new Set(["Queue_SetMetadata"]));
});

test.each([1, 2, 3])(
  "what differs only because its calls were given up is still to be looked into: %i answers before",
  async (answers) => {
    const abort = new AbortController();
    const { signal } = abort;
    let calls = 0;
    const emulator = sideThat(() => {
      // The first answer is that by which the difference was found.
      if (calls++ <= answers) return answered(404);
      abort.abort();
      return broken;
    });
    emulator.recover = async () => "alive";
    const cases = new Cases({ emulator, reference, seed: 1, signal }, () => false);
    await putAside(cases, sequenceOf("Queue_GetProperties"));

    await cases.examine(8);

    expect(cases).toMatchObject({ waiting: 1, findings: [], unconfirmed: 0 });
    // Nothing more is performed once it is broken off.
    expect(calls).toBe(answers + 2);
  },
);

/** Answers like the reference, and shows where it is called whether each of these operations was done. */
function silently(wrong: readonly string[]) {
  return (calls: Calls): State =>
    Object.fromEntries(
      calls
        .map(({ operation }) => operation)
        .filter((operation) => wrong.includes(operation))
        .map((operation) => [operation.toLowerCase(), "undone"]),
    );
}

async function examinedAll(cases: Cases): Promise<void> {
  while (cases.waiting > 0) await cases.examine(8);
}

test.concurrent("what a later step did in silence is not forgotten for what an earlier one did", async ({
  expect,
}) => {
  const both = ["Queue_SetMetadata", "Queue_SetAccessPolicy"];
  const emulator = sideThat(() => answered(200), silently(both));
  const cases = new Cases({ emulator, reference, seed: 1 }, () => false);
  await putAside(cases, sequenceOf(...both));

  await cases.examine(8);
  expect(cases.findings.map(({ operation }) => operation)).toEqual(["Queue_SetMetadata"]);
  expect([...cases.doubtful]).toContain("Queue_SetAccessPolicy");
  await examinedAll(cases);
  expect(cases.findings.map(({ operation }) => operation).toSorted()).toEqual(both.toSorted());
  expect((await cases.perform(sequenceOf(...both))).discrepancy).toBeUndefined();
});

test.concurrent("what one operation does in silence does not hide that others do the same", async ({
  expect,
}) => {
  const wrong = ["Queue_SetMetadata", "Queue_SetAccessPolicy", "Messages_Clear"];
  const emulator = sideThat(
    () => answered(204),
    (calls): State => (calls.some(({ operation }) => wrong.includes(operation)) ? { metadata: "gone" } : {}),
  );
  const cases = new Cases({ emulator, reference: sideThat(() => answered(204)), seed: 1 }, () => false);
  for (const operation of wrong) {
    await putAside(cases, sequenceOf("Queue_Create", operation));
    await examinedAll(cases);
  }

  expect(cases.findings.map(({ operation }) => operation).toSorted()).toEqual(wrong.toSorted());
  expect(cases.unconfirmed).toBe(0);
  const behind = await cases.perform(sequenceOf("Queue_SetMetadata", "Queue_Create"));
  expect(behind.discrepancy).toBeUndefined();
  const before = await cases.perform(sequenceOf("Queue_Create", "Messages_Clear", "Queue_SetMetadata"));
  expect(before.discrepancy).toBeUndefined();
});

test.concurrent("what nobody has time to look behind stays to be looked into", async ({ expect }) => {
  let isLate = false;
  const both = ["Queue_SetMetadata", "Queue_SetAccessPolicy"];
  const emulator = sideThat(() => answered(200), silently(both));
  const cases = new Cases({ emulator, reference, seed: 1, onFinding: () => (isLate = true) }, () => isLate);
  await putAside(cases, sequenceOf(...both));
  await cases.examine(8);

  expect(cases).toMatchObject({ waiting: 1, findings: [{ operation: "Queue_SetMetadata" }] });
});

test.concurrent("what could not be looked behind since a target was lost stays to be looked into, and so does what comes after it", async ({
  expect,
}) => {
  let isLost = false;
  const both = ["Queue_SetMetadata", "Queue_SetAccessPolicy"];
  const emulator = {
    ...sideThat(() => (isLost ? broken : answered(200)), silently(both)),
    isOurs: false,
    recover: () => Promise.reject(silent),
  };
  const onFinding = () => {
    isLost = true;
  };
  const cases = new Cases({ emulator, reference, seed: 1, onFinding }, () => false);
  await putAside(cases, sequenceOf(...both));
  await putAside(cases, sequenceOf("Messages_Clear", ...both));

  await expect(cases.examine(8)).rejects.toBe(silent);

  expect(cases).toMatchObject({ findings: [{ operation: "Queue_SetMetadata" }] });
  expect([...cases.doubtful]).toEqual(expect.arrayContaining(both));
});

test.concurrent("a read that gives something else than what was done in silence before it is a finding of its own", async ({
  expect,
}) => {
  const counting = (count: string) => (_: unknown, calls: Calls) => {
    const [first, last] = [calls[0]?.operation, calls.at(-1)?.operation];
    const isTold = first === "Queue_Create" && last === "Queue_GetProperties";
    return answered(200, isTold ? { "x-ms-approximate-messages-count": count } : {});
  };
  const emulator = sideThat(counting("7"), silently(["Queue_Create"]));
  const cases = new Cases({ emulator, reference: sideThat(counting("3")), seed: 1 }, () => false);
  await putAside(cases, sequenceOf("Queue_Create", "Queue_GetProperties"));
  await examinedAll(cases);

  expect(cases.findings.map(({ operation }) => operation)).toEqual(["Queue_Create", "Queue_GetProperties"]);
});

test.concurrent("a state that is known to differ is looked past, also where names of things and signatures stand in it", async ({
  expect,
}) => {
  const emulator = sideThat(
    () => answered(200),
    (calls) => ({ owner: `of ${String(calls[0]?.input["queueName"])}?sig=c2lnbmVkIGJ5IG5vYm9keQ%3D%3D` }),
  );
  const cases = new Cases({ emulator, reference, seed: 1 }, () => false);
  const sequence = sequenceOf("Queue_SetMetadata");
  await putAside(cases, sequence);
  await examinedAll(cases);

  expect(cases.findings).toMatchObject([
    { differences: [{ place: "state owner", emulator: "of ts000000?sig=REDACTED" }] },
  ]);
  expect((await cases.perform(sequence)).discrepancy).toBeUndefined();
});

test("of an operation whose difference has gone away nobody can say that it agrees", async () => {
  let calls = 0;
  const emulator = sideThat(() => answered(calls++ === 0 ? 404 : 200));
  const cases = new Cases({ emulator, reference, seed: 1 }, () => false);
  await putAside(cases, sequenceOf("Queue_SetMetadata"));
  await cases.examine(8);

  expect(cases).toMatchObject({ findings: [], unconfirmed: 1, waiting: 0 });
  expect(cases.doubtful).toEqual(new Set(["Queue_SetMetadata"]));
});

test("an operation by which a state was read is in doubt, if nobody can tell whether it reads rightly", async () => {
  const emulator = sideThat(
    () => answered(200),
    (calls) =>
      calls.some(({ operation }) => operation === "Queue_SetMetadata") ? { policies: "wrong" } : {},
  );
  const cases = new Cases({ emulator, reference, seed: 1 }, () => false);
  await putAside(cases, sequenceOf("Queue_SetMetadata"));
  await examinedAll(cases);

  expect(cases.findings).toMatchObject([{ operation: "Queue_SetMetadata", manifestation: "state" }]);
  expect(cases.doubtful).toEqual(new Set(["Queue_GetAccessPolicy"]));
});

test("what others would feel is looked into alone", async () => {
  const emulator = sideThat(() => answered(404));
  const cases = new Cases({ emulator, reference, seed: 1 }, () => false);
  for (const operation of ["Queue_SetMetadata", "Service_SetProperties", "Queue_Create", "Queue_Delete"])
    await putAside(cases, sequenceOf(operation));

  const waiting: number[] = [];
  while (cases.waiting > 0) {
    await cases.examine(8);
    waiting.push(cases.waiting);
  }
  expect(waiting).toEqual([3, 2, 0]);
});

test("what differs in many places at once is one finding, of whose places none is found again", async () => {
  const places = Object.fromEntries(["a", "b", "c", "d", "e", "f", "g"].map((name) => [name, "undone"]));
  const emulator = sideThat(
    () => answered(200),
    () => places,
  );
  const cases = new Cases({ emulator, reference, seed: 1 }, () => false);
  const sequence = sequenceOf("Queue_SetMetadata");
  await putAside(cases, sequence);
  await examinedAll(cases);

  const past = await cases.perform(sequence);
  const whole = await cases.perform(sequence, { probes: "last", endsAtKnownStates: true });

  expect(cases.findings.map(({ differences }) => differences.length)).toEqual([7]);
  expect(past.discrepancy).toBeUndefined();
  const [last] = whole.discrepancy?.differences.slice(-1) ?? [];
  if (whole.discrepancy === undefined || last === undefined) expect.fail("nothing is seen");
  const alone = { sequence, discrepancy: { ...whole.discrepancy, differences: [last] } };
  expect(cases.knownAs(alone)).toBe(cases.findings[0]);
});
