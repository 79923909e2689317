import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import type { Sequence } from "../../../../src/explore/index.ts";
import type { Side, Stage } from "../../../../src/fidelity/index.ts";
import { performer } from "../../../../src/fidelity/pair/perform.ts";
import type { StageOptions } from "../../../../src/fidelity/sides/side.ts";
import type { RestoreOptions } from "../../../../src/fidelity/undo/settings.ts";
import type { Input } from "../../../../src/model/index.ts";
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

test("where both have died of a call, nothing of what comes behind it is performed", async () => {
  const calls: string[] = [];
  const dies = () =>
    sideThat((told, made) => {
      calls.push(made.at(-1)?.operation ?? "");
      told.losses++;
      return { kind: "failed", via: "sdk", message: "socket hang up", attempts: 1 };
    });

  const { steps, discrepancy } = await performer({ emulator: dies(), reference: dies() })([
    ...sequence,
    ...sequence,
  ]);

  expect([steps.length, discrepancy, calls.length]).toEqual([1, undefined, 2]);
});

test("that a reference has died of a call is no finding of what runs elsewhere and did not answer it either", async () => {
  const silent = () =>
    sideThat(() => ({ kind: "failed", via: "sdk", message: "socket hang up", attempts: 1 }));
  const elsewhere = { ...silent(), isOurs: false, recover: async () => "alive" as const };
  const answering = { ...sideThat(() => answered(200)), isOurs: false };

  const unseen = await performer({ emulator: elsewhere, reference: silent() })(sequence);
  const seen = await performer({ emulator: answering, reference: silent() })(sequence);

  expect(unseen.discrepancy).toBeUndefined();
  expect(seen.discrepancy?.died).toBe("reference");
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

test("a state that differs cites no contract of the answer, and an answer that differs does", async () => {
  const contract = { "x-touchstone-contract": "azure-queue/some" };
  const change = sequence.map((step) => ({ ...step, operation: "Queue_SetMetadata" }));
  const reference = sideThat(() => answered(204, contract));
  const silent = sideThat(
    () => answered(204),
    () => ({ tags: "gone" }),
  );

  const state = await performer({ emulator: silent, reference })(change);
  const answer = await performer({ emulator: sideThat(() => answered(404)), reference })(change);

  expect(state.discrepancy?.manifestation).toBe("state");
  expect([state.discrepancy?.contract, answer.discrepancy?.contract]).toEqual([
    undefined,
    "azure-queue/some",
  ]);
});

test.each([0, 1])("what a call sets again is looked at before, also with %i reads between", async (reads) => {
  const [step] = sequence;
  if (step === undefined) expect.fail("no step");
  const between = Array<typeof step>(reads).fill(step);
  const set = (metadata: Record<string, string>) => ({
    ...step,
    operation: "Queue_SetMetadata",
    input: { ...step.input, metadata },
  });
  const loses = sideThat(
    () => answered(204),
    (calls) => ({ metadata: calls.length === 1 + reads ? "lost" : "there" }),
  );
  const keeps = sideThat(
    () => answered(204),
    () => ({ metadata: "there" }),
  );

  const { discrepancy } = await performer({ emulator: loses, reference: keeps })([
    set({ a: "1" }),
    ...between,
    set({}),
  ]);

  expect(discrepancy).toMatchObject({ step: 0, manifestation: "state" });
});

test("what both have refused is not looked at between others, unless it is its turn", async () => {
  const [step] = sequence;
  if (step === undefined) expect.fail("no step");
  const set = (value: string) => ({
    ...step,
    operation: "Queue_SetMetadata",
    input: { ...step.input, metadata: { a: value } },
  });
  let looks = 0;
  const refusesSecond = () =>
    sideThat(
      (_, calls) => answered(calls.length === 2 ? 400 : 204),
      () => {
        looks++;
        return {};
      },
    );

  await performer({ emulator: refusesSecond(), reference: refusesSecond() })([set("1"), set("2"), set("3")], {
    probes: "last",
    turn: 1,
  });

  // On two sides, behind the first and the last.
  expect(looks).toBe(4);
});

test("who begins while a process is being started again waits for it, and is not disturbed", async () => {
  const { promise: started, resolve: start } = Promise.withResolvers<void>();
  let isStarted = false;
  const side = sideThat((told) => {
    if (!isStarted) told.losses++;
    return answered(isStarted ? 200 : 503);
  });
  const restarting = { ...side, origin: "another side", ready: () => started };

  const performing = performer({ emulator: restarting, reference: side })(sequence);
  await delay(5);
  isStarted = true;
  start();

  expect(await performing).toMatchObject({ steps: [{ emulator: { status: 200 } }] });
  expect((await performing).isDisturbed).toBeUndefined();
});

test("what is lost while it is cleared up has not disturbed it", async () => {
  let losses = 0;
  const side = sideThat(() => answered(200));
  const dying = {
    ...side,
    origin: "another side",
    get losses() {
      return losses;
    },
    open: () => ({
      ...side.open(),
      async [Symbol.asyncDispose]() {
        losses++;
      },
    }),
  };

  expect((await performer({ emulator: dying, reference: side })(sequence)).isDisturbed).toBeUndefined();
  expect(losses).toBe(1);
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

/** A side on whose stages something else is done. */
function withStages(side: Side, other: Partial<Stage>): Side {
  return { ...side, open: () => ({ ...side.open(), ...other }) };
}

const lost = new Error("a target is lost");

test("where one side fails, it is not over before the other is done", async () => {
  let isDone = false;
  const failing = withStages(honest, { call: () => Promise.reject(lost) });
  const slow = withStages(honest, {
    async call() {
      await delay(50);
      isDone = true;
      return answered(200);
    },
  });

  await expect(performer({ emulator: failing, reference: slow })(sequence)).rejects.toBe(lost);

  expect(isDone).toBe(true);
});

test("what fails when the stages are left does not hide what failed before, and the other is left all the same", async () => {
  let isLeft = false;
  const unclean = () => Promise.reject(new Error("not removed"));
  const failing = withStages(honest, { call: () => Promise.reject(lost), [Symbol.asyncDispose]: unclean });
  const other = withStages(honest, {
    async [Symbol.asyncDispose]() {
      await delay(50);
      isLeft = true;
    },
  });

  await expect(performer({ emulator: failing, reference: other })(sequence)).rejects.toBe(lost);

  expect(isLeft).toBe(true);
});

/** Calls of S3 for one bucket. */
function ofBucket(...calls: readonly (readonly [operation: string, input: Input])[]): Sequence {
  return calls.map(([operation, input]) => ({
    operation,
    input: { Bucket: "ts000000", ...input },
    caller: "owner",
    tries: { kind: "valid" },
  }));
}

/** A side that does everything it is asked, and shows what it is told to. */
function sideOfS3(shows?: Parameters<typeof sideThat>[1]): Side {
  return { ...sideThat(() => answered(200), shows), service: "s3" };
}

const tagged = ["PutBucketTagging", { Tagging: { TagSet: [{ Key: "a", Value: "b" }] } }] as const;
/** Without a name, it sets the grants of the bucket. */
const nameless = ["PutObjectAcl", { Key: "", ACL: "private" }] as const;

test.each([
  ["is last", [tagged]],
  ["comes before one that is another operation on the wire", [tagged, nameless]],
])("a call that has changed a state in silence is told, where it %s", async (_, calls) => {
  const emulator = sideOfS3((made) =>
    made.some(({ operation }) => operation === "PutBucketTagging") ? { tagging: "lost" } : {},
  );

  const { discrepancy, steps } = await performer({ emulator, reference: sideOfS3() })(ofBucket(...calls));

  expect(discrepancy).toMatchObject({ step: 0, manifestation: "state" });
  expect(steps).toHaveLength(1);
});

test.each([
  ["alone", [nameless]],
  ["behind one that has changed nothing else", [tagged, nameless]],
])(
  "a state that differs by a call that is another operation on the wire is no finding: %s",
  async (_, calls) => {
    const emulator = sideOfS3((made) =>
      made.some(({ operation }) => operation === "PutObjectAcl") ? { acl: "other" } : {},
    );

    const { discrepancy, steps } = await performer({ emulator, reference: sideOfS3() })(ofBucket(...calls));

    expect(discrepancy).toBeUndefined();
    expect(steps).toHaveLength(calls.length);
    expect(steps.at(-1)).toMatchObject({ emulator: { kind: "masked" }, reference: { kind: "masked" } });
  },
);

/** A sequence that needs the account alone: it lists one thing at a time. */
const alone: Sequence = [
  {
    operation: "Service_ListQueuesSegment",
    input: { maxPageSize: 1 },
    caller: "owner",
    tries: { kind: "valid" },
  },
];

/** A side, and how it was asked to be at rest, to be left, and to be new. */
function restingSide({ isOurs = true, isAsNew = true } = {}) {
  const asked: string[] = [];
  const side = sideThat(() => answered(200));
  const { open } = side;
  return {
    asked,
    side: Object.assign(side, {
      isOurs,
      isAsNew,
      atRest: async (how?: RestoreOptions) => void asked.push(`at rest ${how?.asGoodAsNew}`),
      asNew: async () => void asked.push("as new"),
      open: (own?: Iterable<string>, how?: StageOptions) => {
        asked.push(`open ${how?.asGoodAsNew}`);
        return open(own, how);
      },
    }),
  };
}

const glancing = { probes: "last", turn: 1 } as const;

test("whoever only glances leaves what all share as good as new to the next, and others find and leave it new", async () => {
  const glanced = restingSide();
  const looked = restingSide();

  await performer({ emulator: glanced.side, reference: restingSide().side })(alone, glancing);
  await performer({ emulator: looked.side, reference: restingSide().side })(alone);

  expect(glanced.asked).toEqual(["at rest true", "open true"]);
  expect(looked.asked).toEqual(["at rest false", "open false"]);
});

test("where one side is new and the other as good as new, both are made new", async () => {
  const [one, other] = [restingSide({ isAsNew: false }), restingSide()];

  await performer({ emulator: one.side, reference: other.side })(alone, glancing);

  expect([one.asked, other.asked]).toEqual(Array(2).fill(["at rest true", "as new", "open true"]));
});

test("where one side is not ours to be emptied, both stay as good as new", async () => {
  const [one, other] = [restingSide({ isOurs: false, isAsNew: false }), restingSide()];

  await performer({ emulator: one.side, reference: other.side })(alone);

  expect([one.asked, other.asked]).toEqual(Array(2).fill(["at rest true", "open true"]));
});

test("whoever does not need the account alone leaves nothing to others that is not new", async () => {
  const { side, asked } = restingSide();

  await performer({ emulator: side, reference: restingSide().side })(sequence, glancing);

  expect(asked).toEqual(["open false"]);
});
