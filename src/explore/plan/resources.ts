import {
  type Interface,
  type Operation,
  present,
  requestPaths,
  resolve,
  type Type,
} from "../../model/index.ts";
import { parameterIn } from "./place.ts";

/** Where an operation names a resource. */
export interface Slot {
  readonly resource: string;
  readonly path: string;
  /** No request of the operation can do without it. */
  readonly isNeeded: boolean;
}

/** An operation that makes a resource, and where its name is then found. */
export interface Producer {
  readonly operation: Operation;
  /** `request PATH`, `header NAME` or `body PATH`. */
  readonly place: string;
}

/** Which operations make, name and remove what, as the interface says it. */
export class Resources {
  readonly interface: Interface;
  readonly #producers = new Map<string, Producer[]>();
  /** What no request of an operation can do without. */
  readonly #needed: ReadonlyMap<Operation, readonly string[]>;
  readonly #depths = new Map<string, number>();
  readonly #slots = new Map<Operation, readonly Slot[]>();
  readonly #common: ReadonlySet<string>;

  constructor(of: Interface) {
    this.interface = of;
    this.#needed = new Map(of.operations.map((operation) => [operation, neededBy(operation)]));
    for (const operation of of.operations) {
      for (const [resource, places] of Object.entries(operation.produces)) {
        for (const place of places) this.#add(resource, { operation, place });
      }
    }
    for (const resource of this.#producers.keys()) this.#depth(resource, []);
    for (const operation of of.operations) this.#slots.set(operation, this.#slotsOf(operation));
    this.#common = commonParameters(of);
  }

  operationNamed(name: string): Operation {
    const found = this.interface.operations.find((operation) => operation.name === name);
    if (found === undefined) throw new Error(`${this.interface.name} has no operation ${name}`);
    return found;
  }

  /** Operations that make it, those first that need least besides what there is; those that only find it where no other does. */
  producersOf(resource: string, having: ReadonlySet<string> = new Set()): readonly Producer[] {
    return this.#making(resource).toSorted((a, b) => this.#needs(a, having) - this.#needs(b, having));
  }

  #making(resource: string): readonly Producer[] {
    const all = this.#producers.get(resource) ?? [];
    const making = all.filter(({ operation }) => !operation.readOnly);
    return making.length > 0 ? making : all;
  }

  /** Where an operation names resources, what others lie in first; of several kinds at one place the rarest. */
  slotsOf(operation: Operation): readonly Slot[] {
    return this.#slots.get(operation) ?? [];
  }

  /** Whether it is named by its user and lies in nothing else. */
  isTop(resource: string): boolean {
    return (
      this.depthOf(resource) === 0 && this.#making(resource).some(({ place }) => place.startsWith("request "))
    );
  }

  /** How many others it lies in. */
  depthOf(resource: string): number {
    return this.#depth(resource, []);
  }

