import { interfaceOf, type ServiceName } from "../../clouds/index.ts";
import { allEnded } from "../all-ended.ts";
import { noClaims } from "../findings/claims.ts";
import type { Finding } from "../findings/finding.ts";
import { type Case, equalOutcomes, findingId, sameFinding } from "../findings/identity.ts";
import { prefixOn } from "../pair/fresh-names.ts";
import { performer } from "../pair/perform.ts";
import type { Perform, PlaceDifference } from "../pair/performed.ts";
import { needsAccountAlone, sharedThings } from "../pair/touched.ts";
import { type Examined, examine, readersOf } from "./examine.ts";
import { KnownPlaces } from "./known-places.ts";
import type { FuzzOptions } from "./options.ts";
import { Usefulness } from "./usefulness.ts";

/** How often a discrepancy is looked into before it is given up, if it disappears each time. */
const mostLooks = 3;

/** A discrepancy that is to be looked into. */
interface Aside extends Case {
  readonly key: string;
}

/** The discrepancies that a run has seen: those still to be looked into, and what has come of the others. */
export class Cases {
  /** Performs a sequence, past differences that are known. */
  readonly perform: Perform;
  readonly #options: FuzzOptions;
  readonly #isLate: (needed: number) => boolean;
  readonly #service: ServiceName;
  readonly #places: KnownPlaces;
  readonly #usefulness: Usefulness;
  /** By operation and outcomes: the finding, or how often the difference has disappeared on a second look. */
  readonly #known = new Map<string, Finding | number>();
  readonly #found = new Map<string, Finding>();
  readonly #aside: Aside[] = [];
  /** Operations not to be reported as agreeing: their difference disappeared on a second look, or could not be attributed. */
  readonly #fleeting = new Set<string>();
  #unconfirmed = 0;
  /** The error after which nothing more is performed. */
  #failure: { readonly error: unknown } | undefined;
  /** How many were looked into, and the milliseconds that this took. */
  readonly #lookedInto = { cases: 0, took: 0 };

  constructor(options: FuzzOptions, isLate: (needed: number) => boolean) {
    this.#options = options;
    this.#isLate = isLate;
    this.#service = options.emulator.service;
    this.#places = new KnownPlaces(interfaceOf(this.#service));
    this.#usefulness = new Usefulness(this.#service);
    const prefix = prefixOn(options.emulator, options.reference);
    const perform = performer(options, {
      ...(prefix !== undefined && { prefix }),
      isKnown: (...difference) => this.#places.has(...difference),
    });
    this.perform = async (sequence, ...how) => {
      options.signal?.throwIfAborted();
      const performed = await perform(sequence, ...how);
      this.#usefulness.note(sequence, performed.steps);
      return performed;
    };
  }

