import { expect, test } from "vitest";
import type { CallResult } from "../../../../src/clouds/index.ts";
import type { Sequence } from "../../../../src/explore/index.ts";
import { performer } from "../../../../src/fidelity/pair/perform.ts";
import { answered, sideThat, type Told } from "../told-side.ts";

const sequence: Sequence = [
  {
    operation: "Queue_GetProperties",
    input: { queueName: "ts000000" },
    caller: "owner",
    tries: { kind: "valid" },
  },
];

const failed: CallResult = { kind: "failed", via: "sdk", message: "socket hang up", attempts: 1 };
const missing = (queue: string) => `Error: ENOENT: no such file or directory, open '/data/${queue}/0'`;

interface Lost extends Partial<Told> {
  readonly words?: (queue: string) => readonly string[];
  readonly result?: CallResult;
}

/** A side on which something is lost while it is asked: it dies once, says what it is told to, and leaves the call unanswered. */
function losing({ losses = 1, hangs = 0, words = () => [], result = failed }: Lost) {
  return sideThat((told, made) => {
    told.losses += losses;
    told.hangs += hangs;
    told.lastWords = words(String(made.at(-1)?.input["queueName"]));
    return result;
  });
}

const honest = () => sideThat(() => answered(200));
const naming = () => losing({ words: (queue) => [missing(queue), "    at open"] });
const another = () => losing({ words: () => [missing("another")] });

test.each([
  ["by both", { emulator: naming(), reference: naming() }],
  ["by the one that died, where the other has answered", { emulator: naming(), reference: honest() }],
])("who is named at the end %s is to blame", async (_, pair) => {
  expect(await performer(pair)(sequence)).toMatchObject({ isDisturbed: true, isToBlame: true });
});

test.each([
  ["who is not named", { emulator: another(), reference: honest() }],
  ["who is named by one of two", { emulator: naming(), reference: another() }],
  ["who is named where the other has hung", { emulator: naming(), reference: losing({ hangs: 1 }) }],
  [
    "who is named where the other was not reached",
    { emulator: naming(), reference: { ...sideThat(() => failed), recover: async () => "alive" as const } },
  ],
  [
    "who is named by the second of two deaths",
    { emulator: losing({ losses: 2, words: (queue) => [missing(queue)] }), reference: honest() },
  ],
  [
    "who is named and was answered",
    { emulator: losing({ words: (queue) => [missing(queue)], result: answered(200) }), reference: honest() },
  ],
  [
    "who is named by what says no error",
    { emulator: losing({ words: (queue) => [`GET /${queue} 200`] }), reference: honest() },
  ],
  [
    "who comes last to what all have used up",
    {
      emulator: losing({ words: (queue) => [`Error: EMFILE: too many open files, open '/data/${queue}/0'`] }),
      reference: honest(),
    },
  ],
])("%s is not to blame", async (_, pair) => {
  const performed = await performer(pair)(sequence);

  expect([performed.isDisturbed, performed.isToBlame]).toEqual([true, undefined]);
});
