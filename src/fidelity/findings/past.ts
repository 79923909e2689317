import { isDeepStrictEqual } from "node:util";
import type { Rule } from "../../clouds/index.ts";
import { isFromAnswer, Resources, type Sequence, type Step, tokenPattern } from "../../explore/index.ts";
import { type Interface, type Operation, type ResourcePaths, valuesAt } from "../../model/index.ts";

/** What the steps before a step have done to the things that it names. */
export class Past {
  readonly #sequence: Sequence;
  readonly #resources: Resources;
  readonly #operations: ReadonlyMap<string, Operation>;

  constructor(sequence: Sequence, described: Interface) {
    this.#sequence = sequence;
    this.#resources = new Resources(described);
    this.#operations = new Map(described.operations.map((operation) => [operation.name, operation]));
  }

  operationOf({ operation }: Step): Operation | undefined {
    return this.#operations.get(operation);
  }

  isMadeOfOthers(resource: string): boolean {
    return this.#resources.templateOf(resource) !== undefined;
  }

  /** What has last become of the thing of that kind which a step names. */
  fateOf(resource: string, at: number): "made" | "removed" | undefined {
    const named = this.#namedAt(resource, at);
    const removers = new Set(this.#resources.removersOf(resource).map(({ name }) => name));
    for (const before of indicesBefore(at)) {
      if (!this.#isAmongSame(before, at, resource)) continue;
      if (this.#makes(before, resource, named)) return "made";
      const isRemover = removers.has(this.#sequence[before]?.operation ?? "");
      if (isRemover && shares(this.#namedAt(resource, before), named)) return "removed";
    }
    return undefined;
  }

  /** Whether something of another kind has the name. */
  isMadeAsOther(resource: string, at: number): boolean {
    const named = this.#namedAt(resource, at);
    return indicesBefore(at).some((before) => {
      const step = this.#sequence[before];
      const made = step === undefined ? {} : (this.operationOf(step)?.produces ?? {});
      return Object.keys(made).some((kind) => kind !== resource && this.#makes(before, kind, named));
    });
  }

  /** Whether the last step before this one that says who may do what about the same thing says it by the rule. */
  ends(at: number, rule: Rule | undefined, rules: readonly Rule[]): boolean {
    if (rule === undefined) return false;
    const last = indicesBefore(at).find(
      (before) => this.#sequence[before]?.operation === rule.operation && this.#isAmongSame(before, at),
    );
    const input = last === undefined ? undefined : this.#sequence[last]?.input;
    const said = new Set(rules.flatMap((one) => Object.keys(one.input)));
    return input !== undefined && [...said].every((name) => isSaid(rule.input[name], input[name]));
  }

  #namedAt(resource: string, at: number): readonly unknown[] {
    const step = this.#sequence[at];
    const operation = step && this.operationOf(step);
    if (step === undefined || operation === undefined) return [];
    return [
      ...namedBy(step, operation.consumes, "", resource),
      ...namedBy(step, operation.produces, "request ", resource),
    ];
  }

  /** Whether a step makes one of these things; what only looks for things makes none. */
  #makes(at: number, resource: string, named: readonly unknown[]): boolean {
    const step = this.#sequence[at];
    const operation = step && this.operationOf(step);
    if (step === undefined || operation === undefined || operation.readOnly) return false;
    if (!Object.hasOwn(operation.produces, resource)) return false;
    const isItsAnswer = named.some((value) => isFromAnswer(value) && value.$from === at);
    return isItsAnswer || shares(namedBy(step, operation.produces, "request ", resource), named);
  }

  /** Whether two steps name the same of all kinds that both name, but for one. */
  #isAmongSame(one: number, other: number, but?: string): boolean {
    const kinds = new Set([one, other].flatMap((at) => this.#kindsAt(at)).filter((kind) => kind !== but));
    return [...kinds].every((kind) => {
      const [here, there] = [this.#namedAt(kind, one), this.#namedAt(kind, other)];
      return here.length === 0 || there.length === 0 || shares(here, there);
    });
  }

  /** The kinds at the top: what lies deeper may be another each time. */
  #kindsAt(at: number): readonly string[] {
    const step = this.#sequence[at];
    const { consumes = {}, produces = {} } = (step && this.operationOf(step)) ?? {};
    return [...Object.keys(consumes), ...Object.keys(produces)].filter((kind) => this.#resources.isTop(kind));
  }
}

/** The latest first. */
function indicesBefore(at: number): readonly number[] {
  return Array.from({ length: at }, (_, back) => at - 1 - back);
}

function namedBy(
  { input }: Step,
  paths: ResourcePaths,
  prefix: string,
  resource: string,
): readonly unknown[] {
  return (paths[resource] ?? [])
    .filter((path) => path.startsWith(prefix))
    .flatMap((path) => valuesAt(input, path.slice(prefix.length)));
}

function shares(some: readonly unknown[], others: readonly unknown[]): boolean {
  return some.some((one) => others.some((other) => isDeepStrictEqual(one, other)));
}

/** Whether a value is what a rule says, in which `{bucket}` stands for a name. */
function isSaid(rule: unknown, value: unknown): boolean {
  const general = (text: string) => text.replaceAll(/\{\w+\}/g, "*").replaceAll(tokenPattern, "*");
  if (typeof rule === "string" && typeof value === "string") return general(rule) === general(value);
  return isDeepStrictEqual(rule, value);
}
