import {
  canEnd,
  defaultValue,
  type Input,
  type NumberType,
  type ObjectType,
  type Operation,
  present,
  resolve,
  type StringType,
  type Type,
  type Types,
  validate,
} from "../model/index.ts";
import { isRangeFormat, middleRange } from "./byte-ranges.ts";
import { choosable } from "./places/input-type.ts";
import { placesOf } from "./places/places.ts";
import { entryNames } from "./places/settings.ts";
import { inStep } from "./same-length.ts";
import { sampled } from "./sampled.ts";
import { isReference } from "./spots/spots.ts";
import { valueArbitrary } from "./value-arbitrary.ts";

/** How an input is made a fuller one. */
export interface Enrichment {
  /** What is given, or is another than before, by its path. */
  readonly paths: ReadonlySet<string>;
  /** Each pass has other values: the next choice, another text, a number a little greater, more items. */
  readonly pass: number;
  readonly seed: number;
  /** Paths that name things: what stands there stays. */
  readonly naming: ReadonlySet<string>;
}

/** What can be given to an operation or be another, by path: options at any depth, and what is required and names nothing. */
export function enrichable(operation: Operation, types: Types, naming: ReadonlySet<string>): string[] {
  const isWithin = (path: string) => [...naming].some((name) => path === name || path.startsWith(`${name}.`));
  const paths = placesOf(operation, types)
    .filter(({ slot }) => slot !== "name")
    .map(({ path }) => path);
  const own = [...new Set(paths)].filter((path) => !isWithin(path));
  // Whatever lies inside of something brings it along.
  const outer = new Set(own.flatMap((path) => withOuter(path).filter((one) => one !== path)));
  return own.filter((path) => !outer.has(path));
}

/** Lists of things that are named, such as the objects that are deleted at once: one more of them is no option, but something else. */
export function listsOfThings(naming: ReadonlySet<string>): string[] {
  const within = [...naming].filter((path) => path.includes("[]"));
  return [...new Set(within.map((path) => path.slice(0, path.lastIndexOf("[]") + 2)))];
}

/**
 * A valid input with many options at once, and with other values than the plain ones.
 *
 * @example
 * enriched(putBlob, plain, types, { paths: new Set(["metadata", "tier"]), pass: 1, seed: 7, naming: new Set() });
 * // { …, metadata: { a: "1", b: "2" }, tier: "Cool" }
 */
export function enriched(operation: Operation, plain: Input, types: Types, how: Enrichment): Input {
  const fuller = new Fuller(types, how);
  const parts = choosable(operation).flatMap(({ name, type, required }): [string, unknown][] => {
    const now = plain[name];
    if (now === undefined && !required && !fuller.isWanted(name)) return [];
    const value = now === undefined ? fuller.made(type, name, []) : fuller.changed(now, type, name, []);
    return value === undefined ? [] : [[name, value]];
  });
  return inStep(operation, { ...plain, ...Object.fromEntries(parts) }, types);
}

class Fuller {
  readonly #types: Types;
  readonly #how: Enrichment;
  readonly #wanted: ReadonlySet<string>;
  #drawn = 0;
  /** Which one of several entries is made: they are of other kinds, where there are kinds to choose from. */
  #entry = 0;

  constructor(types: Types, how: Enrichment) {
    this.#types = types;
    this.#how = how;
    this.#wanted = new Set([...how.paths].flatMap(withOuter));
  }

  /** Whether it is to be there, or something inside of it is. */
  isWanted(path: string): boolean {
    return this.#wanted.has(path);
  }

