import { type CallResult, operationOf } from "../../clouds/index.ts";
import type { Sequence, Step } from "../../explore/index.ts";
import type { Input, Operation } from "../../model/index.ts";
import { allEnded } from "../all-ended.ts";
import { unknownAnswer } from "../findings/unknown-answer.ts";
import { outcomeOf } from "../oracle/outcome.ts";
import { isUnpromised } from "../oracle/unpromised.ts";
import type { Difference, Pair } from "./pair.ts";
import { parted, type SoFar } from "./parted.ts";
import type { Performed } from "./performed.ts";
import { sentAs } from "./sent-as.ts";
import { listsAccount } from "./touched.ts";

interface Judging extends SoFar {
  /** What the steps' calls were given on the emulator. */
  readonly inputs: readonly Input[];
}

/** What came of a performance. */
export interface Judged extends Performed {
  /** A call that was another operation on the wire, if states differ behind it: an earlier one may have changed them. */
  readonly unlike?: number;
}

/** What came of a sequence where a step shows a difference: the sides part there, unless that says nothing of the operation. */
export async function judged(
  sequence: Sequence,
  at: number,
  different: Difference,
  { inputs, ...soFar }: Judging,
): Promise<Judged> {
  const { steps, pair } = soFar;
  const step = sequence[at];
  if (step === undefined || different.died !== undefined) return parted(at, different, soFar);
  if (await meetsOthers(step, soFar)) return { steps, isDoubtful: true };
  const other = await sentAs(pair.emulator.service, step.operation, inputs[at] ?? {});
  if (other === undefined) return parted(at, different, soFar);
  const masked = { kind: "masked", via: step.via ?? "sdk", message: `it is sent as ${other}` } as const;
  const isOfState = different.manifestation === "state";
  return {
    steps: steps.with(at, { emulator: masked, reference: masked }),
    ...(isOfState && { unlike: at }),
  };
}

/**
 * Whether a call lists an account that is not ours to be emptied, and that holds what the other does not: things that were there
 * before, or that could not be removed.
 */
async function meetsOthers({ operation, input }: Step, { pair, naming }: SoFar): Promise<boolean> {
  const { emulator, reference } = pair;
  if (!listsAccount(operationOf(emulator.service, operation), naming.fresh(input))) return false;
  const others = [emulator, reference].filter(({ isOurs }) => !isOurs);
  // What other sequences have made is still being removed.
  await allEnded(others.map((side) => side.atRest()));
  if (others.some(({ leftovers }) => leftovers.length > 0)) return true;
  // Contracts before a URL list the same account.
  return emulator.origin !== reference.origin && others.some(({ heldOthers }) => heldOthers);
}

/**
 * An answer that the interface does not promise, where the reference is contracts: they stand in front of the same emulator, and so
 * have no answer of their own to compare it with.
 */
export function unpromised(
  { reference }: Pair,
  operation: Operation,
  emulator: CallResult,
): Difference | undefined {
  if (reference.kind !== "contracts" || !isUnpromised(emulator, operation)) return undefined;
  const { status, code } = outcomeOf(emulator);
  const said = [status, code].filter((part) => part !== null).join(" ");
  return {
    differences: [{ place: "response.status", emulator: said, reference: null }],
    manifestation: "response",
    instead: unknownAnswer,
  };
}
