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

/** How often a discrepancy is looked into that goes away. */
const mostLooks = 3;

/** A discrepancy that is to be looked into. */
interface Aside extends Case {
  readonly key: string;
}

/** Where the sides were seen to part: what is to be looked into, and what has come of it. */
export class Cases {
  /** Performs a sequence, past differences that are known. */
  readonly perform: Perform;
  readonly #options: FuzzOptions;
  readonly #isLate: (needed: number) => boolean;
  readonly #service: ServiceName;
  readonly #places: KnownPlaces;
  readonly #usefulness: Usefulness;
  /** By operation and outcomes: what was found, or how often it went away. */
  readonly #known = new Map<string, Finding | number>();
  readonly #found = new Map<string, Finding>();
  readonly #aside: Aside[] = [];
  /** Operations whose differences went away when they were looked into, or stayed and led to others only, or say nothing. */
  readonly #fleeting = new Set<string>();
  #unconfirmed = 0;
  /** Why nothing can be performed any more. */
  #failure: { readonly error: unknown } | undefined;
  /** Milliseconds that looking into one took last. */
  #pace = 0;

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
      const performed = await perform(sequence, ...how);
      this.#usefulness.note(sequence, performed.steps);
      return performed;
    };
  }

  /** In the order of their ids. */
  get findings(): readonly Finding[] {
    return [...this.#found.values()].toSorted((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
  }

  /** How many went away when they were looked into. */
  get unconfirmed(): number {
    return this.#unconfirmed;
  }

  /** How many are still to be looked into. */
  get waiting(): number {
    return this.#aside.length;
  }

  /**
   * Operations of which nobody can say that they agree: those whose differences went away or say nothing, and all that led to one which nobody
   * has looked into, since each of them may be to blame; and those by which states were read that differ, where nobody can tell whether
   * they have read them rightly.
   */
  get doubtful(): ReadonlySet<string> {
    const leading = this.#aside.flatMap(({ sequence, discrepancy }) => [
      ...sequence.slice(0, discrepancy.step + 1).map(({ operation }) => operation),
      ...readersOf(discrepancy),
    ]);
    return new Set([...this.#fleeting, ...leading]);
  }

  /** The finding that tells of it already, be it among others. */
  knownAs(found: Case): Finding | undefined {
    const known = this.#known.get(this.#keyOf(found));
    if (typeof known === "object") return known;
    const { emulator, reference, differences } = found.discrepancy;
    const [first] = differences;
    return first !== undefined && equalOutcomes(emulator, reference)
      ? this.#places.tellerOf(operationIn(found), first, found.sequence)
      : undefined;
  }

  /** Milliseconds that it will take to look into them. */
  get work(): number {
    return this.#aside.length * this.#pace;
  }

  /** Keeps a case that nobody has looked into, or not often enough where it went away. */
  putAside(found: Case): void {
    const key = this.#keyOf(found);
    if (this.#isOpen(key) && this.#aside.every((one) => one.key !== key)) this.#aside.push({ key, ...found });
  }

  /** Told of an operation at which the sides part where nobody can tell who is to blame. */
  doubt(operation: string): void {
    this.#fleeting.add(operation);
  }

  /**
   * Looks into so many at once; what others would feel, such as a crash, is looked into alone. What is broken off is still to
   * be looked into, also where a target was lost meanwhile: then it fails, and keeps what was found by then. Fails where one of
   * the sides does nothing of what it is asked: of that nothing is to be found.
   */
  async examine(most: number): Promise<void> {
    this.#usefulness.require();
    const began = performance.now();
    const alone = this.#aside.findIndex((one) => this.#isToBeAlone(one));
    const batch = this.#aside.splice(0, alone === 0 ? 1 : Math.min(most, alone < 0 ? most : alone));
    const found = await this.#examinedTogether(batch);
    const isBrokenOff = this.#isBrokenOff;
    const unfinished = batch.filter((_, at) => isBrokenOff && found[at]?.finding === undefined);
    this.#aside.unshift(...unfinished);
    for (const [at, one] of batch.entries())
      if (!unfinished.includes(one)) await this.#keep(one, found[at] ?? {});
    this.#pace = (performance.now() - began) / Math.max(1, batch.length);
    if (this.#failure !== undefined) throw this.#failure.error;
  }

  /** Where a process died meanwhile of what is no crash, nobody can tell what the others saw: each is looked into again, alone. */
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

  /** What does not show any more then may only not have been performed. */
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

  /** Nothing where it was broken off before or meanwhile, if only since it fails itself: nobody asks again what is lost. */
  async #unlessBrokenOff<T>(work: () => Promise<T>): Promise<T | undefined> {
    if (this.#isBrokenOff) return undefined;
    try {
      return await work();
    } catch (error) {
      if (!this.#isBrokenOff) this.#failure = { error };
      return undefined;
    }
  }

  async #keep(one: Aside, { finding, earlier, differences = [], doubtful = [] }: Examined): Promise<void> {
    if (earlier !== undefined) this.putAside(earlier);
    // Others were looked into at the same time, or before: what was found there is looked past now.
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

  /** Whether what was found is what an earlier step had done in silence, which may not be all. */
  #isOther(one: Aside, finding: Finding): boolean {
    const isSilent = one.discrepancy.manifestation === "state";
    return isSilent && findingId(this.#service, one, interfaceOf(this.#service)) !== finding.id;
  }

  /** Performs a sequence past what was found in it: what shows there still is to be looked into. */
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

/** The operation that the sides part at. */
function operationIn({ sequence, discrepancy }: Case): string {
  return sequence[discrepancy.step]?.operation ?? "";
}

/** Whether a side is not asked any more. */
function isSpent({ emulator, reference }: FuzzOptions): boolean {
  return emulator.spent !== undefined || reference.spent !== undefined;
}
