import { expect, test } from "vitest";
import type { Sequence } from "../../../../src/explore/index.ts";
import { performer } from "../../../../src/fidelity/pair/perform.ts";
import { answered, sideThat } from "../told-side.ts";

const sequence: Sequence = [
  {
    operation: "Queue_GetProperties",
    input: { queueName: "ts000000" },
    caller: "owner",
    tries: { kind: "valid" },
  },
];

const honest = sideThat(() => answered(200));

test("what was emptied meanwhile has disturbed it: what it had made was lost", async () => {
  const emptied = sideThat((told) => {
    told.losses++;
    return answered(404);
  });

  const disturbed = await performer({ emulator: emptied, reference: honest })(sequence);
  const undisturbed = await performer({ emulator: honest, reference: honest })(sequence);

  expect([disturbed.isDisturbed, undisturbed.isDisturbed]).toEqual([true, undefined]);
});

/** A side whose process dies of the first call that it gets, and says something. */
function dyingOnce(...lastWords: string[]) {
  let calls = 0;
  const side = sideThat((told) => {
    if (calls++ > 0) return answered(200);
    told.losses++;
    return answered(500);
  });
  return { side: Object.assign(side, { lastWords }), calls: () => calls };
}

test("what died of somebody else, by its own last words, is asked again", async () => {
  const named = dyingOnce("Error: ENOENT: no such file, open '/tmp/data/fz0000zz/a'");

  const performed = await performer({ emulator: named.side, reference: honest })(sequence);

  expect(performed).toMatchObject({ steps: [{ emulator: { status: 200 } }] });
  expect([performed.isDisturbed, named.calls()]).toEqual([undefined, 2]);
});

test.each([
  ["names the one that was performed", ["Error: open '/tmp/data/fz000001/a'"]],
  ["names it beside others", ["Error: copy '/tmp/fz0000zz/a' to '/tmp/fz000001/a'"]],
  ["names nobody", ["Error: out of memory"]],
])("what died and %s is not asked again", async (_, lastWords) => {
  const dying = dyingOnce(...lastWords);

  const performed = await performer({ emulator: dying.side, reference: honest })(sequence);

  expect([performed.isDisturbed, dying.calls()]).toEqual([true, 1]);
});

test("who always dies of others is not asked for ever", async () => {
  let calls = 0;
  const side = sideThat((told) => {
    calls++;
    told.losses++;
    return answered(500);
  });

  const performed = await performer({
    emulator: Object.assign(side, { lastWords: ["Error: open '/tmp/data/fz0000zz/a'"] }),
    reference: honest,
  })(sequence);

  expect([performed.isDisturbed, calls]).toEqual([true, 3]);
});

test("what hung has said nothing, whoever was named when it died before", async () => {
  const side = sideThat((told) => {
    told.losses++;
    return answered(500);
  });
  const hanging = Object.defineProperty(side, "crashes", { value: 0 });

  const { isDisturbed } = await performer({
    emulator: Object.assign(hanging, { lastWords: ["Error: open '/tmp/data/fz0000zz/a'"] }),
    reference: honest,
  })(sequence);

  expect(isDisturbed).toBe(true);
});

test("that a side was not asked any more is no difference, and what it has answered is one", async () => {
  const why = "the budget of 5 requests is spent";
  const silent = sideThat((told) => {
    told.spent = why;
    return { kind: "masked", via: "sdk", message: why };
  });
  const last = sideThat((told) => {
    told.spent = why;
    return answered(404);
  });

  const unasked = await performer({ emulator: honest, reference: silent })(sequence);
  const asked = await performer({ emulator: honest, reference: last })(sequence);

  expect(unasked.discrepancy).toBeUndefined();
  expect(asked.discrepancy).toMatchObject({ emulator: { status: 200 }, reference: { status: 404 } });
});

test("where answers differ, states are looked at whole, whoever's turn it is", async () => {
  const wanted: boolean[] = [];
  const looking = (header: string) => {
    const side = sideThat(() => answered(201, { "x-ms-approximate-messages-count": header }));
    return {
      ...side,
      open: () => ({
        ...side.open(),
        probe: async (_: unknown, isWanted: (read: string) => boolean = () => true) => {
          wanted.push(isWanted("Queue_GetAccessPolicy"));
          return {};
        },
      }),
    };
  };
  const makes: Sequence = [
    {
      operation: "Queue_Create",
      input: { queueName: "ts000000" },
      caller: "owner",
      tries: { kind: "valid" },
    },
  ];

  const [one, other] = [looking("1"), { ...looking("2"), origin: "another side" }];
  const { discrepancy } = await performer({ emulator: one, reference: sideThat(() => answered(409)) })(
    makes,
    {
      probes: "last",
      turn: 1,
    },
  );
  const agreeing = await performer({ emulator: other, reference: other })(makes, { probes: "last", turn: 1 });

  expect(discrepancy).toMatchObject({ emulator: { status: 201 }, reference: { status: 409 } });
  expect(agreeing.discrepancy).toBeUndefined();
  expect(wanted).toEqual([true]);
});