  /** A value where there was none. */
  made(declared: Type, path: string, names: readonly string[]): unknown {
    const inside = declared.kind === "ref" ? [...names, declared.name] : names;
    const type = resolve(present(declared), this.#types);
    const { pass } = this.#how;
    switch (type.kind) {
      case "string":
        return this.#text(type);
      case "int":
      case "long":
      case "double":
        return moved(Number(defaultValue(type)), type, pass);
      case "bool":
        return pass % 2 === 0;
      case "union": {
        const ending = type.of.filter((one) => canEnd(one, this.#types, inside));
        const one = ending[pass % Math.max(1, ending.length)];
        return one === undefined ? undefined : this.made(one, path, inside);
      }
      case "array": {
        if (!canEnd(type.items, this.#types, inside)) return [];
        const isForMore = pass > 0 || this.#how.paths.has(`${path}[]`);
        const count = Math.min(type.max ?? 2, Math.max(type.min ?? 0, isForMore ? 2 : 1));
        const items = Array.from({ length: count }, () => this.made(type.items, `${path}[]`, inside));
        return this.#namesWithin(path) ? items : distinct(items, type.min ?? 0);
      }
      case "object":
        return this.#structure(type, path, inside);
      default:
        return this.#sample(type);
    }
  }

  /** Another value where there is one; what names things stays. */
  changed(now: unknown, declared: Type, path: string, names: readonly string[]): unknown {
    if (this.#how.naming.has(path) && !isStructure(now)) return now;
    if (!this.isWanted(path) || isReference(now)) return now;
    const type = resolve(present(declared), this.#types);
    if (type.kind === "union") {
      const own = type.of.find((one) => validate(one, now, this.#types).length === 0);
      return own === undefined ? now : this.changed(now, own, path, names);
    }
    if (type.kind === "object" && isStructure(now)) return this.#fuller(now, type, path, names);
    if (type.kind === "array" && Array.isArray(now)) {
      const items = now.map((item) => this.changed(item, type.items, `${path}[]`, names));
      const isLonger = this.#how.pass > 0 || this.#how.paths.has(`${path}[]`);
      const hasRoom = isLonger && items.length < (type.max ?? 2) && canEnd(type.items, this.#types, names);
      if (!hasRoom) return items;
      const longer = [...items, this.made(type.items, `${path}[]`, names)];
      return this.#namesWithin(path) ? longer : distinct(longer, items.length);
    }
    if (this.#how.naming.has(path)) return now;
    const other = this.#other(now, type);
    return validate(type, other, this.#types).length === 0 ? other : now;
  }

  /** Whether the items of a list name things: each is given another name later. */
  #namesWithin(list: string): boolean {
    return [...this.#how.naming].some((path) => path.startsWith(`${list}[]`));
  }

  #other(now: unknown, type: Type): unknown {
    const { pass } = this.#how;
    if (type.kind === "string" && type.oneOf !== undefined) {
      const at = type.oneOf.indexOf(String(now));
      return type.oneOf[(at + pass) % type.oneOf.length];
    }
    if (type.kind === "string") return pass === 0 ? now : this.#text(type);
    if (type.kind === "bool") return pass % 2 === 0 ? now : now !== true;
    if (type.kind === "int" || type.kind === "long" || type.kind === "double")
      return typeof now === "number" ? moved(now, type, pass) : now;
    if (now instanceof Uint8Array) return now.map((byte) => (byte + pass) % 128);
    return now;
  }

  /** Fields that are required, and those that are wanted, as many as there may be. */
  #structure(type: ObjectType, path: string, names: readonly string[]): unknown {
    const plain = defaultValue(type, this.#types);
    if (!isStructure(plain)) return plain;
    const choice = Object.entries(type.fields).filter(
      ([, field]) => field.kind === "optional" && canEnd(field.of, this.#types, names),
    );
    const isOneOf = type.maxFields === 1 && choice.length === Object.keys(type.fields).length;
    const [name, field] = choice[(this.#how.pass + this.#entry) % Math.max(1, choice.length)] ?? [];
    if (isOneOf && name !== undefined && field !== undefined)
      return { [name]: this.made(field, `${path}.${name}`, names) };
    const made = Object.entries(plain).map(([field, value]) => {
      const own = type.fields[field];
      return [field, own === undefined ? value : this.changed(value, own, `${path}.${field}`, names)];
    });
    return this.#fuller(Object.fromEntries(made), type, path, names, true);
  }

  #fuller(
    now: Readonly<Record<string, unknown>>,
    type: ObjectType,
    path: string,
    names: readonly string[],
    isNew = false,
  ): unknown {
    const most = type.maxFields ?? Number.POSITIVE_INFINITY;
    const fuller: Record<string, unknown> = {};
    const isNaming = this.#how.naming.has(path);
    for (const [name, value] of Object.entries(now)) {
      const field = type.fields[name];
      const at = field === undefined ? `${path}[]` : `${path}.${name}`;
      const inside = field ?? type.rest;
      fuller[name] =
        isNew || isNaming || inside === undefined ? value : this.changed(value, inside, at, names);
    }
    for (const [name, field] of Object.entries(type.fields)) {
      const isAdded =
        !(name in fuller) && this.isWanted(`${path}.${name}`) && canEnd(field, this.#types, names);
      if (!isAdded || Object.keys(fuller).length >= most) continue;
      const value = this.made(field, `${path}.${name}`, names);
      if (value !== undefined) fuller[name] = value;
    }
    if (!type.open || type.rest === undefined || !this.isWanted(`${path}[]`)) return fuller;
    const { rest } = type;
    const wanted = Object.keys(fuller).length + (this.#how.pass === 0 ? 1 : 2);
    const outer = this.#entry;
    for (let tries = 0; tries < 4 && Object.keys(fuller).length < Math.min(most, wanted); tries++) {
      this.#entry = Object.keys(fuller).length;
      fuller[sampled(entryNames(type), this.#seed())] ??= this.made(rest, `${path}[]`, names);
    }
    this.#entry = outer;
    return fuller;
  }

  /** Choices by turns, the first of them last, since it is often what is meant by none; of other texts the plain one first. */
  #text(type: StringType): unknown {
    const { pass } = this.#how;
    if (type.oneOf !== undefined) return type.oneOf[(pass + 1) % type.oneOf.length];
    if (isRangeFormat(type.format)) return middleRange(type.format, pass);
    return pass === 0 ? defaultValue(type) : this.#sample(type);
  }

  #sample(type: Type): unknown {
    return sampled(valueArbitrary(type, this.#types), this.#seed());
  }

  #seed(): number {
    return (this.#how.seed + 7919 * this.#drawn++) % 2 ** 31;
  }
}

/** A path and all that it lies in: `a.b[].c` lies in `a`, `a.b` and `a.b[]`. */
function withOuter(path: string): string[] {
  const outer = [...path.matchAll(/\.|\[\]/g)].flatMap(({ 0: mark, index }) =>
    mark === "." ? [path.slice(0, index)] : [path.slice(0, index), path.slice(0, index + 2)],
  );
  return [...outer, path];
}

/** A number some steps further, as far as that is allowed. */
function moved(from: number, { kind, min, max, multipleOf }: NumberType, steps: number): number {
  const step = multipleOf ?? (kind === "double" ? 0.5 : 1);
  const up = from + steps * step;
  if (max === undefined || up <= max) return up;
  const down = from - steps * step;
  return min === undefined || down >= min ? down : from;
}

/** Without what is there twice, unless there would be too few. */
function distinct(items: readonly unknown[], least: number): readonly unknown[] {
  const seen = new Set<string>();
  const others = items.filter((item) => {
    const text = JSON.stringify(item, (_, value: unknown) =>
      typeof value === "bigint" ? String(value) : value,
    );
    return !seen.has(text) && seen.add(text) !== undefined;
  });
  return others.length < least ? items : others;
}

function isStructure(value: unknown): value is Readonly<Record<string, unknown>> {
  return (
    typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array)
  );
}
