import type { Sequence } from "../../explore/index.ts";
import type { Interface } from "../../model/index.ts";
import type { Finding } from "../findings/finding.ts";
import { equalOutcomes, tellingPlace } from "../findings/identity.ts";
import { namesIn } from "../findings/names-in.ts";
import { toldValue } from "../findings/told.ts";
import type { PlaceDifference } from "../pair/performed.ts";

/** So many findings at one place of the state, each with other values, say enough of it. */
const enough = 3;

/** Where both sides succeed and are known to differ: sequences go on past it, so that what lies behind is seen. */
export class KnownPlaces {
  readonly #interface: Interface;
  readonly #answers = new Set<string>();
  readonly #states = new Map<string, Set<string>>();

  constructor(of: Interface) {
    this.#interface = of;
  }

  add({ operation, differences, sequence, emulator, reference }: Finding): void {
    if (!equalOutcomes(emulator, reference)) return;
    for (const difference of differences) {
      const place = this.#general(difference, sequence);
      if (!isOfState(difference)) this.#answers.add(`${operation} ${place}`);
      else this.#states.set(place, (this.#states.get(place) ?? new Set()).add(valuesOf(difference)));
    }
  }

  has(operation: string, difference: PlaceDifference, sequence: Sequence): boolean {
    if (this.#answers.size + this.#states.size === 0) return false;
    const place = this.#general(difference, sequence);
    if (!isOfState(difference)) return this.#answers.has(`${operation} ${place}`);
    const values = this.#states.get(place);
    return values !== undefined && (values.size >= enough || values.has(valuesOf(difference)));
  }

  #general(difference: PlaceDifference, sequence: Sequence): string {
    return tellingPlace(difference, namesIn(sequence, this.#interface));
  }
}

function isOfState({ place }: PlaceDifference): boolean {
  return place.startsWith("state ");
}

/** As findings tell of them. */
function valuesOf({ emulator, reference }: PlaceDifference): string {
  return JSON.stringify([toldValue(emulator), toldValue(reference)]);
}
