import { expect, test } from "vitest";
import type { CallResult } from "../../../../src/clouds/index.ts";
import type { Sequence } from "../../../../src/explore/index.ts";
import { Aftermath, performTogether, settleDisturbed } from "../../../../src/fidelity/fuzz/aftermath.ts";
import type { Performed } from "../../../../src/fidelity/pair/performed.ts";

interface Plan {
  readonly name: string;
  readonly sequence: Sequence;
}

const failed: CallResult = { kind: "failed", via: "sdk", message: "socket hang up", attempts: 1 };
const refused: CallResult = {
  kind: "answered",
  via: "sdk",
  status: 404,
  headers: {},
  body: new Uint8Array(),
  attempts: 1,
};

/** A sequence of one call that was disturbed, by then answered or not. */
function disturbed(name: string, result = failed, reference = result) {
  const planned: Plan = {
    name,
    sequence: [{ operation: name, input: {}, caller: "owner", tries: { kind: "valid" } }],
  };
  const performed: Performed = { steps: [{ emulator: result, reference }], isDisturbed: true };
  return { planned, performed };
}

interface Situation {
  readonly deadly: readonly string[];
  readonly suspects: readonly string[];
  /** Deadly beside others, and not alone. */
  readonly quarrelsome?: readonly string[];
  /** For how many there is time, and for how many at once. */
  readonly most?: number;
}

/** Who was performed again, in which order, and who it is due to by that; the deadly ones are deadly each time. */
async function aftermath(
  these: readonly ReturnType<typeof disturbed>[],
  { deadly, suspects, quarrelsome = [], most = 100 }: Situation,
) {
  const order: string[] = [];
  const together: string[][] = [];
  const died: string[] = [];
  let all = 0;
  const perform = async ({ name }: Plan): Promise<Performed> => {
    order.push(name);
    return { steps: [], ...(deadly.includes(name) && { isDisturbed: true }) };
  };
  await settleDisturbed(these, {
    perform,
    async performTogether(several, onDone) {
      together.push(several.map(({ name }) => name));
      const isFatal = several.some(({ name }) => deadly.includes(name) || quarrelsome.includes(name));
      const begun = several.slice(0, most);
      for (const planned of begun)
        onDone({ planned, performed: { steps: [], ...(isFatal && { isDisturbed: true }) } });
    },
    suspicion: ({ operation }) => (suspects.includes(operation) ? 2 : 0),
    isLate: () => order.length >= most,
    onSettled: ({ name }, { isDisturbed }) => {
      all++;
      if (isDisturbed === true) died.push(name);
    },
  });
  return { together, order, died, all };
}

const hung: CallResult = { ...failed, isHung: true };
const three = ["a", "b", "c"].map((name) => disturbed(name, hung));

test("who is suspected comes last, and need not hang a second time where nobody else has", async () => {
  expect(await aftermath(three, { deadly: ["b"], suspects: ["b"] })).toEqual({
    together: [["a", "c"]],
    order: [],
    died: ["b"],
    all: 3,
  });
});

test("where one side alone has hung, everybody is performed: somebody else may have stopped it", async () => {
  const one = ["a", "b", "c"].map((name) => disturbed(name, hung, refused));

  expect(await aftermath(one, { deadly: [], suspects: ["b"] })).toEqual({
    together: [["a", "c"]],
    order: ["b"],
    died: [],
    all: 3,
  });
});

test("where another has hung, all are performed alone", async () => {
  expect(await aftermath(three, { deadly: ["a"], suspects: ["b"] })).toEqual({
    together: [["a", "c"]],
    order: ["a", "c", "b"],
    died: ["a"],
    all: 3,
  });
});

test("where nobody stands out, all are performed, and nobody is blamed", async () => {
  expect(await aftermath(three, { deadly: [], suspects: ["b", "c"] })).toEqual({
    together: [],
    order: ["a", "b", "c"],
    died: [],
    all: 3,
  });
});

test("several that are deadly are all found", async () => {
  expect((await aftermath(three, { deadly: ["a", "c"], suspects: ["b", "c"] })).died).toEqual(["a", "c"]);
});

