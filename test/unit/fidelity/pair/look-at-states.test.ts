import { expect, test } from "vitest";
import type { State } from "../../../../src/clouds/index.ts";
import { lookAtStates } from "../../../../src/fidelity/pair/look-at-states.ts";
import type { Stage } from "../../../../src/fidelity/sides/side.ts";

/** A stage with a state whose parts are read by operations called as they are; it remembers who was asked. */
function stageOf(state: State): Stage & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    refusal: async () => undefined,
    call: () => Promise.reject(new Error("nothing is called here")),
    async probe(_, wanted = () => true) {
      const read = Object.keys(state).filter(wanted);
      asked.push(read.join(" "));
      return Object.fromEntries(
        Object.entries(state).map(([name, part]) => [name, read.includes(name) ? part : { unreadable: "" }]),
      );
    },
    async [Symbol.asyncDispose]() {},
  };
}

const isKnown = () => false;
const service = "dynamodb";

test("where a glance shows nothing, nothing else is read", async () => {
  const [emulator, reference] = [stageOf({ items: 1, tags: 1 }), stageOf({ items: 1, tags: 2 })];

  const differences = await lookAtStates([["photos"]], {
    service,
    emulator,
    reference,
    isKnown,
    wanted: (read) => read === "items",
  });

  expect(differences).toEqual([]);
  expect(emulator.asked).toEqual(["items"]);
});

test("what a glance shows is looked at whole, and again before it counts", async () => {
  const [emulator, reference] = [stageOf({ items: 1, tags: 1 }), stageOf({ items: 2, tags: 2 })];

  const differences = await lookAtStates([["photos"]], {
    service,
    emulator,
    reference,
    isKnown,
    wanted: (read) => read === "items",
  });

  expect(differences.map(({ place }) => place)).toEqual(["state items", "state tags"]);
  expect(emulator.asked).toEqual(["items", "items tags", "items tags", "items tags"]);
});

test("of an account only its settings are read: what is in it may be others'", async () => {
  const account = (names: readonly string[], Service_GetProperties: number) =>
    stageOf({ Service_ListQueuesSegment: names, Service_GetProperties });
  const look = (emulator: Stage, reference: Stage) =>
    lookAtStates([[]], { service, emulator, reference, isKnown });

  const others = await look(account(["a"], 1), account(["b"], 1));
  const own = await look(account([], 1), account([], 2));

  expect(others).toEqual([]);
  expect(own.map(({ place }) => place)).toEqual(["state Service_GetProperties"]);
});
