import { isDeepStrictEqual } from "node:util";
import { type Input, type Operation, requestPaths, valuesAt } from "../../model/index.ts";
import { tokenOf } from "../sequence.ts";
import { placedEach, valueAt } from "./place.ts";
import type { Resources } from "./resources.ts";
import { areSeveral, isName, numbered, pick, renamed, type Thing } from "./thing.ts";

/** Gives names to what a draft makes, which nothing has that is there already. */
export class ThingNames {
  readonly #resources: Resources;
  /** What the draft has made so far. */
  readonly #things: readonly Thing[];
  #tokens = 0;
  #renamed = 0;

  constructor(resources: Resources, things: readonly Thing[]) {
    this.#resources = resources;
    this.#things = things;
  }

  /** The same for a copy of the draft, which has things of its own. */
  copy(things: readonly Thing[]): ThingNames {
    const other = new ThingNames(this.#resources, things);
    other.#tokens = this.#tokens;
    other.#renamed = this.#renamed;
    return other;
  }

  /** Whether it names something at the top of an account: a structure, such as a key, lies in what it is the key of. */
  isTopName(resource: string, value: unknown): boolean {
    return typeof value === "string" && this.#resources.isTop(resource);
  }

  /** Gives what the operation makes a name of its own. */
  named(operation: Operation, input: Input, free: ReadonlySet<string>, isOverwriting = false): Input {
    const { types } = this.#resources.interface;
    const consumed = new Set(Object.values(operation.consumes).flat());
    return Object.entries(operation.produces).reduce((named, [resource, places]) => {
      const paths = requestPaths(places)
        .filter((path) => !free.has(path) && !consumed.has(path) && isName(valueAt(named, path)))
        .filter(
          (path) => !areSeveral(valuesAt(named, path)) || this.isTopName(resource, valueAt(named, path)),
        );
      return paths.reduce((one, path) => {
        const names = this.#names(resource, valuesAt(one, path), isOverwriting);
        return placedEach(one, path, names, operation, types);
      }, named);
    }, input);
  }

  /** A name for each item of a list; what is at the top is the same in all. */
  #names(
    resource: string,
    [plain, ...others]: readonly unknown[],
    isOverwriting: boolean,
  ): readonly unknown[] {
    const first = this.#name(resource, plain, isOverwriting);
    return this.isTopName(resource, first)
      ? [first]
      : [first, ...others.map(() => renamed(first, this.#renamed++))];
  }

  /** Things at the top must have names that nobody had; others keep the plain one, and get another where it is taken. */
  #name(resource: string, plain: unknown, isOverwriting: boolean): unknown {
    const latest = isOverwriting ? this.#things.findLast((thing) => thing.resource === resource) : undefined;
    if (typeof plain === "object") {
      if (!this.#resources.isNamed(resource)) return plain;
      if (isOverwriting && isName(latest?.value)) return { ...plain, ...Object(latest.value) };
      return isOverwriting || !this.#isTaken(resource, plain) ? plain : renamed(plain, this.#renamed++);
    }
    if (typeof latest?.value === "string") return latest.value;
    if (this.#resources.isTop(resource)) return tokenOf(this.#tokens++);
    return this.#isTaken(resource, plain) ? numbered(String(plain), this.#renamed++) : plain;
  }

  /** Of what is named by a structure, such as a key, only what names it counts. */
  #isTaken(resource: string, plain: unknown): boolean {
    return this.#things.some(
      ({ resource: kind, value }) =>
        kind === resource &&
        (isName(value) && typeof value === "object"
          ? isDeepStrictEqual(value, pick(plain, value))
          : value === plain),
    );
  }
}
