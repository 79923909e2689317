import { type Sequence, type Step, trialNow } from "../../explore/index.ts";
import type { Input, Interface, Operation } from "../../model/index.ts";
import type { Discrepancy, Perform, PerformOptions } from "../pair/performed.ts";
import { brokenBy } from "./broken.ts";
import { type Denials, heldTrials } from "./held-trials.ts";
import type { Case } from "./identity.ts";
import { shownAgain } from "./same.ts";
import { changedElsewhere, changedTexts, losesToken } from "./shared-texts.ts";
import { withoutSteps } from "./without-steps.ts";
import { writtenSequence } from "./written.ts";

/** Proposes inputs that are plainer than a given one, the plainest first. */
export type Plainer = (input: Input, operation: Operation) => Iterable<{ readonly input: Input }>;

export interface MinimiseOptions {
  /** How many sequences may be performed. */
  readonly budget: number;
  /** Whether what is found so far must do. */
  readonly isLate?: () => boolean;
  readonly plainer: Plainer;
  readonly interface: Interface;
  /** How somebody can be denied an operation; nobody can otherwise. */
  readonly denials?: Denials;
}

export interface Minimised {
  readonly sequence: Sequence;
  readonly discrepancy: Discrepancy;
  readonly performances: number;
}

/**
 * The plainest sequence that was found to show the same discrepancy: without what lies behind it, with few steps, made by
 * the owner, with plain values. What comes back is never worse than what was given.
 */
export async function minimise(
  sequence: Sequence,
  discrepancy: Discrepancy,
  perform: Perform,
  options: MinimiseOptions,
): Promise<Minimised> {
  const search = new Search(upTo({ sequence, discrepancy }), perform, options);
  await search.locate();
  let changed = true;
  while (changed && !search.isSpent) {
    const before = search.best;
    await fewerSteps(search, options.interface);
    await plainerSteps(search);
    await plainerInputs(search, options);
    changed = search.best !== before;
  }
  const { sequence: plain, ...found } = search.best;
  const held = heldTrials(plain, options.interface, options.denials ?? (() => []));
  return { ...found, sequence: held, performances: search.performances };
}

/** The best case so far, and what has been spent on it. */
class Search {
  best: Case;
  performances = 0;
  readonly #tried = new Set<string>();
  readonly #perform: Perform;
  readonly #options: MinimiseOptions;

  constructor(found: Case, perform: Perform, options: MinimiseOptions) {
    this.best = found;
    this.#perform = perform;
    this.#options = options;
    this.#tried.add(keyOf(found.sequence));
  }

  get isSpent(): boolean {
    const { budget, isLate } = this.#options;
    return this.performances >= budget || isLate?.() === true;
  }

  /** A difference of states may be older than the step after which it was looked for. */
  async locate(): Promise<void> {
    const { sequence, discrepancy } = this.best;
    if (discrepancy.manifestation !== "state" || sequence.length < 2 || this.isSpent) return;
    this.performances++;
    const { discrepancy: first } = await this.#perform(sequence, { probes: "each" });
    if (first?.manifestation === "state" && first.step < discrepancy.step) {
      this.best = upTo({ sequence, discrepancy: first });
    }
  }

