import { type CallResult, operationOf, type Scope, type State } from "../../clouds/index.ts";
import type { Sequence } from "../../explore/index.ts";
import { TouchstoneError } from "../../model/index.ts";
import { allEnded } from "../all-ended.ts";
import { outcomeText } from "../findings/identity.ts";
import { outcomeOf } from "../oracle/outcome.ts";
import { ownWords } from "../oracle/own-words.ts";
import type { FreshNames, Naming } from "../pair/fresh-names.ts";
import { type Past, resolveInput } from "../pair/resolve-input.ts";
import { hasToSettle, settle } from "../pair/settle.ts";
import { topNames, touchedScopes } from "../pair/touched.ts";
import type { Recovered, Side, Stage } from "../sides/side.ts";

/** What came of a sequence on one side alone. */
export interface PerformedAlone {
  readonly results: readonly CallResult[];
  /** What had become of the process after each call: it is alive where it has answered. */
  readonly fates: readonly Recovered[];
  /** What probes show of all that it touched, with the sequence's own names. */
  readonly states: readonly State[];
  /** A text of the side in the words of findings: without its address, and with the sequence's own names. */
  readonly told: (text: string) => string;
}

/** How a sequence is performed. */
export interface PerformAloneOptions {
  readonly names: FreshNames;
  /** Whether states are looked at when all is done. */
  readonly probes: boolean;
}

/** Performs a sequence on one side, on clean state and with fresh names. */
export async function performAlone(
  side: Side,
  sequence: Sequence,
  { names, probes }: PerformAloneOptions,
): Promise<PerformedAlone> {
  await side.atRest();
  const naming = names.next(sequence);
  await using stage = side.open(naming.names);
  const { past, fates, scopes } = await performSteps(side, stage, sequence, naming);
  const states = probes ? await allEnded(scopes.map((scope) => stage.probe(scope))) : [];
  if (side.spent !== undefined) {
    throw new TouchstoneError("TS_BUDGET_SPENT", `it could not be performed to its end: ${side.spent}`, {
      hint: "Raise budget.requests in the config.",
    });
  }
  const words = ownWords(side);
  return {
    results: past.map(({ result }) => result),
    fates,
    states: states.map((state) => JSON.parse(naming.original(JSON.stringify(state))) as State),
    told: (text) => naming.original(words(text)),
  };
}

async function performSteps(
  side: Side,
  stage: Stage,
  sequence: Sequence,
  naming: Naming,
): Promise<Pick<PerformedAlone, "fates"> & { past: readonly Past[]; scopes: readonly Scope[] }> {
  const past: Past[] = [];
  const fates: Recovered[] = [];
  const touched = new Map<string, Scope>();
  for (const { caller, operation: name, input, via } of sequence) {
    const operation = operationOf(side.service, name);
    const fresh = naming.fresh(input);
    const given = resolveInput(operation, fresh, { side, past });
    const refusal = await stage.refusal(caller, name, given);
    if (refusal !== undefined) throw notPerformed(name, refusal, past);
    const result = await stage.call(caller, name, given, via === undefined ? {} : { via });
    past.push({ operation: name, result });
    fates.push(result.kind === "failed" ? await side.recover(result) : "alive");
    if (hasToSettle(side.service, operation)) {
      await settle(side, stage, topNames(side.service, operation, fresh, naming.names), result);
    }
    for (const scope of touchedScopes(side.service, operation, fresh, naming.names)) {
      touched.set(JSON.stringify(scope), scope);
    }
  }
  return { past, fates, scopes: [...touched.values()] };
}

/** A call that must not be made there; mostly one before it was not done. */
function notPerformed(operation: string, why: string, past: readonly Past[]): TouchstoneError {
  const refused = past.find(({ result }) => result.kind === "answered" && result.status >= 400);
  const said = refused === undefined ? "" : outcomeText(outcomeOf(refused.result));
  return new TouchstoneError("TS_NOT_PERFORMED", `${operation} was not performed: ${why}`, {
    ...(refused !== undefined && {
      hint: `${refused.operation} was answered ${said} before; look whether the keys are those of the account (the usual variables hold them).`,
    }),
  });
}
