import { interfaceOf, type ServiceName } from "../../clouds/index.ts";
import { allEnded } from "../all-ended.ts";
import { noClaims } from "../findings/claims.ts";
import type { Finding } from "../findings/finding.ts";
import { type Case, sameFinding } from "../findings/identity.ts";
import { prefixOn } from "../pair/fresh-names.ts";
import { performer } from "../pair/perform.ts";
import type { Perform } from "../pair/performed.ts";
import { needsAccountAlone, sharedThings } from "../pair/touched.ts";
import { examine } from "./examine.ts";
import { KnownPlaces } from "./known-places.ts";
import type { FuzzOptions } from "./options.ts";

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
  /** By operation and outcomes: what was found, or how often it went away. */
  readonly #known = new Map<string, Finding | number>();
  readonly #found = new Map<string, Finding>();
  readonly #aside: Aside[] = [];
  /** Operations whose differences went away when they were looked into. */
  readonly #fleeting = new Set<string>();
  #unconfirmed = 0;
  /** Milliseconds that looking into one took last. */
  #pace = 0;

  constructor(options: FuzzOptions, isLate: (needed: number) => boolean) {
    this.#options = options;
    this.#isLate = isLate;
    this.#service = options.emulator.service;
    this.#places = new KnownPlaces(interfaceOf(this.#service));
    const prefix = prefixOn(options.emulator, options.reference);
    this.perform = performer(options, {
      ...(prefix !== undefined && { prefix }),
      isKnown: (...difference) => this.#places.has(...difference),
    });
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
   * Operations of which nobody can say that they agree: those whose differences went away, and all that led to one which nobody
   * has looked into, since each of them may be to blame.
   */
  get doubtful(): ReadonlySet<string> {
    const leading = this.#aside.flatMap(({ sequence, discrepancy }) =>
      sequence.slice(0, discrepancy.step + 1).map(({ operation }) => operation),
    );
    return new Set([...this.#fleeting, ...leading]);
  }

  /** The finding that tells of it already. */
  knownAs(found: Case): Finding | undefined {
    const known = this.#known.get(sameFinding(found, interfaceOf(this.#service)));
    return typeof known === "object" ? known : undefined;
  }

  /** Milliseconds that it will take to look into them. */
  get work(): number {
    return this.#aside.length * this.#pace;
  }

  /** Keeps a case that nobody has looked into, or not often enough where it went away. */
  putAside(found: Case): void {
    const key = sameFinding(found, interfaceOf(this.#service));
    const known = this.#known.get(key) ?? 0;
    const isNew = typeof known === "number" && known < mostLooks;
    if (isNew && this.#aside.every((one) => one.key !== key)) this.#aside.push({ key, ...found });
  }

  /**
   * Looks into so many at once; what others would feel, such as a crash, is looked into alone. What is broken off is still to
   * be looked into.
   */
  async examine(most: number): Promise<void> {
    const began = performance.now();
    const alone = this.#aside.findIndex((one) => this.#isToBeAlone(one));
    const batch = this.#aside.splice(0, alone === 0 ? 1 : Math.min(most, alone < 0 ? most : alone));
    const found = await this.#examinedTogether(batch);
    const isBrokenOff = this.#isBrokenOff;
    const unfinished = batch.filter((_, at) => isBrokenOff && found[at] === undefined);
    this.#aside.unshift(...unfinished);
    for (const [at, one] of batch.entries()) if (!unfinished.includes(one)) this.#keep(one, found[at]);
    this.#pace = (performance.now() - began) / Math.max(1, batch.length);
  }

  /** Where a process died meanwhile of what is no crash, nobody can tell what the others saw: each is looked into again, alone. */
  async #examinedTogether(batch: readonly Case[]): Promise<readonly (Finding | undefined)[]> {
    const losses = this.#losses;
    const found = await allEnded(batch.map((one) => this.#examined(one)));
    if (this.#losses === losses || batch.some(({ discrepancy }) => discrepancy.died !== undefined))
      return found;
    const alone: (Finding | undefined)[] = [];
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
    return signal?.aborted === true || isSpent(this.#options);
  }

  #isToBeAlone({ sequence, discrepancy }: Case): boolean {
    if (discrepancy.died !== undefined || needsAccountAlone(this.#service, sequence)) return true;
    return sharedThings(this.#service, sequence).size > 0;
  }

  async #examined(found: Case): Promise<Finding | undefined> {
    const { emulator, reference, claims = noClaims, signal } = this.#options;
    if (this.#isBrokenOff) return undefined;
    try {
      const finding = await examine(found, this.perform, {
        service: this.#service,
        emulator: emulator.label,
        reference: reference.label,
        claims,
        isLate: this.#isLate,
        knownAs: (one) => this.knownAs(one),
        signal,
      });
      return isSpent(this.#options) ? undefined : finding;
    } catch (error) {
      if (this.#isBrokenOff) return undefined;
      throw error;
    }
  }

  #keep(one: Aside, finding: Finding | undefined): void {
    const { key } = one;
    if (finding === undefined) {
      this.#fleeting.add(operationIn(one));
      const known = this.#known.get(key) ?? 0;
      this.#known.set(key, typeof known === "number" ? known + 1 : known);
      this.#unconfirmed++;
      return;
    }
    this.#known.set(key, finding);
    this.#places.add(finding);
    if (this.#found.has(finding.id)) return;
    this.#found.set(finding.id, finding);
    this.#options.onFinding?.(finding);
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
