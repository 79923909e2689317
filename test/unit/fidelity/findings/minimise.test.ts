import { describe, expect, test } from "vitest";
import { isFromAnswer, type Sequence, type Step } from "../../../../src/explore/index.ts";
import { minimise, type Plainer } from "../../../../src/fidelity/findings/minimise.ts";
import type { Discrepancy, Perform } from "../../../../src/fidelity/pair/performed.ts";
import { defineInterface, header, operation, path, string } from "../../../../src/model/index.ts";

const name = path("name", string({ charset: "a-z0-9 " }));
const shelf = defineInterface({
  name: "shelf",
  title: "Shelf",
  version: "1",
  types: {},
  operations: [
    operation("Make", "PUT /{name}", { input: [name], produces: { box: "request name" }, price: "write" }),
    operation("Lock", "POST /{name}", {
      input: [name, header("x-lock?", string(), "lock")],
      produces: { lock: "header x-lock" },
      outputHeaders: { "x-lock": string() },
      price: "write",
    }),
    operation("Label", "PATCH /{name}", {
      input: [name, header("x-text?", string(), "text"), header("x-lock?", string(), "lock")],
      price: "write",
    }),
    operation("Open", "GET /{name}", { input: [name, header("x-lock", string(), "lock")], price: "read" }),
    operation("Drop", "DELETE /{name}", { input: [name], price: "delete" }),
  ],
});

function step(operationName: string, input: Step["input"], more: Partial<Step> = {}): Step {
  return { operation: operationName, input, caller: "owner", tries: { kind: "valid" }, ...more };
}

/** A service whose emulator lets labels be too long, loses labels in silence, and forgets who may open. */
function shelves(): { readonly perform: Perform; readonly performed: Sequence[] } {
  const performed: Sequence[] = [];
  const perform: Perform = async (sequence, { probes } = { probes: "last" }) => {
    performed.push(sequence);
    const boxes = new Set<unknown>();
    let silent: Discrepancy | undefined;
    for (const [at, { operation: called, input, caller }] of sequence.entries()) {
      const isLast = at === sequence.length - 1;
      const text = typeof input["text"] === "string" ? input["text"] : "";
      if (called === "Make") boxes.add(input["name"]);
      if (called === "Label" && boxes.has(input["name"]) && text.length > 8) {
        return parting(at, "200", "400 TooLong");
      }
      if (called === "Label" && boxes.has(input["name"]) && text.startsWith("x")) {
        const place = `state boxes.${String(input["name"])}.labels[0]`;
        silent ??= {
          ...parted(at, "200", "200"),
          manifestation: "state",
          differences: [{ place, emulator: null, reference: text }],
        };
      }
      if (called === "Drop" && caller === "anonymous") return parting(at, "200", "403 Denied");
      if (called === "Open" && !boxes.has(input["name"])) return parting(at, "200", "404 NoBox");
      if (called === "Open" && String(input["name"]).startsWith("v") && isFromAnswer(input["lock"])) {
        return parting(at, "200", "423 Locked");
      }
      if (silent !== undefined && (probes === "each" || isLast)) {
        return { steps: [], discrepancy: { ...silent, step: at } };
      }
    }
    return { steps: [] };
  };
  return { perform, performed };
}

function parting(at: number, emulator: string, reference: string) {
  return { steps: [], discrepancy: parted(at, emulator, reference) };
}

function parted(at: number, emulator: string, reference: string): Discrepancy {
  const outcome = (said: string) => ({ status: Number(said.slice(0, 3)), code: said.slice(4) || null });
  return {
    step: at,
    emulator: outcome(emulator),
    reference: outcome(reference),
    differences: [],
    manifestation: "response",
    messages: { emulator: null, reference: null },
  };
}

/** Shorter texts, and without what may be left out. */
const plainer: Plainer = function* (input, { parameters }) {
  yield { input: { ...input, name: "?" } };
  for (const { name: parameter, required } of parameters) {
    const { [parameter]: value, ...rest } = input;
    if (value !== undefined && !required) yield { input: rest };
    if (typeof value === "string" && value.length > 1) {
      yield { input: { ...input, [parameter]: value.slice(0, value.length / 2) } };
      yield { input: { ...input, [parameter]: value.slice(0, -1) } };
      yield { input: { ...input, [parameter]: "a".repeat(value.length) } };
    }
  }
};

async function minimised(sequence: Sequence, budget = 500) {
  const { perform, performed } = shelves();
  const { discrepancy } = await perform(sequence);
  if (discrepancy === undefined) throw new Error("the sides agree");
  performed.length = 0;
  const result = await minimise(sequence, discrepancy, perform, { budget, plainer, interface: shelf });
  return { ...result, performed };
}

