import type { Sequence } from "../../explore/index.ts";
import type { Interface } from "../../model/index.ts";
import type { Finding } from "../findings/finding.ts";
import { equalOutcomes, tellingPlace } from "../findings/identity.ts";
import { namesIn } from "../findings/names-in.ts";
import { toldValue } from "../findings/told.ts";
import type { PlaceDifference } from "../pair/performed.ts";

/** With this many different values found at one place of a state, any value there counts as known. */
const enough = 3;

/** Where both sides succeed and are known to differ: sequences continue past these places, so that later differences are seen. */
export class KnownPlaces {
  readonly #interface: Interface;
  /** Findings of answers, by operation and place; also of states that an operation reads wrongly. */
  readonly #answers = new Map<string, Finding>();
  /** Findings of states, by place and by the values that were there. */
  readonly #states = new Map<string, Map<string, readonly Finding[]>>();

  constructor(of: Interface) {
    this.#interface = of;
  }

  /** Adds a finding with all its differences in full: the finding itself cuts long values. */
  add(finding: Finding, differences: readonly PlaceDifference[]): void {
    const { operation, sequence, emulator, reference } = finding;
    if (!equalOutcomes(emulator, reference)) return;
    for (const difference of differences) {
      const place = this.#general(difference, sequence);
      if (!isOfState(difference) || difference.readBy === operation) {
        this.#answers.set(`${operation} ${place}`, finding);
        continue;
      }
      const values = this.#states.get(place) ?? new Map<string, readonly Finding[]>();
      const told = valuesOf(difference);
      const others = (values.get(told) ?? []).filter(({ id }) => id !== finding.id);
      this.#states.set(place, values.set(told, [...others, finding]));
    }
  }

  /** An operation's finding that includes a difference; for a state, also the finding of the operation that read it. */
  tellerOf(operation: string, difference: PlaceDifference, sequence: Sequence): Finding | undefined {
    const place = this.#general(difference, sequence);
    if (!isOfState(difference)) return this.#answers.get(`${operation} ${place}`);
    const misread = this.#answers.get(`${difference.readBy} ${place}`);
    if (misread !== undefined) return misread;
    const tellers = this.#states.get(place)?.get(valuesOf(difference)) ?? [];
    return tellers.find((finding) => finding.operation === operation);
  }

  /** A state difference is known if some earlier step is of an operation already blamed for it. */
  has(operation: string, difference: PlaceDifference, performed: Sequence): boolean {
    if (this.#answers.size + this.#states.size === 0) return false;
    const place = this.#general(difference, performed);
    if (!isOfState(difference)) return this.#answers.has(`${operation} ${place}`);
    if (this.#answers.has(`${difference.readBy} ${place}`)) return true;
    const values = this.#states.get(place) ?? new Map<string, readonly Finding[]>();
    const told = values.size >= enough ? [...values.values()].flat() : values.get(valuesOf(difference));
    return told?.some((finding) => performed.some((step) => step.operation === finding.operation)) ?? false;
  }

  #general(difference: PlaceDifference, sequence: Sequence): string {
    return tellingPlace(difference, namesIn(sequence, this.#interface));
  }
}

function isOfState({ place }: PlaceDifference): boolean {
  return place.startsWith("state ");
}

/** The two values as they are written in findings. */
function valuesOf({ emulator, reference }: PlaceDifference): string {
  return JSON.stringify([toldValue(emulator), toldValue(reference)]);
}