  /** Operations that remove it: they name it, and nothing that lies deeper or behind it. */
  removersOf(resource: string): readonly Operation[] {
    return this.#removing(resource)
      .filter(({ last, operation }) => !this.#isBehind(last, operation))
      .map(({ operation }) => operation);
  }

  /** The thing that an operation is about: what it cannot do without naming, and that lies deepest. */
  subjectOf(operation: Operation): Slot | undefined {
    return this.slotsOf(operation).findLast(({ isNeeded }) => isNeeded);
  }

  /** Operations that make something of a thing, or in it: one for each kind. */
  makersIn(resource: string): readonly Operation[] {
    const kinds = [...this.#producers.keys()].filter((kind) => kind !== resource);
    const makers = kinds.flatMap((kind) => {
      const inside = this.producersOf(kind, new Set([resource])).filter(
        ({ operation }) => !operation.readOnly && this.#needed.get(operation)?.includes(resource) === true,
      );
      return inside.slice(0, 1).map(({ operation }) => operation);
    });
    const removers = this.removersOf(resource);
    return [...new Set(makers)].filter((maker) => !removers.includes(maker));
  }

  /** Whether an operation takes away what it is about. */
  isRemover(operation: Operation): boolean {
    const subject = this.subjectOf(operation);
    return subject !== undefined && this.removersOf(subject.resource).includes(operation);
  }

  /** Where an operation names things, and where it gives names. */
  namingPaths(operation: Operation): ReadonlySet<string> {
    const given = Object.entries(operation.produces)
      .filter(([resource]) => this.isNamed(resource))
      .flatMap(([, places]) => requestPaths(places));
    return new Set([...Object.values(operation.consumes).flat(), ...given]);
  }

  /** Whether some operation names such things. */
  isNamed(resource: string): boolean {
    return this.interface.operations.some(({ consumes }) => resource in consumes);
  }

  /** Whether an operation gives a name to what it makes. */
  isNaming(operation: Operation): boolean {
    const consumed = new Set(Object.values(operation.consumes).flat());
    return !operation.readOnly && [...this.namingPaths(operation)].some((path) => !consumed.has(path));
  }

  /** How much an answer tells: its headers, and the fields of its body. */
  richness({ output: { headers, body } }: Operation): number {
    const { types } = this.interface;
    const fields = (type: Type, depth: number): number => {
      const actual = resolve(present(type), types);
      if (actual.kind === "array") return fields(actual.items, depth);
      if (actual.kind !== "object" || depth > 2) return 1;
      const inside = Object.values(actual.fields).map((field) => fields(field, depth + 1));
      return 1 + inside.reduce((sum, count) => sum + count, 0);
    };
    return Object.keys(headers).length + (body.kind === "bytes" ? 8 : fields(body, 0));
  }

  /** How many operations name what an operation gives a name to. */
  demandFor(maker: Operation): number {
    if (!this.isNaming(maker)) return 0;
    const made = Object.keys(maker.produces);
    return this.interface.operations.filter(({ consumes }) => made.some((kind) => kind in consumes)).length;
  }

  /** Whether two operations are about the same address, which not all have. */
  isSameAddress(one: Operation, other: Operation): boolean {
    const address = addressOf(one);
    return (
      address === addressOf(other) && this.interface.operations.some((any) => addressOf(any) !== address)
    );
  }

  /** Operations that leave it there, and take away what lies behind it, where the given one reads or sets that. */
  takersFor(operation: Operation, resource: string): readonly Operation[] {
    return this.#removing(resource)
      .filter((taker) => this.#isBehind(taker.last, taker.operation))
      .map((taker) => taker.operation)
      .filter((taker) => addressOf(taker) === addressOf(operation));
  }

  /** Operations that remove something, and name this last. */
  #removing(resource: string): readonly { readonly operation: Operation; readonly last: Slot }[] {
    return this.interface.operations
      .filter(({ readOnly, price, http }) => !readOnly && (price === "delete" || http.method === "DELETE"))
      .flatMap((operation) => {
        const last = this.slotsOf(operation).findLast(({ isNeeded }) => isNeeded);
        return last?.resource === resource ? [{ operation, last }] : [];
      });
  }

  /** Whether a request is for what lies behind the address of a thing: `DELETE /{Bucket}?website`, `DELETE /{queue}/messages`. */
  #isBehind({ resource, path }: Slot, { parameters, http }: Operation): boolean {
    const parameter = parameters.find(({ name }) => name === parameterIn(path));
    if (parameter?.in !== "path") return false;
    const [, behind = ""] = http.path.split(new RegExp(`\\{${RegExp.escape(parameter.wire)}\\+?\\}`));
    const own = new Set(
      this.producersOf(resource).flatMap(({ operation }) => Object.keys(operation.http.query)),
    );
    return behind.includes("/") || Object.keys(http.query).some((name) => !own.has(name));
  }

  /** Whether one call makes both. */
  areMadeTogether(one: string, other: string): boolean {
    return one !== other && this.#making(one).some(({ operation }) => other in operation.produces);
  }

  /** Other kinds that operations name at the same place. */
  kindsAt(path: string, but: string): readonly string[] {
    const kinds = this.interface.operations.flatMap(({ consumes }) =>
      Object.entries(consumes).flatMap(([resource, paths]) => (paths.includes(path) ? [resource] : [])),
    );
    return [...new Set(kinds)].filter((kind) => kind !== but && this.producersOf(kind).length > 0);
  }

  /** Whether most operations have this parameter, and none names a thing by it: a time limit, an id for logs. */
  isCommon(parameter: string): boolean {
    return this.#common.has(parameter);
  }

  /** How many operations have a parameter of this name. */
  usersOf(parameter: string): number {
    return this.interface.operations.filter(({ parameters }) =>
      parameters.some(({ name }) => name === parameter),
    ).length;
  }

  /** The template by which it is made of others. */
  templateOf(resource: string): string | undefined {
    return this.interface.madeOf?.[resource];
  }

  /** How much must be made before it can be called; the more it uses of what there is, the better. */
  #needs({ operation }: Producer, having: ReadonlySet<string>): number {
    const needed = this.#needed.get(operation) ?? [];
    return needed.reduce(
      (sum, resource) => sum + (having.has(resource) ? -0.1 : 1 + (this.#depths.get(resource) ?? 0)),
      0,
    );
  }

  #add(resource: string, producer: Producer): void {
    this.#producers.set(resource, [...(this.#producers.get(resource) ?? []), producer]);
  }

  #depth(resource: string, within: readonly string[]): number {
    const known = this.#depths.get(resource);
    if (known !== undefined) return known;
    if (within.includes(resource)) return Number.POSITIVE_INFINITY;
    const template = this.templateOf(resource);
    const depths =
      template === undefined
        ? this.producersOf(resource).map(({ operation }) => this.#consumed(operation, resource, within))
        : [this.#deepest(partsOf(template), [...within, resource])];
    const depth = depths.length === 0 ? 0 : Math.min(...depths);
    if (within.length === 0) this.#depths.set(resource, depth);
    return depth;
  }

  #consumed(operation: Operation, resource: string, within: readonly string[]): number {
    return this.#deepest(this.#needed.get(operation) ?? [], [...within, resource]);
  }

  #deepest(resources: readonly string[], within: readonly string[]): number {
    return resources.reduce((most, other) => Math.max(most, 1 + this.#depth(other, within)), 0);
  }

  #slotsOf(operation: Operation): readonly Slot[] {
    const slots = Object.entries(operation.consumes).flatMap(([resource, paths]) =>
      paths.map((path) => ({ resource, path, isNeeded: isRequired(path, operation.parameters) })),
    );
    const rarest = [...Map.groupBy(slots, ({ path }) => path).values()].flatMap((group) =>
      group
        .toSorted((a, b) => this.producersOf(a.resource).length - this.producersOf(b.resource).length)
        .slice(0, 1),
    );
    return rarest.toSorted((a, b) => this.depthOf(a.resource) - this.depthOf(b.resource));
  }
}

/** Where the requests of an operation go, whatever they do there. */
function addressOf({ http: { path, query } }: Operation): string {
  return JSON.stringify([path, Object.entries(query)]);
}

/** The resources that a template is filled with. */
export function partsOf(template: string): string[] {
  return [...template.matchAll(/\{([^}]+)\}/g)]
    .map(([, part = ""]) => part)
    .filter((part) => part !== "endpoint");
}

function neededBy({ consumes, parameters }: Operation): readonly string[] {
  return Object.entries(consumes)
    .filter(([, paths]) => paths.some((path) => isRequired(path, parameters)))
    .map(([resource]) => resource);
}

function isRequired(path: string, parameters: Operation["parameters"]): boolean {
  return parameters.some(({ name, required }) => required && name === parameterIn(path));
}

function commonParameters({ operations }: Interface): ReadonlySet<string> {
  const naming = new Set(
    operations.flatMap(({ consumes }) => Object.values(consumes).flat().map(parameterIn)),
  );
  const names = operations.flatMap(({ parameters }) => parameters.map(({ name }) => name));
  const counts = Map.groupBy(names, (name) => name);
  const isCommon = (name: string) => (counts.get(name)?.length ?? 0) > operations.length / 2;
  return new Set([...counts.keys()].filter((name) => isCommon(name) && !naming.has(name)));
}