const long: Sequence = [
  step("Make", { name: "first" }),
  step("Make", { name: "box" }),
  step("Lock", { name: "box" }),
  step("Open", { name: "box", lock: { $from: 2, at: "header x-lock" } }),
  step("Lock", { name: "first" }),
  step(
    "Label",
    { name: "box", text: "something long", lock: { $from: 4, at: "header x-lock" } },
    { caller: "weak-sas", via: "raw" },
  ),
  step("Drop", { name: "box" }),
];

describe("minimise", () => {
  test("leaves the steps, callers and values that are needed, and no others", async () => {
    const { sequence, discrepancy, performances, performed } = await minimised(long);

    expect(sequence).toEqual([step("Make", { name: "b" }), step("Label", { name: "b", text: "aaaaaaaaa" })]);
    expect(discrepancy).toMatchObject({ step: 1, reference: { status: 400, code: "TooLong" } });
    expect(performed).toHaveLength(performances);
  });

  test("what a value that was replaced had tried is not said any more, in no step", async () => {
    const changed = { kind: "mutated", path: "name", how: "blank inside" } as const;
    const { sequence } = await minimised([
      step("Make", { name: "bo x" }, { tries: changed }),
      step("Label", { name: "bo x", text: "something long" }, { tries: changed }),
    ]);

    expect(sequence).toEqual([step("Make", { name: "b" }), step("Label", { name: "b", text: "aaaaaaaaa" })]);
  });

  test("does the same each time, and performs nothing twice", async () => {
    const [one, other] = [await minimised(long), await minimised(long)];

    expect(other.performed).toEqual(one.performed);
    expect(new Set(one.performed.map((each) => JSON.stringify(each))).size).toBe(one.performances);
  });

  test.each([0, 1, 2, 5, 9])(
    "stays within a budget of %i, and is never worse than before",
    async (budget) => {
      const { sequence, discrepancy, performances } = await minimised(long, budget);

      expect(performances).toBeLessThanOrEqual(budget);
      expect(sequence.length).toBeLessThanOrEqual(6);
      expect(discrepancy).toMatchObject({ step: sequence.length - 1, reference: { code: "TooLong" } });
    },
  );

  test("counts references anew, and keeps the step that a needed value comes from", async () => {
    const { sequence } = await minimised([
      step("Make", { name: "first" }),
      step("Make", { name: "vault" }),
      step("Lock", { name: "vault" }),
      step("Open", { name: "vault", lock: { $from: 2, at: "header x-lock" } }),
    ]);

    expect(sequence).toEqual([
      step("Make", { name: "v" }),
      step("Lock", { name: "v" }),
      step("Open", { name: "v", lock: { $from: 1, at: "header x-lock" } }),
    ]);
  });

  test("takes a value from where the step had it that gave it, and does without where any will do", async () => {
    const { sequence: chained } = await minimised([
      step("Make", { name: "v" }),
      step("Lock", { name: "v" }),
      step("Lock", { name: "v", lock: { $from: 1, at: "header x-lock" } }),
      step("Open", { name: "v", lock: { $from: 2, at: "header x-lock" } }),
    ]);
    const { sequence: free } = await minimised([
      step("Lock", { name: "a" }),
      step("Open", { name: "b", lock: { $from: 0, at: "header x-lock" } }),
    ]);

    expect(chained).toEqual([
      step("Make", { name: "v" }),
      step("Lock", { name: "v" }),
      step("Open", { name: "v", lock: { $from: 1, at: "header x-lock" } }),
    ]);
    expect(free).toEqual([step("Open", { name: "b", lock: "n" })]);
  });

  test("a name that several steps use is made plainer in all of them, and a token in none", async () => {
    const { sequence } = await minimised([
      step("Make", { name: "ts000001" }),
      step("Make", { name: "some box" }),
      step("Label", { name: "ts000001", text: "something long" }),
    ]);

    expect(sequence).toEqual([
      step("Make", { name: "ts000001" }),
      step("Label", { name: "ts000001", text: "aaaaaaaaa" }),
    ]);
  });

  test("keeps the caller that the discrepancy is about", async () => {
    const { sequence } = await minimised([
      step("Make", { name: "a" }, { caller: "weak-sas", tries: { kind: "unauthorised" } }),
      step("Drop", { name: "a" }, { caller: "anonymous", tries: { kind: "unauthorised" } }),
    ]);

    expect(sequence).toEqual([
      step("Drop", { name: "a" }, { caller: "anonymous", tries: { kind: "unauthorised" } }),
    ]);
  });

  test("blames a difference of states on the step that made it, and keeps its place whatever the names", async () => {
    const { sequence, discrepancy } = await minimised([
      step("Make", { name: "boxed" }),
      step("Label", { name: "boxed", text: "xyz" }),
      step("Make", { name: "other" }),
    ]);

    expect(sequence).toEqual([step("Make", { name: "b" }), step("Label", { name: "b", text: "x" })]);
    expect(discrepancy).toMatchObject({ step: 1, manifestation: "state" });
    expect(discrepancy.differences[0]?.place).toBe("state boxes.b.labels[0]");
  });
});
