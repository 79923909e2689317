import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import type { Sequence, Step } from "../../../../src/explore/index.ts";
import { Lanes } from "../../../../src/fidelity/fuzz/lanes.ts";

interface Plan {
  readonly name: string;
  readonly sequence: Sequence;
  readonly takes: number;
}

function plan(name: string, operation: string, input: Step["input"], takes = 1): Plan {
  return { name, takes, sequence: [{ operation, input, caller: "owner", tries: { kind: "valid" } }] };
}

const makes = (name: string, queueName: string, takes?: number) =>
  plan(name, "Queue_Create", { queueName }, takes);
const lists = (name: string) => plan(name, "Service_ListQueuesSegment", { maxPageSize: 1 });
const makesAndLists = (name: string): Plan => ({
  ...lists(name),
  sequence: [...makes(name, "ts000000").sequence, ...lists(name).sequence],
});

/** The order in which they are told of, and who was under way when each began. */
async function led(plans: readonly Plan[], signal?: AbortSignal, afterGathered = async () => {}) {
  const waiting = [...plans];
  const under = new Set<string>();
  const beside: Record<string, string[]> = {};
  const toldWhenPlanned: number[] = [];
  const order: string[] = [];
  const lanes = new Lanes<Plan>({
    service: "azure-queue",
    width: 3,
    ahead: 5,
    signal,
    afterGathered,
    perform: async ({ name, takes }) => {
      beside[name] = [...under];
      under.add(name);
      await delay(takes);
      under.delete(name);
      return { steps: [] };
    },
    plan: () => {
      toldWhenPlanned.push(order.length);
      return waiting.shift();
    },
  });
  for (let done = await lanes.next(); done !== undefined; done = await lanes.next()) {
    order.push(done.planned.name);
  }
  return { order, beside, toldWhenPlanned, steps: lanes.steps };
}

test("who is slow holds nobody up, and is told of in its turn", async () => {
  const { order, beside } = await led([
    makes("slow", "ts000000", 30),
    makes("b", "ts000000"),
    makes("c", "ts000000"),
  ]);

  expect(order).toEqual(["slow", "b", "c"]);
  expect(beside).toEqual({ slow: [], b: ["slow"], c: ["slow", "b"] });
});

test("those who need the account alone are gathered, and follow each other when the others are done", async () => {
  const plans = ["1", "a", "2", "b", "3", "c", "4", "5", "6", "d", "7"].map((name) =>
    /\d/.test(name) ? makesAndLists(name) : makes(name, "ts000000"),
  );

  const { order, beside, steps } = await led(plans);

  expect(order).toEqual(["a", "b", "c", "1", "2", "3", "4", "5", "d", "6", "7"]);
  expect(
    Object.entries(beside)
      .filter(([name]) => /\d/.test(name))
      .flatMap(([, others]) => others),
  ).toEqual([]);
  expect(steps).toBe(0);
});

test("when those who were gathered are done, the others begin only after what is to be done between them", async () => {
  const plans = ["1", "2", "3", "4", "5", "a", "6"].map((name) =>
    name === "a" ? makes(name, "ts000000") : makesAndLists(name),
  );
  const between: string[] = [];
  const begun: string[] = [];
  const noted = plans.map((one) => ({
    ...one,
    get takes() {
      return begun.push(one.name);
    },
  }));

  const { order } = await led(noted, undefined, async () => {
    await delay(5);
    between.push(begun.join(""));
  });

  expect(order).toEqual(["1", "2", "3", "4", "5", "a", "6"]);
  expect(between).toEqual(["12345", "12345a6"]);
});

test("of those, the ones that only look are performed together", async () => {
  const { order, beside } = await led([makesAndLists("1"), lists("2"), makes("a", "ts000000"), lists("3")]);

  expect(order).toEqual(["a", "2", "3", "1"]);
  expect(beside).toEqual({ a: [], "2": [], "3": ["2"], "1": [] });
});

test("a name that somebody has chosen is not used by two at once", async () => {
  const { order, beside } = await led([
    makes("a", "photos", 20),
    makes("b", "photos"),
    makes("c", "ts000000"),
  ]);

  expect(order).toEqual(["a", "b", "c"]);
  expect(beside["b"]).toEqual([]);
});

test("no more are performed at once than there are lanes, however many are planned", async () => {
  const { beside } = await led([..."abcdef"].map((name) => makes(name, "ts000000", 5)));

  expect(Object.values(beside).map(({ length }) => length)).toEqual([0, 1, 2, 2, 2, 2]);
});

test("what is planned depends on what was told, and not on who is fast", async () => {
  const planned = async (takes: readonly number[]) =>
    (await led(takes.map((each, at) => makes(String(at), "ts000000", each)))).toldWhenPlanned;

  const fast = await planned([1, 1, 1, 1, 1, 1, 1]);

  expect(fast.slice(0, 7)).toEqual([0, 0, 0, 0, 0, 1, 2]);
  expect(await planned([9, 1, 5, 1, 7, 1, 1])).toEqual(fast);
});