  /** In the order of their ids. */
  get findings(): readonly Finding[] {
    return [...this.#found.values()].toSorted((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
  }

  /** How many disappeared on a second look. */
  get unconfirmed(): number {
    return this.#unconfirmed;
  }

  /** How many are still to be looked into. */
  get waiting(): number {
    return this.#aside.length;
  }

  /**
   * Operations not to be reported as agreeing: those whose difference disappeared or could not be attributed; all steps up to a
   * discrepancy that was not looked into yet, since each of them may be to blame for it; and the operations by which a state was read
   * that differs, since it is not known whether they read it correctly.
   */
  get doubtful(): ReadonlySet<string> {
    const leading = this.#aside.flatMap(({ sequence, discrepancy }) => [
      ...sequence.slice(0, discrepancy.step + 1).map(({ operation }) => operation),
      ...readersOf(discrepancy),
    ]);
    return new Set([...this.#fleeting, ...leading]);
  }

  /** The finding that already includes this discrepancy, perhaps among other differences. */
  knownAs(found: Case): Finding | undefined {
    const known = this.#known.get(this.#keyOf(found));
    if (typeof known === "object") return known;
    const { emulator, reference, differences } = found.discrepancy;
    const [first] = differences;
    return first !== undefined && equalOutcomes(emulator, reference)
      ? this.#places.tellerOf(operationIn(found), first, found.sequence)
      : undefined;
  }

  /** Milliseconds that it will probably take to look into all that are waiting. */
  get work(): number {
    const { cases, took } = this.#lookedInto;
    return (this.#aside.length * took) / Math.max(1, cases);
  }

  /** Keeps a case to be looked into, unless the same one is waiting, is a finding, or has disappeared too often. */
  putAside(found: Case): void {
    const key = this.#keyOf(found);
    if (this.#isOpen(key) && this.#aside.every((one) => one.key !== key)) this.#aside.push({ key, ...found });
  }

  /** Notes that an operation is not to be reported as agreeing, since a difference there could not be attributed. */
  doubt(operation: string): void {
    this.#fleeting.add(operation);
  }

  /** Fails if one of the sides answers the same to everything, or does nothing: nothing can be found there, and nothing agrees. */
  requireUseful(): void {
    this.#usefulness.require();
  }

  /**
   * Looks into that many at once; a case that would affect others, such as a crash, is looked into alone. If a run is broken off,
   * or a target is lost, findings made until then are kept, the other cases are put back, and for a lost target it then fails.
   * It also fails if one of the sides is of no use.
   */
  async examine(most: number): Promise<void> {
    this.requireUseful();
    const began = performance.now();
    const alone = this.#aside.findIndex((one) => this.#isToBeAlone(one));
    const batch = this.#aside.splice(0, alone === 0 ? 1 : Math.min(most, alone < 0 ? most : alone));
    const found = await this.#examinedTogether(batch);
    const isBrokenOff = this.#isBrokenOff;
    const unfinished = batch.filter((_, at) => isBrokenOff && found[at]?.finding === undefined);
    this.#aside.unshift(...unfinished);
    for (const [at, one] of batch.entries())
      if (!unfinished.includes(one)) await this.#keep(one, found[at] ?? {});
    this.#lookedInto.cases += batch.length;
    this.#lookedInto.took += performance.now() - began;
    if (this.#failure !== undefined) throw this.#failure.error;
  }

  /** If a process dies although none of the cases is a crash, what the others saw is worthless: each is looked into again, alone. */
  async #examinedTogether(batch: readonly Case[]): Promise<readonly Examined[]> {
    const losses = this.#losses;
    const found = await allEnded(batch.map((one) => this.#examined(one)));
    if (this.#losses === losses || batch.some(({ discrepancy }) => discrepancy.died !== undefined))
      return found;
    const alone: Examined[] = [];
    for (const one of batch) alone.push(await this.#examined(one));
    return alone;
  }

  get #losses(): number {
    const { emulator, reference } = this.#options;
    return emulator.losses + reference.losses;
  }

  /** Whether calls are no longer made, so that a difference may be missing only because nothing was performed. */
  get #isBrokenOff(): boolean {
    const { signal } = this.#options;
    return signal?.aborted === true || this.#failure !== undefined || isSpent(this.#options);
  }

  #isToBeAlone({ sequence, discrepancy }: Case): boolean {
    if (discrepancy.died !== undefined || needsAccountAlone(this.#service, sequence)) return true;
    return sharedThings(this.#service, sequence).size > 0;
  }

  async #examined(found: Case): Promise<Examined> {
    const { emulator, reference, claims = noClaims, signal } = this.#options;
    const options = {
      service: this.#service,
      emulator: emulator.label,
      reference: reference.label,
      claims,
      isLate: this.#isLate,
      knownAs: (one: Case) => this.knownAs(one),
      signal,
    };
    const examined = await this.#unlessBrokenOff(() => examine(found, this.perform, options));
    return examined === undefined || isSpent(this.#options) ? {} : examined;
  }

  /**
   * The result of some work; nothing if the run is broken off meanwhile, when calls are given up that would have been answered, or if
   * it fails: after that, no more work is begun.
   */
  async #unlessBrokenOff<T>(work: () => Promise<T>): Promise<T | undefined> {
    if (this.#isBrokenOff) return undefined;
    try {
      const result = await work();
      return this.#options.signal?.aborted === true ? undefined : result;
    } catch (error) {
      if (!this.#isBrokenOff) this.#failure = { error };
      return undefined;
    }
  }

  async #keep(one: Aside, { finding, earlier, differences = [], doubtful = [] }: Examined): Promise<void> {
    if (earlier !== undefined) this.putAside(earlier);
    // Another case that was looked into meanwhile may have become a finding that includes this one.
    const teller = finding === undefined ? this.knownAs(one) : undefined;
    if (teller !== undefined) return this.#lookPast(one, teller);
    if (finding === undefined) {
      this.#fleeting.add(operationIn(one));
      this.#countLook(one);
      this.#unconfirmed++;
      return;
    }
    for (const reader of doubtful) this.#fleeting.add(reader);
    this.#add(finding, differences);
    if (this.#isOther(one, finding)) await this.#lookPast(one, finding);
    else this.#known.set(one.key, finding);
  }

  #add(finding: Finding, differences: readonly PlaceDifference[]): void {
    this.#places.add(finding, differences);
    if (this.#found.has(finding.id)) return;
    this.#found.set(finding.id, finding);
    this.#options.onFinding?.(finding);
  }

  /** Whether the finding is about an earlier step that changed the state wrongly: the case itself may then show something else. */
  #isOther(one: Aside, finding: Finding): boolean {
    const isSilent = one.discrepancy.manifestation === "state";
    return isSilent && findingId(this.#service, one, interfaceOf(this.#service)) !== finding.id;
  }

  /** Performs a sequence again, past the finding that was made in it: a difference that still shows is looked into next. */
  async #lookPast(one: Aside, finding: Finding): Promise<void> {
    const { sequence, key } = one;
    const performed = this.#isLate(0) ? undefined : await this.#unlessBrokenOff(() => this.perform(sequence));
    if (performed === undefined) {
      this.#aside.push(one);
      return;
    }
    const { discrepancy } = performed;
    const isLeft = discrepancy !== undefined && this.#keyOf({ sequence, discrepancy }) === key;
    if (isLeft) this.#countLook(one);
    else this.#known.set(key, finding);
    if (isLeft && !this.#isOpen(key)) this.#fleeting.add(operationIn(one));
    if (discrepancy !== undefined) this.putAside({ sequence, discrepancy });
  }

  #countLook({ key }: Aside): void {
    const known = this.#known.get(key) ?? 0;
    this.#known.set(key, typeof known === "number" ? known + 1 : known);
  }

  #isOpen(key: string): boolean {
    const known = this.#known.get(key) ?? 0;
    return typeof known === "number" && known < mostLooks;
  }

  #keyOf(found: Case): string {
    return sameFinding(found, interfaceOf(this.#service));
  }
}

/** The operation of the step at which the sides differ. */
function operationIn({ sequence, discrepancy }: Case): string {
  return sequence[discrepancy.step]?.operation ?? "";
}

/** Whether a side's request budget is spent. */
function isSpent({ emulator, reference }: FuzzOptions): boolean {
  return emulator.spent !== undefined || reference.spent !== undefined;
}
