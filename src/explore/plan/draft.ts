import { isDeepStrictEqual } from "node:util";
import { defaultInput, type Input, type Operation, valuesAt } from "../../model/index.ts";
import type { Chance } from "../chance.ts";
import { type CallerName, isFromAnswer, type Sequence, type Step, type Trial } from "../sequence.ts";
import { parameterIn, placedEach } from "./place.ts";
import { type Producer, partsOf, type Resources, type Slot } from "./resources.ts";
import { isName, lies, type Thing, valuesOf } from "./thing.ts";
import { ThingNames } from "./thing-names.ts";
import { thingsMadeBy } from "./things-made.ts";

/** What is known about how to call operations. */
export interface Knowledge {
  /** Values that are known to be good, where the interface's defaults are not. */
  example(operation: Operation): Input | undefined;
  /** What a thing is made with that others are tried on, besides what is needed; nothing where it is to be plain. */
  fuller?(operation: Operation): Input | undefined;
  /** How well a producer has done so far, from 0 to 1. */
  trust(producer: Producer): number;
}

/** How a step is to be. */
export interface Wish {
  readonly tries?: Trial;
  readonly caller?: CallerName;
  /** Changes the plain input. */
  readonly shape?: (plain: Input) => Input;
  /** Things that it must name, by resource. */
  readonly about?: ReadonlyMap<string, Thing>;
  /** Paths at which it says what it likes. */
  readonly free?: readonly string[];
  readonly via?: "raw";
  /** What it makes takes the name of something that is there. */
  readonly isOverwriting?: boolean;
  /** It may well be refused, so that nothing that it answers is named later, and nothing is concluded where it fails. */
  readonly isUncertain?: boolean;
}

/** How many things are made for the other items of a list. */
const mostOthers = 2;

/** A producer that has done no better is no longer counted on. */
const hopeless = 0.3;

/** A sequence while it is planned: whatever a step names is made before it. */
export class Draft {
  readonly steps: Step[] = [];
  readonly things: Thing[] = [];
  readonly #resources: Resources;
  readonly #knowledge: Knowledge;
  readonly #chance: Chance;
  readonly #making: string[] = [];
  /** For each step how many there were before it and before what was only made for it. */
  readonly #before: number[] = [];
  readonly #uncertain = new Set<number>();
  #begun: number | undefined;
  #names: ThingNames;

  constructor(resources: Resources, knowledge: Knowledge, chance: Chance) {
    this.#resources = resources;
    this.#knowledge = knowledge;
    this.#chance = chance;
    this.#names = new ThingNames(resources, this.things);
  }