test("who waits for a lane when the signal comes is not begun", async () => {
  const signal = AbortSignal.timeout(10);

  const { order, beside } = await led(
    [..."abcde"].map((name) => makes(name, "photos", 30)),
    signal,
  );

  expect([order, Object.keys(beside)]).toEqual([["a"], ["a"]]);
});

test.each([
  [false, ["0", "1"]],
  [true, ["0"]],
])(
  "what waits for the account alone is performed at the end, unless the time is over: %s",
  async (isOver, told) => {
    const waiting = [makes("0", "ts000000"), makesAndLists("1")];
    const lanes = new Lanes<Plan>({
      service: "azure-queue",
      width: 3,
      ahead: 5,
      perform: async () => ({ steps: [] }),
      plan: () => waiting.shift(),
      isOutOfTime: () => isOver,
    });

    const order: string[] = [];
    for (let done = await lanes.next(); done !== undefined; done = await lanes.next())
      order.push(done.planned.name);

    expect(order).toEqual(told);
  },
);

test("of those that wait for the account alone, the rest is not begun when the time is over", async () => {
  let begun = 0;
  const waiting = Array.from({ length: 5 }, (_, at) => makesAndLists(String(at)));
  const lanes = new Lanes<Plan>({
    service: "azure-queue",
    width: 3,
    ahead: 5,
    perform: async () => {
      begun++;
      return { steps: [] };
    },
    plan: () => waiting.shift(),
    isOutOfTime: () => begun >= 2,
  });

  while ((await lanes.next()) !== undefined);

  expect(begun).toBe(2);
});

test("what waits for the account alone is kept until there is time again", async () => {
  let isOver = true;
  const waiting = [makesAndLists("0"), makesAndLists("1")];
  const lanes = new Lanes<Plan>({
    service: "azure-queue",
    width: 3,
    ahead: 5,
    perform: async () => ({ steps: [] }),
    plan: () => waiting.shift(),
    isOutOfTime: () => isOver,
  });

  const first = await lanes.next();
  isOver = false;
  const later = [await lanes.next(), await lanes.next(), await lanes.next()];

  expect(first).toBeUndefined();
  expect(later.map((done) => done?.planned.name)).toEqual(["0", "1", undefined]);
});

test("whoever sets what others read is not overtaken by them", async () => {
  const begun: string[] = [];
  const reads = (name: string) => plan(name, "Service_GetProperties", {});
  const waiting = [reads("0"), plan("1", "Service_SetProperties", {}), reads("2"), reads("3")];
  const lanes = new Lanes<Plan>({
    service: "azure-queue",
    width: 3,
    ahead: 5,
    perform: async ({ name }) => {
      begun.push(name);
      await delay(1);
      return { steps: [] };
    },
    plan: () => waiting.shift(),
  });

  while ((await lanes.next()) !== undefined);

  expect(begun).toEqual(["0", "1", "2", "3"]);
});

test("once somebody has failed nobody is begun, and those under way are waited for", async () => {
  const begun: number[] = [];
  const over: number[] = [];
  const plans = [30, 5, 10, 1, 1].map((takes, at) => makes(String(at), "ts000000", takes));
  const waiting = [...plans];
  const lanes = new Lanes<Plan>({
    service: "azure-queue",
    width: 3,
    ahead: 5,
    perform: async ({ name, takes }) => {
      const at = Number(name);
      begun.push(at);
      await delay(takes);
      over.push(at);
      if (at === 1) throw new Error("nothing answers any more");
      return { steps: [] };
    },
    plan: () => waiting.shift(),
  });

  await lanes.next();
  await expect(lanes.next()).rejects.toThrow("nothing answers any more");
  await lanes.ended();

  expect([begun, over.toSorted()]).toEqual([
    [0, 1, 2],
    [0, 1, 2],
  ]);
});

test("what breaks after the signal is given up", async () => {
  const abort = new AbortController();
  const lanes = new Lanes<Plan>({
    service: "azure-queue",
    width: 3,
    ahead: 5,
    signal: abort.signal,
    perform: async () => {
      abort.abort();
      throw new Error("nothing is started again any more");
    },
    plan: () => makes("a", "ts000000"),
  });

  expect(await lanes.next()).toBeUndefined();
});

test("after the signal nothing is begun", async () => {
  expect((await led([makes("a", "ts000000"), lists("1")], AbortSignal.abort())).order).toEqual([]);
});

test("what was done beside somebody who failed is told of when all has ended", async () => {
  const waiting = [makes("fails", "ts000000", 20), makes("b", "ts000000"), makes("c", "ts000000")];
  const lanes = new Lanes<Plan>({
    service: "azure-queue",
    width: 3,
    ahead: 5,
    perform: async ({ name, takes }) => {
      await delay(takes);
      if (name === "fails") throw new Error("lost");
      return { steps: [] };
    },
    plan: () => waiting.shift(),
  });
  await expect(lanes.next()).rejects.toThrow("lost");
  await lanes.ended();

  const untold = await lanes.untold();

  expect(untold.map(({ planned }) => planned.name)).toEqual(["b", "c"]);
  expect(await lanes.untold()).toEqual([]);
});
