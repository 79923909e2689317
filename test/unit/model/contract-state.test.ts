import { describe, expect, test } from "vitest";
import {
  type Call,
  type Contract,
  ContractState,
  contract,
  existenceOf,
  fault,
  inferred,
  isKept,
  keyOf,
  lastSuccessOf,
  type Situation,
  type Tracker,
} from "../../../src/model/index.ts";

function call(operation: string, input: Call["input"] = { name: "a" }): Call {
  return { operation, input, caller: "key", headers: {}, query: new Map() };
}

const shared = { evidence: inferred("for the test"), breaks: {}, keeps: {} };
const done = { status: 200, headers: {} };

const notAtOnce = contract({
  ...shared,
  id: "thing/not-at-once",
  says: "a thing is not made again at once",
  on: ["Make"],
  track: { deleted: lastSuccessOf("Delete").on("name") },
  when: ({ deleted, isWithin }) => isWithin("deletion", deleted),
  answer: fault(409, "BeingDeleted"),
});

const mustBeThere = contract({
  ...shared,
  id: "thing/must-be-there",
  says: "a thing that is read is there",
  on: ["Read"],
  track: {
    thing: existenceOf({ name: "things", key: keyOf("name"), made: ["Make"], removed: ["Delete"] }),
  },
  when: ({ thing, knowsAll }) => thing === "gone" || (thing === undefined && knowsAll),
  answer: fault(404, "NotFound"),
});

const notWritten = {
  ...shared,
  id: "thing/not-yet",
  says: "a thing is not made again",
  on: ["Make"],
  answer: fault(409, "BeingDeleted"),
};

test("a window is open until its time is over, for the same thing alone", () => {
  const state = new ContractState([notAtOnce], { windows: { deletion: 30 }, knowsAll: true });
  state.learn({ call: call("Delete"), answered: done, now: 1000 });

  expect(state.before(call("Make"), 1029)?.answer.code).toBe("BeingDeleted");
  expect(state.before(call("Make"), 1030)).toBeUndefined();
  expect(state.before(call("Make", { name: "b" }), 1001)).toBeUndefined();
});

test("refusals teach nothing", () => {
  const state = new ContractState([notAtOnce], { windows: { deletion: 30 }, knowsAll: true });

  state.learn({ call: call("Delete"), answered: { status: 404, headers: {} }, now: 1000 });

  expect(state.before(call("Make"), 1001)).toBeUndefined();
});

test("what was made before we came may be there", () => {
  const all = new ContractState([mustBeThere], { windows: {}, knowsAll: true });
  const some = new ContractState([mustBeThere], { windows: {}, knowsAll: false });
  some.learn({ call: call("Delete", { name: "b" }), answered: done, now: 1 });

  expect(all.before(call("Read"), 2)?.contract.id).toBe("thing/must-be-there");
  expect(some.before(call("Read"), 2)).toBeUndefined();
  expect(some.before(call("Read", { name: "b" }), 2)?.contract.id).toBe("thing/must-be-there");
});

describe("of more things than are remembered", () => {
  const things = existenceOf({ name: "things", key: keyOf("name"), made: ["Make"], removed: ["Delete"] });
  const notThere = { ...mustBeThere, track: { thing: things } };
  const notTwice = contract({
    ...notWritten,
    track: { thing: things },
    when: ({ thing }) => thing === "there",
  });
  const boxed = contract({
    ...shared,
    id: "thing/box-must-be-there",
    says: "a box that is opened is there",
    on: ["Open"],
    track: { box: existenceOf({ name: "boxes", key: keyOf("name"), made: ["Pack"], removed: ["Burn"] }) },
    when: ({ box, knowsAll }) => box === undefined && knowsAll,
    answer: fault(404, "NotFound"),
  });

  /** Knows of things that are called by numbers. */
  function stateWith(made: number): ContractState {
    const state = new ContractState([notThere, notTwice, boxed], { windows: {}, knowsAll: true });
    for (let number = 0; number < made; number++) {
      state.learn({ call: call("Make", { name: number }), answered: done, now: number });
    }
    return state;
  }

  const speakerOf = (state: ContractState, operation: string, name: number) =>
    state.before(call(operation, { name }), 30_000)?.contract.id;

  test("the oldest are forgotten", () => {
    const full = stateWith(20_000);
    const overfull = stateWith(20_001);

    expect(speakerOf(full, "Make", 0)).toBe("thing/not-yet");
    expect(speakerOf(overfull, "Make", 0)).toBeUndefined();
    expect(speakerOf(overfull, "Make", 20_000)).toBe("thing/not-yet");
  });

  test("nobody says any more that what is not known is not there", () => {
    const full = stateWith(20_000);
    const overfull = stateWith(20_001);

    expect(speakerOf(full, "Read", 30_000)).toBe("thing/must-be-there");
    expect(speakerOf(overfull, "Read", 0)).toBeUndefined();
    expect(speakerOf(overfull, "Read", 30_000)).toBeUndefined();
  });

  test("what others remember is all that there is", () => {
    expect(speakerOf(stateWith(20_001), "Open", 0)).toBe("thing/box-must-be-there");
  });
});