  /** The same up to here, to go on with in another way. */
  copy(chance: Chance): Draft {
    const other = new Draft(this.#resources, this.#knowledge, chance);
    other.steps.push(...this.steps);
    other.#before.push(...this.#before);
    other.things.push(...this.things);
    for (const step of this.#uncertain) other.#uncertain.add(step);
    other.#names = this.#names.copy(other.things);
    return other;
  }

  get sequence(): Sequence {
    return this.steps;
  }

  /** The steps before one, but for those that were only added for it. */
  before(step: number): Sequence {
    return this.steps.slice(0, this.#before[step] ?? step);
  }

  /** Says that a step may well be refused, although nothing is wrong with it: nothing that it answers is named later. */
  doubt(step: number): void {
    this.#uncertain.add(step);
    this.#forget(step);
  }

  /** Whether a step may well be refused, although nothing is wrong with it. */
  isUncertain(step: number): boolean {
    return this.#uncertain.has(step);
  }

  /** Adds a call, and before it what makes the things that it names. */
  add(operation: Operation, wish: Wish = {}): void {
    const isOutermost = this.#begun === undefined;
    this.#begun ??= this.steps.length;
    this.#add(operation, wish);
    if (isOutermost) this.#begun = undefined;
  }

  #add(operation: Operation, wish: Wish): void {
    const { interface: of } = this.#resources;
    const plain = { ...defaultInput(operation, of.types), ...this.#knowledge.example(operation) };
    const free = new Set(wish.free ?? []);
    const about = new Map(wish.about);
    let input = this.#spelt(wish.shape?.(plain) ?? plain, about) as Input;
    const slots = this.#resources
      .slotsOf(operation)
      .filter((slot) => !free.has(slot.path) && isGiven(slot, input));
    for (const [at, slot] of slots.entries()) {
      const thing =
        about.get(slot.resource) ??
        this.#madeWith(slot.resource, slots.slice(at + 1), about) ??
        this.#nearest(slot, about);
      if (thing === undefined) continue;
      about.set(slot.resource, thing);
      const values = [thing.value, ...this.#others(thing, valuesAt(input, slot.path).length - 1, about)];
      input = placedEach(input, slot.path, values, operation, of.types);
    }
    this.#push(operation, this.#names.named(operation, input, free, wish.isOverwriting), wish, about);
  }

  /** Puts another call in the place of the last one, of which is not known what it would find. */
  replaceLast(step: Step, { readOnly }: Operation): void {
    const last = this.steps.length - 1;
    this.steps[last] = step;
    if (readOnly) this.#forget(last);
  }

  /** Things that a step has answered are none. */
  #forget(step: number): void {
    const others = this.things.filter(({ value }) => !isFrom(value, step));
    this.things.splice(0, this.things.length, ...others);
  }

  /** The latest thing of a kind, made first if there is none. */
  ensure(resource: string, about: ReadonlyMap<string, Thing> = new Map()): Thing | undefined {
    return this.#thing(resource, about);
  }

  /** One more of a kind, beside those that there are. */
  another(resource: string, about: ReadonlyMap<string, Thing> = new Map()): Thing | undefined {
    const before = this.things.findLast((one) => one.resource === resource);
    const made = this.#make(resource, about, true);
    return made === before ? undefined : made;
  }

  /** The latest of the things that go with these. */
  latest(isWanted: (thing: Thing) => boolean, about: ReadonlyMap<string, Thing>): Thing | undefined {
    return this.things.findLast((one) => isWanted(one) && lies(one, about));
  }

  /** Texts that speak of things by their kind, `{table}`, get the names of such. */
  #spelt(value: unknown, about: Map<string, Thing>): unknown {
    if (typeof value === "string") {
      return value.replaceAll(/\{(\w+)\}/g, (whole, resource: string) => {
        if (!this.#resources.isTop(resource)) return whole;
        const thing = about.get(resource) ?? this.#thing(resource, about);
        if (thing !== undefined) about.set(resource, thing);
        return String(thing?.value ?? whole);
      });
    }
    if (Array.isArray(value)) return value.map((item) => this.#spelt(item, about));
    if (typeof value !== "object" || value === null || value instanceof Uint8Array) return value;
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, this.#spelt(part, about)]));
  }

  /** For the other items of a list so many other things beside one; what is at the top, or only answered, is the same for all. */
  #others({ resource, value }: Thing, count: number, about: ReadonlyMap<string, Thing>): readonly unknown[] {
    if (count < 1 || this.#names.isTopName(resource, value) || !isName(value)) return [];
    const within = new Map([...about].filter(([kind]) => kind !== resource));
    return Array.from({ length: Math.min(count, mostOthers) }, () => this.another(resource, within)).flatMap(
      (other) => other?.value ?? [],
    );
  }

  /** What the slot asks for; where nobody has managed to make that, something else that others name at such a place. */
  #nearest({ resource, path }: Slot, about: ReadonlyMap<string, Thing>): Thing | undefined {
    if (this.#canMake(resource)) return this.#thing(resource, about);
    const other = this.#resources.kindsAt(path, resource).find((kind) => this.#canMake(kind));
    return other === undefined ? undefined : this.#thing(other, about);
  }

  /** What one call makes together, such as a message and its receipt, must come from the same call: the thing that the others go with. */
  #madeWith(resource: string, others: readonly Slot[], about: ReadonlyMap<string, Thing>): Thing | undefined {
    const mate = others.find((other) => this.#resources.areMadeTogether(resource, other.resource));
    const other = mate && !about.has(mate.resource) ? this.#nearest(mate, about) : undefined;
    const own = other?.among.get(resource);
    return this.things.findLast(
      (thing) => thing.resource === resource && isDeepStrictEqual(thing.value, own),
    );
  }

  #canMake(resource: string): boolean {
    const producers = this.#resources.producersOf(resource);
    return (
      producers.length === 0 || producers.some((producer) => this.#knowledge.trust(producer) >= hopeless)
    );
  }

  #thing(resource: string, about: ReadonlyMap<string, Thing>): Thing | undefined {
    return (
      this.things.findLast((one) => one.resource === resource && lies(one, about)) ??
      this.#make(resource, about)
    );
  }

  /** What finds things may find those that there are: for another one, whoever gives names is asked first. */
  #make(resource: string, about: ReadonlyMap<string, Thing>, isAnother = false): Thing | undefined {
    if (this.#making.includes(resource)) return undefined;
    this.#making.push(resource);
    try {
      const template = this.#resources.templateOf(resource);
      if (template !== undefined) return this.#filled(resource, template, about);
      const producers = this.#resources.producersOf(resource, new Set(about.keys()));
      const giving = producers.filter(({ operation }) => this.#gives(operation, resource));
      const naming = giving.filter(
        (one) => one.place.startsWith("request ") && this.#knowledge.trust(one) >= hopeless,
      );
      const producer = this.#chosen(isAnother && naming.length > 0 ? naming : giving);
      if (producer === undefined) return undefined;
      const fuller = this.#knowledge.fuller?.(producer.operation);
      this.add(producer.operation, { about, ...(fuller && { shape: (plain) => ({ ...plain, ...fuller }) }) });
      return this.things.findLast((one) => one.resource === resource);
    } finally {
      this.#making.pop();
    }
  }

  /** A list over the whole account yields no usable names, except its continuation marker. */
  #gives(operation: Operation, resource: string): boolean {
    if (!operation.readOnly || resource in operation.consumes) return true;
    return this.#resources.slotsOf(operation).some((slot) => !(slot.resource in operation.produces));
  }

  /** A producer that has done well is taken more often. */
  #chosen(producers: readonly Producer[]): Producer | undefined {
    const best = Math.max(0, ...producers.map((producer) => this.#knowledge.trust(producer)));
    const good = producers.filter((producer) => this.#knowledge.trust(producer) >= best / 2);
    return this.#chance.happens(0.85) ? good[0] : this.#chance.oneOf(good);
  }

  /** What is made of others: `/{bucket}/{key}`. */
  #filled(resource: string, template: string, about: ReadonlyMap<string, Thing>): Thing | undefined {
    const parts = new Map(about);
    for (const part of partsOf(template)) {
      const thing = this.#thing(part, parts);
      if (thing === undefined) return undefined;
      parts.set(part, thing);
    }
    const text = template.replaceAll(/\{([^}]+)\}/g, (whole, part: string) =>
      part === "endpoint" ? whole : encodeURI(String(parts.get(part)?.value ?? "")),
    );
    const at = text.startsWith("{endpoint}") ? text.slice("{endpoint}".length) : undefined;
    const value = at === undefined ? text : { $endpoint: at, signed: true };
    const thing = { resource, value, among: valuesOf(parts) };
    this.things.push(thing);
    return thing;
  }

  #push(operation: Operation, input: Input, wish: Wish, about: ReadonlyMap<string, Thing>): void {
    const { tries = { kind: "valid" }, caller = "owner", via, isUncertain = false } = wish;
    const at = this.steps.length;
    this.#before.push(this.#begun ?? at);
    this.steps.push({ operation: operation.name, input, caller, tries, ...(via !== undefined && { via }) });
    if (isUncertain) this.#uncertain.add(at);
    // What is to be refused makes nothing that could be named later.
    if (tries.kind !== "valid") return;
    this.things.push(
      ...thingsMadeBy({ operation, input, at, isUncertain, about }, this.things, this.#resources),
    );
  }
}

/** Whether it stands for what an earlier step has answered. */
function isFrom(value: unknown, step: number): boolean {
  return isFromAnswer(value) && value.$from === step;
}

function isGiven({ isNeeded, path }: Slot, input: Input): boolean {
  return isNeeded || input[parameterIn(path)] !== undefined;
}
