import { expect, test } from "vitest";
import type { CallResult } from "../../../../src/clouds/index.ts";
import type { Sequence } from "../../../../src/explore/index.ts";
import { performedAlone } from "../../../../src/fidelity/fuzz/aftermath.ts";
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
function disturbed(name: string, result = failed) {
  const planned: Plan = {
    name,
    sequence: [{ operation: name, input: {}, caller: "owner", tries: { kind: "valid" } }],
  };
  const performed: Performed = { steps: [{ emulator: result, reference: result }], isDisturbed: true };
  return { planned, performed };
}

/** Who was performed again, in which order, and who it is due to by that; the deadly ones are deadly each time. */
async function aftermath(
  these: readonly ReturnType<typeof disturbed>[],
  { deadly, suspects, most = 100 }: { deadly: readonly string[]; suspects: readonly string[]; most?: number },
) {
  const order: string[] = [];
  const died: string[] = [];
  let all = 0;
  await performedAlone(these, {
    perform: async ({ name }) => {
      order.push(name);
      return { steps: [], ...(deadly.includes(name) && { isDisturbed: true }) };
    },
    suspicion: ({ operation }) => (suspects.includes(operation) ? 2 : 0),
    isLate: () => order.length >= most,
    onPerformed: ({ name }, { isDisturbed }) => {
      all++;
      if (isDisturbed === true) died.push(name);
    },
  });
  return { order, died, all };
}

const hung: CallResult = { ...failed, isHung: true };
const three = ["a", "b", "c"].map((name) => disturbed(name, hung));

test("who is suspected comes last, and need not hang a second time where nobody else has", async () => {
  expect(await aftermath(three, { deadly: ["b"], suspects: ["b"] })).toEqual({
    order: ["a", "c"],
    died: ["b"],
    all: 3,
  });
});

test("where another has hung, the last one is performed as well", async () => {
  expect(await aftermath(three, { deadly: ["a"], suspects: ["b"] })).toEqual({
    order: ["a", "c", "b"],
    died: ["a"],
    all: 3,
  });
});

test("where nobody stands out, all are performed, and nobody is blamed", async () => {
  expect(await aftermath(three, { deadly: [], suspects: ["b", "c"] })).toEqual({
    order: ["a", "b", "c"],
    died: [],
    all: 3,
  });
});

test("several that are deadly are all found", async () => {
  expect((await aftermath(three, { deadly: ["a", "c"], suspects: ["b", "c"] })).died).toEqual(["a", "c"]);
});

test("what has died may have died of several at once: the most suspicious is performed as well", async () => {
  const dead = ["a", "b"].map((name) => disturbed(name));

  expect(await aftermath(dead, { deadly: [], suspects: ["a"] })).toEqual({
    order: ["b", "a"],
    died: [],
    all: 2,
  });
});

test("nobody is blamed whose last call was answered", async () => {
  const calm = [disturbed("a", refused), disturbed("b", refused)];

  expect(await aftermath(calm, { deadly: [], suspects: ["b"] })).toEqual({
    order: ["a", "b"],
    died: [],
    all: 2,
  });
});

test("who was disturbed alone is performed again, since it may have been something else", async () => {
  expect(await aftermath(three.slice(0, 1), { deadly: [], suspects: ["a"] })).toEqual({
    order: ["a"],
    died: [],
    all: 1,
  });
});

test("when it is late, the others stay as they are", async () => {
  expect(await aftermath(three, { deadly: [], suspects: [], most: 1 })).toEqual({
    order: ["a"],
    died: [],
    all: 1,
  });
});