test("which trackers an operation is of is not asked at each call", () => {
  let asked = 0;
  const counted: Tracker<true> = {
    name: "things",
    get operations() {
      asked++;
      return ["Make"];
    },
    key: keyOf("name"),
    next: () => true,
  };
  const state = new ContractState(
    [contract({ ...notWritten, track: { counted }, when: ({ counted }) => counted === true })],
    { windows: {}, knowsAll: true },
  );
  const before = asked;

  state.readsAnswer("Make");
  state.learn({ call: call("Make"), answered: done, now: 1 });

  expect([state.concerns("Make"), state.concerns("Delete"), asked]).toEqual([true, false, before]);
  expect(state.before(call("Make"), 2)?.contract.id).toBe("thing/not-yet");
});

test("a contract that fails is named, with the call that it was asked of", () => {
  const broken = contract({
    ...shared,
    id: "thing/broken",
    says: "this one has a mistake in it",
    on: ["Read"],
    when: ({ input }) => (input["list"] as string[]).length > 1,
    answer: fault(400, "TooMany"),
  });
  const state = new ContractState([broken], { windows: {}, knowsAll: true });

  expect(() => state.before(call("Read"), 1)).toThrow(/^the contract thing\/broken cannot be asked: /);
});

test("a contract that fails is told of where somebody listens, and others speak", () => {
  const broken = contract({
    ...shared,
    id: "thing/broken",
    says: "this one has a mistake in it",
    on: ["Read"],
    when: () => true,
    answer: (async () => fault(400, "Later")) as never,
  });
  const told: string[] = [];
  const state = new ContractState([broken, mustBeThere], {
    windows: {},
    knowsAll: true,
    onBroken: ({ contract: { id }, error }) => told.push(`${id}: ${error.message}`),
  });

  expect(state.before(call("Read"), 1)?.contract.id).toBe("thing/must-be-there");
  expect(told).toEqual([
    "thing/broken: the contract thing/broken cannot be asked: its `answer` gives a promise",
  ]);
});

test("a contract that looks at heads only sees no body, also where another one reads it", () => {
  const seen: unknown[] = [];
  const looking = {
    ...shared,
    says: "a thing is read only by who knows its tag",
    on: ["Read"],
    when: ({ answered }: Situation) => {
      seen.push(answered);
      return answered.headers["etag"] !== "known";
    },
    answer: fault(412, "NotHeld"),
  };
  const byHead = contract({ ...looking, id: "thing/by-its-head", asksFirst: "head-only" });
  const byBody = contract({ ...looking, id: "thing/by-its-body", asksFirst: true });
  const answered = { status: 200, headers: { etag: "known" }, text: "hello" };
  const stateOf = (...contracts: Contract[]) => new ContractState(contracts, { windows: {}, knowsAll: true });

  const alone = stateOf(byHead);
  const both = stateOf(byHead, byBody);
  const spoken = alone.after(call("Read"), { ...answered, headers: {} }, 1);
  both.after(call("Read"), answered, 1);

  expect([alone.readsAnswer("Read"), both.readsAnswer("Read")]).toEqual([false, true]);
  expect(alone.before(call("Read"), 1)).toBeUndefined();
  expect(spoken?.answer.code).toBe("NotHeld");
  expect(seen).toEqual([{ status: 200, headers: {} }, { status: 200, headers: { etag: "known" } }, answered]);
});

