import type { Scope } from "../scope.ts";

/** What order looks at. */
export interface Ordered {
  readonly service: string;
  readonly isReadOnly: boolean;
  readonly scopes: readonly Scope[];
  /** What is asked, and what is answered, of steps that only read. */
  readonly reading?: { readonly request: string; readonly answer: string };
}

/** A resource, with the latest levels of what touched it and what lies in it. */
class Place {
  readonly #below = new Map<string, Place>();
  anyHere = 0;
  writeHere = 0;
  anyInside = 0;
  writeInside = 0;

  child(name: string): Place {
    let child = this.#below.get(name);
    if (child === undefined) {
      child = new Place();
      this.#below.set(name, child);
    }
    return child;
  }
}

/**
 * The level of each step: one more than that of the last step before it on whose order it depends. Steps depend on each
 * other if one lies in the other's scope and one of them changes something; all others may come in any order. Where the
 * same is asked again and answered otherwise, something has changed by itself in between.
 */
export function levelsOf(steps: readonly Ordered[]): readonly number[] {
  const roots = new Map<string, Place>();
  const answers = new Map<string, { level: number; answer: string }>();
  return steps.map(({ service, isReadOnly, scopes, reading }) => {
    let root = roots.get(service);
    if (root === undefined) {
      root = new Place();
      roots.set(service, root);
    }
    const ways = scopes.map((scope) => wayTo(root, scope));
    let level = 1 + latest(ways, isReadOnly);
    if (isReadOnly && reading !== undefined) {
      const before = answers.get(reading.request);
      if (before?.level === level && before.answer !== reading.answer) {
        for (const way of ways) note(way, level, false);
        level++;
      }
      answers.set(reading.request, { level, answer: reading.answer });
    }
    for (const way of ways) note(way, level, isReadOnly);
    return level;
  });
}

function latest(ways: readonly (readonly Place[])[], isReadOnly: boolean): number {
  return Math.max(0, ...ways.map((way) => lastBefore(way, isReadOnly)));
}

/** From the account to the resource. */
function wayTo(root: Place, scope: Scope): readonly Place[] {
  const way = [root];
  for (const name of scope) way.push((way.at(-1) ?? root).child(name));
  return way;
}

function lastBefore(way: readonly Place[], isReadOnly: boolean): number {
  const own = way.at(-1);
  const inside = (isReadOnly ? own?.writeInside : own?.anyInside) ?? 0;
  return Math.max(inside, ...way.map((place) => (isReadOnly ? place.writeHere : place.anyHere)));
}

function note(way: readonly Place[], level: number, isReadOnly: boolean): void {
  for (const place of way) {
    place.anyInside = Math.max(place.anyInside, level);
    if (!isReadOnly) place.writeInside = Math.max(place.writeInside, level);
  }
  const own = way.at(-1);
  if (own === undefined) return;
  own.anyHere = Math.max(own.anyHere, level);
  if (!isReadOnly) own.writeHere = Math.max(own.writeHere, level);
}