  /** Takes the candidate if it shows the same. */
  async attempt(candidate: Sequence | undefined): Promise<boolean> {
    if (candidate === undefined || candidate.length === 0 || this.isSpent) return false;
    const key = keyOf(candidate);
    if (this.#tried.has(key)) return false;
    this.#tried.add(key);
    this.performances++;
    const performed = await this.#perform(candidate, this.#probes());
    const shown = shownAgain(this.best, { sequence: candidate, performed }, this.#options.interface);
    if (shown === undefined) return false;
    this.best = upTo({ sequence: candidate, discrepancy: shown });
    return true;
  }

  /** What shows in the state alone must not be blamed on a step behind the one that did it. */
  #probes(): PerformOptions {
    return { probes: this.best.discrepancy.manifestation === "state" ? "each" : "last" };
  }
}

function keyOf(sequence: Sequence): string {
  return JSON.stringify(writtenSequence(sequence));
}

/** Without the steps behind the discrepancy. */
function upTo({ sequence, discrepancy }: Case): Case {
  return { sequence: sequence.slice(0, discrepancy.step + 1), discrepancy };
}

/** Removes steps, many at once and later ones first, then fewer, then one by one. The last step is the one in question. */
async function fewerSteps(search: Search, described: Interface): Promise<void> {
  let size = search.best.sequence.length - 1;
  while (size >= 1 && !search.isSpent) {
    for (let end = search.best.sequence.length - 1; end > 0; end -= size) {
      // Steps may have gone since the last round: what is left of them lies before.
      const last = Math.min(end, search.best.sequence.length - 1);
      const removed = new Set(range(Math.max(0, last - size), last));
      await search.attempt(withoutSteps(search.best.sequence, removed, described));
    }
    size = size === 1 ? 0 : Math.ceil(Math.min(size, search.best.sequence.length - 1) / 2);
  }
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at);
}

/** The owner calls, and by the SDK, where that shows the same. */
async function plainerSteps(search: Search): Promise<void> {
  for (const at of range(0, search.best.sequence.length).reverse()) {
    const step = search.best.sequence[at];
    if (step === undefined) continue;
    if (step.caller !== "owner") await search.attempt(withStep(search.best.sequence, at, asOwner(step)));
    const now = search.best.sequence[at];
    if (now?.via === "raw") await search.attempt(withStep(search.best.sequence, at, bySdk(now)));
  }
}

function asOwner(step: Step): Step {
  const tries = step.tries.kind === "unauthorised" ? ({ kind: "valid" } as const) : step.tries;
  return { ...step, caller: "owner", tries };
}

function bySdk({ via: _, ...step }: Step): Step {
  return step;
}

/** Plainer values, in the last step first; after each success the search begins anew from what was found. */
async function plainerInputs(
  search: Search,
  { plainer, interface: described }: MinimiseOptions,
): Promise<void> {
  for (const at of range(0, search.best.sequence.length).reverse()) {
    while (await plainerInput(search, at, plainer, described)) if (search.isSpent) return;
  }
}

async function plainerInput(
  search: Search,
  at: number,
  plainer: Plainer,
  described: Interface,
): Promise<boolean> {
  const step = search.best.sequence[at];
  const operation = described.operations.find(({ name }) => name === step?.operation);
  if (step === undefined || operation === undefined) return false;
  const { length: flaws } = brokenBy(step, described);
  for (const { input } of plainer(step.input, operation)) {
    if (search.isSpent) return false;
    const changes = changedTexts(step.input, input);
    // A value that breaks what was kept before is no plainer one.
    if (losesToken(changes) || brokenBy({ ...step, input }, described).length > flaws) continue;
    const { sequence } = search.best;
    const alone = withStep(sequence, at, { ...step, input });
    const everywhere = changedElsewhere(alone, at, changes);
    // A name that other steps use as well is seldom right in one of them alone.
    for (const candidate of everywhere === undefined ? [alone] : [everywhere, alone]) {
      if (await search.attempt(withTrialsNow(candidate, sequence, described))) return true;
    }
  }
  return false;
}

/** Steps whose values were replaced do not try any more what they did. */
function withTrialsNow(candidate: Sequence, before: Sequence, { operations, types }: Interface): Sequence {
  return candidate.map((step, at) => {
    const operation = operations.find(({ name }) => name === step.operation);
    const earlier = before[at];
    if (operation === undefined || earlier === undefined) return step;
    return { ...step, tries: trialNow(step.tries, earlier.input, step.input, operation, types) };
  });
}

function withStep(sequence: Sequence, at: number, step: Step): Sequence {
  return sequence.with(at, step);
}
