import type { Input, Operation, Types } from "../../model/index.ts";
import type { Chance } from "../chance.ts";
import { enriched, listsOfThings } from "../enriched.ts";
import { parameterIn } from "./place.ts";

/** Options that are given at once. */
export interface Group {
  readonly paths: readonly string[];
  readonly pass: number;
  tried: number;
  /** It adds an item to a list: what comes of each item only shows if nothing else is done in the round. */
  readonly isList?: true;
  /** It was refused where others had gone well on the same thing before. */
  wasBehind?: boolean;
}

/** How many options are given at once at first, how many groups there are in a round, and how often values are others. */
const mostTogether = 8;
const mostGroups = 4;
const passes = { ofChanges: 6, ofReads: 3 };
/** How often a group is planned that was not come to. */
const mostRetries = 3;

export interface OptionGroupsOptions {
  readonly operation: Operation;
  readonly types: Types;
  /** Paths at which things are named. */
  readonly naming: ReadonlySet<string>;
  /** Paths at which something can be given, or be another; what matters most first. */
  readonly paths: readonly string[];
}

/** What can be given to an operation: as many options at once as are accepted, pass by pass with other values. */
export class OptionGroups {
  readonly #options: OptionGroupsOptions;
  readonly #pending: Group[];
  readonly #accepted = new Set<string>();
  /** Groups of which is not known yet what became of them. */
  #open = 0;
  #pass = 0;

  constructor(options: OptionGroupsOptions) {
    this.#options = options;
    const lists = listsOfThings(options.naming).map(
      (path): Group => ({ paths: [path], pass: 0, tried: 0, isList: true }),
    );
    this.#pending = [...lists, ...this.#first()];
  }

  /** Whether no group is left, and none will come. */
  get isThrough(): boolean {
    return this.#pending.length === 0 && this.#pass >= this.#lastPass;
  }

  /** Whether there is a group now: what comes next may depend on what is under way. */
  get isReady(): boolean {
    return this.#pending.length > 0 || (this.#open === 0 && this.#pass < this.#lastPass);
  }

  /** The groups of the next round, which are open until they are settled. */
  take(): readonly Group[] {
    const groups = this.#next();
    this.#open += groups.length;
    return groups;
  }

  /** Changes a plain input so that it has a group's options. */
  shapeOf({ paths, pass }: Group, chance: Chance): (plain: Input) => Input {
    const { operation, types, naming } = this.#options;
    const how = { paths: new Set(paths), pass, seed: chance.seed(), naming };
    return (plain) => enriched(operation, plain, types, how);
  }

  /** It is known what became of a group. */
  settled(): void {
    this.#open--;
  }

  accept({ paths }: Group): void {
    for (const path of paths) this.#accepted.add(path);
  }

  /** Takes a group back that was not come to, unless that has happened too often. */
  retry(group: Group): boolean {
    if (group.tried++ >= mostRetries) return false;
    this.#pending.unshift(group);
    return true;
  }

  /** Takes a group back, behind all others. */
  putOff(group: Group): void {
    this.#pending.push(group);
  }

  /** Options that were refused together are tried apart. */
  split({ paths, pass }: Group): void {
    if (pass > 1 || paths.length < 2) return;
    const size = paths.length <= mostGroups ? 1 : Math.ceil(paths.length / 2);
    const parts = Array.from({ length: Math.ceil(paths.length / size) }, (_, at) => at * size);
    this.#pending.push(...parts.map((at) => ({ paths: paths.slice(at, at + size), pass, tried: 0 })));
  }

  /** Everything is tried anew: it is called in another way from now on. */
  restart(): void {
    this.#pass = 0;
    this.#pending.splice(0, this.#pending.length, ...this.#first());
  }

  get #lastPass(): number {
    return this.#options.operation.readOnly ? passes.ofReads : passes.ofChanges;
  }

  #first(): Group[] {
    const { operation, paths } = this.#options;
    return [...contents(operation, paths), ...chunks(paths, 0)];
  }

  #next(): readonly Group[] {
    const most = this.#options.operation.readOnly ? mostGroups + 2 : mostGroups;
    const isFirst = this.#pass === 0 && this.#pending.length > 0;
    const groups = this.#pending.splice(0, this.#pending[0]?.isList === true ? 1 : most);
    if (isFirst) return groups;
    while (
      this.#open === 0 &&
      groups.length < most &&
      this.#pending.length === 0 &&
      this.#pass < this.#lastPass
    ) {
      this.#pass++;
      this.#pending.push(...chunks([...this.#accepted], this.#pass));
      groups.push(...this.#pending.splice(0, most - groups.length));
    }
    return groups;
  }
}

/** What the operation has to be given, and that names nothing: another value shows best whether it does what it says. */
function contents({ parameters, readOnly }: Operation, own: readonly string[]): Group[] {
  const required = new Set(parameters.filter((one) => one.required).map(({ name }) => name));
  const paths = readOnly ? [] : own.filter((path) => required.has(parameterIn(path)));
  return paths.length === 0 ? [] : [{ paths, pass: 1, tried: 0 }];
}

/** As few groups as hold all of them; one that is empty is the plain call. */
function chunks(paths: readonly string[], pass: number): Group[] {
  const third = Math.ceil(paths.length / 3);
  const most = Math.max(1, pass === 0 ? Math.min(mostTogether, third) : paths.length);
  const count = Math.max(1, Math.ceil(paths.length / most));
  return Array.from({ length: count }, (_, at) => ({
    paths: paths.slice(at * most, (at + 1) * most),
    pass,
    tried: 0,
  }));
}