test("who was named need not be performed again, and all others are at once", async () => {
  const [a, b, c] = ["a", "b", "c"].map((name) => disturbed(name));
  if (a === undefined || b === undefined || c === undefined) expect.fail("three");
  const named = { ...b, performed: { ...b.performed, isToBlame: true as const } };

  expect(await aftermath([a, named, c], { deadly: [], suspects: ["c"] })).toEqual({
    together: [["a", "c"]],
    order: [],
    died: ["b"],
    all: 3,
  });
  expect(await aftermath([a, named, c], { deadly: ["a"], suspects: ["c"] })).toEqual({
    together: [["a", "c"]],
    order: ["a", "c"],
    died: ["b", "a"],
    all: 3,
  });
});

test("of several that were named, nobody is blamed without having died alone", async () => {
  const named = ["a", "b"].map((name) => {
    const { planned, performed } = disturbed(name);
    return { planned, performed: { ...performed, isToBlame: true as const } };
  });

  expect(await aftermath(named, { deadly: ["b"], suspects: [] })).toMatchObject({
    order: ["a", "b"],
    died: ["b"],
  });
});

test("where others hang without the most suspicious one, it is not spared", async () => {
  expect(await aftermath(three, { deadly: [], suspects: ["b"], quarrelsome: ["a"] })).toEqual({
    together: [["a", "c"]],
    order: ["a", "c", "b"],
    died: [],
    all: 3,
  });
});

test("those that there was no time for at once are performed alone, if there is any", async () => {
  expect(await aftermath(three, { deadly: [], suspects: ["b"], most: 1 })).toEqual({
    together: [["a", "c"]],
    order: ["c"],
    died: [],
    all: 2,
  });
});

test("what has died may have died of several at once: the most suspicious is performed as well", async () => {
  const dead = ["a", "b"].map((name) => disturbed(name));

  expect(await aftermath(dead, { deadly: [], suspects: ["a"] })).toEqual({
    together: [],
    order: ["b", "a"],
    died: [],
    all: 2,
  });
});

test("nobody is blamed whose last call was answered", async () => {
  const calm = [disturbed("a", refused), disturbed("b", refused)];

  expect(await aftermath(calm, { deadly: [], suspects: ["b"] })).toEqual({
    together: [],
    order: ["a", "b"],
    died: [],
    all: 2,
  });
});

test("who was disturbed alone is performed again, since it may have been something else", async () => {
  expect(await aftermath(three.slice(0, 1), { deadly: [], suspects: ["a"] })).toEqual({
    together: [],
    order: ["a"],
    died: [],
    all: 1,
  });
});

test("when it is late, the others stay as they are", async () => {
  expect(await aftermath(three, { deadly: [], suspects: [], most: 1 })).toEqual({
    together: [],
    order: ["a"],
    died: [],
    all: 1,
  });
});

const lost = new Error("a target is lost");

/** Plans, and how each of them is performed: one fails, and the others are not disturbed. */
function failing(name: string) {
  return {
    service: "azure-queue" as const,
    width: 3,
    perform: async (planned: Plan): Promise<Performed> => {
      if (planned.name === name) throw lost;
      return { steps: [] };
    },
    suspicion: () => 0,
    isLate: () => false,
  };
}

const plans = ["Queue_Create", "Queue_Delete", "Queue_SetMetadata"].map((name, at) => ({
  name,
  sequence: [
    { operation: name, input: { queueName: `ts00000${at}` }, caller: "owner", tries: { kind: "valid" } },
  ],
})) satisfies readonly Plan[];

test("where one of several that are performed together fails, what has come of the others is kept", async () => {
  const told: string[] = [];

  const performing = performTogether<Plan>(plans, failing("Queue_Delete"), ({ planned }) =>
    told.push(planned.name),
  );

  await expect(performing).rejects.toBe(lost);
  expect(told).toEqual(["Queue_Create", "Queue_SetMetadata"]);
});

test("who was disturbed is known by what came of it among others until it was performed by itself", async () => {
  const aftermath = new Aftermath<Plan>(failing("Queue_Delete"));
  const done = plans.map((planned) => ({
    planned,
    performed: { steps: [{ emulator: refused, reference: refused }], isDisturbed: true as const },
  }));

  // What nobody suspects is not performed together where all are like that.
  await expect(aftermath.settle(done)).rejects.toBe(lost);

  expect(done.map((one) => aftermath.isUnsettled(one))).toEqual([false, true, true]);
  expect(done.map((one) => aftermath.of(one).isDisturbed)).toEqual([undefined, true, true]);
});
