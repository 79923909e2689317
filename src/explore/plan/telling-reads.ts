import { type Operation, requestPaths } from "../../model/index.ts";
import type { Chance } from "../chance.ts";
import type { Draft } from "./draft.ts";
import type { Resources } from "./resources.ts";
import type { Thing } from "./thing.ts";
import type { Trust } from "./trust.ts";

/** How many reads look around after a change. */
const around = 4;

/** What a read is worth by how much it tells: that it succeeds and is at the change's own address counts most. */
const worth = { success: 4, address: 4, depth: 2, content: 0.5, richness: 2 };
/** An answer of so many fields is as rich as can be. */
const richest = 16;

/** Chooses the reads that tell what a change has done. */
export class TellingReads {
  readonly #resources: Resources;
  readonly #trust: Trust;
  readonly #chance: Chance;

  constructor(resources: Resources, trust: Trust, chance: Chance) {
    this.#resources = resources;
    this.#trust = trust;
    this.#chance = chance;
  }

  /** Adds reads of what the last step of a draft may have changed. */
  around(draft: Draft): void {
    const last = this.#resources.interface.operations.find(
      ({ name }) => name === draft.steps.at(-1)?.operation,
    );
    if (last !== undefined) this.add(draft, last, new Map(), around);
  }

  /**
   * Adds so many reads of what a draft's things show now: first what is at the call's own address, then what is told of things as deep
   * as those that it was about, their content before all, and what tells much rather than little. A read behind which no sequence has
   * gone on would only hide what the others show.
   */
  add(draft: Draft, after: Operation, about: ReadonlyMap<string, Thing>, count: number): void {
    const made = new Set(draft.things.map(({ resource }) => resource));
    const isThere = (resource: string) =>
      made.has(resource) && draft.latest((thing) => thing.resource === resource, about) !== undefined;
    const readers = this.#resources.interface.operations.filter((operation) => {
      if (!operation.readOnly) return false;
      const needed = this.#resources.slotsOf(operation).filter(({ isNeeded }) => isNeeded);
      const isNear = needed.length > 0 && needed.every(({ resource }) => isThere(resource));
      return isNear && this.#trust.leadsOn(operation);
    });
    const near = readers.map((reader) => ({ reader, tells: this.#tells(reader, after) }));
    for (const { reader } of near.toSorted((a, b) => b.tells - a.tells).slice(0, count))
      draft.add(reader, { about });
  }

  /** How much a read tells behind a change; of those that tell alike, now one and now another. */
  #tells(reader: Operation, after: Operation): number {
    const richness = Math.min(1, this.#resources.richness(reader) / richest);
    return (
      worth.success * this.#trust.success(reader) +
      (this.#resources.isSameAddress(reader, after) ? worth.address : 0) +
      (this.#depthOf(reader) === this.#depthOf(after) ? worth.depth : 0) +
      (reader.output.body.kind === "bytes" ? worth.content : 0) +
      (this.#chance.below(100) / 100) * worth.richness * richness
    );
  }

  /** How deep the things lie that an operation is about. */
  #depthOf(operation: Operation): number {
    const needed = this.#resources.slotsOf(operation).filter(({ isNeeded }) => isNeeded);
    const made = Object.entries(operation.produces)
      .filter(([, places]) => requestPaths(places).length > 0)
      .map(([resource]) => resource);
    const named = [...needed.map(({ resource }) => resource), ...made];
    return Math.max(0, ...named.map((resource) => Math.min(1, this.#resources.depthOf(resource))));
  }
}