test("a time is remembered until what it is of was undone", () => {
  const undone = { deleted: lastSuccessOf("Delete").until("Make").on("name") };
  const when = ({ deleted }: { readonly deleted: number | undefined }) => deleted !== undefined;
  const state = new ContractState([{ ...contract({ ...notWritten, track: undone, when }) }], {
    windows: {},
    knowsAll: true,
  });
  state.learn({ call: call("Delete"), answered: done, now: 1 });

  expect(state.before(call("Make"), 2)?.answer.code).toBe("BeingDeleted");
  state.learn({ call: call("Make"), answered: { status: 409, headers: {} }, now: 2 });
  expect(state.before(call("Make"), 3)?.answer.code).toBe("BeingDeleted");
  state.learn({ call: call("Make"), answered: done, now: 3 });
  expect(state.before(call("Make"), 4)).toBeUndefined();
});

test.each<readonly [which: string, trackers: readonly Tracker[]]>([
  [
    "functions without a name",
    [
      lastSuccessOf("Delete").on(({ input }) => `${input["name"]}`),
      lastSuccessOf("Delete").on(({ input }) => `the ${input["name"]}`),
    ],
  ],
  [
    "a name that both have",
    [keyOf("name"), ({ input }: Call) => `the ${input["name"]}`].map((key) =>
      existenceOf({ name: "things", key, made: ["Make"], removed: ["Delete"] }),
    ),
  ],
])("trackers with %s are two, and so both their contracts speak", (_which, trackers) => {
  const contracts = trackers.map((past, index) =>
    contract({
      ...notWritten,
      id: `thing/${index}`,
      track: { past },
      when: (situation) => situation.past !== undefined,
    }),
  );
  const state = new ContractState(contracts, { windows: {}, knowsAll: true });

  state.learn({ call: call("Delete"), answered: done, now: 1 });

  const spoken = state.all(call("Make"), done, 2);
  expect(spoken.map(({ contract: { id } }) => id)).toEqual(["thing/0", "thing/1"]);
});

test("a tracker that fails is told of as its own contract's", () => {
  const named = { name: "things", operations: ["Make"], key: () => "all" };
  const counting: Tracker<number> = { ...named, next: (before = 0) => before + 1 };
  const failing: Tracker<number> = {
    ...named,
    next: () => {
      throw new Error("it cannot count");
    },
  };
  const contracts = [counting, failing].map((count, index) =>
    contract({ ...notWritten, id: `thing/${index}`, track: { count }, when: () => false }),
  );
  const told: string[] = [];
  const state = new ContractState(contracts, {
    windows: {},
    knowsAll: true,
    onBroken: ({ error }) => told.push(error.message),
  });

  state.learn({ call: call("Make"), answered: done, now: 1 });

  expect(told).toEqual(["the contract thing/1 cannot be asked: it cannot count"]);
});

test.each([
  ["a name before a function", ["name", ({ input }: Call) => input["part"] as string]],
  ["a function before a name", [({ input }: Call) => input["part"] as string, "name"]],
])("%s is a key of both", (_which, key) => {
  const tracked = lastSuccessOf("Delete").on(...key);
  const keys = [
    { name: "a", part: "1" },
    { name: "a", part: "2" },
    { name: "b", part: "1" },
  ].map((input) => tracked.key(call("Delete", input)));

  expect(new Set(keys).size).toBe(3);
  expect(tracked.key(call("Delete", { name: "a" }))).toBeUndefined();
  expect(tracked.key(call("Delete", { part: "1" }))).toBeUndefined();
});

test("an answer is kept by status and code; one to HEAD may have no code", () => {
  const wanted = fault(416, "InvalidPageRange");

  expect(isKept(wanted, { status: 416, code: "InvalidPageRange", headers: {} })).toBe(true);
  expect(isKept(wanted, { status: 416, headers: {} })).toBe(false);
  expect(isKept(wanted, { status: 416, headers: {} }, true)).toBe(true);
  expect(isKept(wanted, { status: 400, code: "InvalidPageRange", headers: {} })).toBe(false);
});
