import type { Denial } from "../../clouds/index.ts";
import type { Sequence, Step, Trial } from "../../explore/index.ts";
import type { Interface, Operation } from "../../model/index.ts";
import { Past } from "./past.ts";

/** How somebody can be denied an operation. */
export type Denials = (operation: Operation) => readonly Denial[];

type Dangling = Extract<Trial, { readonly kind: "dangling" }>;

const valid: Trial = { kind: "valid" };

/**
 * The sequence with what each step tries as far as that still holds: what was made, removed or set before a step may be gone
 * from it, and then the step is not what it was.
 */
export function heldTrials(sequence: Sequence, described: Interface, denials: Denials): Sequence {
  const past = new Past(sequence, described);
  return sequence.map((step, at) => ({ ...step, tries: heldTrial(step, at, past, denials) }));
}

function heldTrial(step: Step, at: number, past: Past, denials: Denials): Trial {
  if (step.tries.kind === "dangling") return heldDangling(step.tries, at, past);
  if (step.tries.kind !== "denied") return step.tries;
  const operation = past.operationOf(step);
  const ways = operation === undefined ? [] : denials(operation);
  const isDenied = ways.some(
    ({ callers, denying }) =>
      callers.some((caller) => caller === step.caller) && past.ends(at, denying.at(-1), denying),
  );
  if (isDenied) return step.tries;
  return step.caller === "owner" ? valid : { kind: "unauthorised" };
}

function heldDangling(tries: Dangling, at: number, past: Past): Trial {
  const { resource } = tries;
  // What is made of others is not to be found by its name.
  if (past.isMadeOfOthers(resource)) return tries;
  const fate = past.fateOf(resource, at);
  if (fate === "made") return valid;
  if (fate === "removed") return { ...tries, why: "deleted" };
  const isOfOther = tries.why === "another-kind" && past.isMadeAsOther(resource, at);
  return isOfOther ? tries : { ...tries, why: "never-made" };
}
