import type { CallOptions, CallResult, Scope, State, Wanted } from "../../clouds/index.ts";
import type { CallerName } from "../../explore/index.ts";
import type { Input } from "../../model/index.ts";
import type { Stage } from "../sides/side.ts";
import { mapTexts, type Naming } from "./fresh-names.ts";

/**
 * A stage on an account that another stage of the same sequence is on, too. Its things have names of their own; seen from
 * outside it is as if they had the other's, and the other's things had its own.
 */
export class SwappedStage implements Stage {
  readonly #stage: Stage;
  readonly #swap: (text: string) => string;

  /** Names that the sequence has chosen itself are swapped for others like them. */
  constructor(stage: Stage, own: Naming, others: Naming, chosen: readonly string[]) {
    this.#stage = stage;
    this.#swap = swapping(own, others, chosen);
  }

  refusal(caller: CallerName, operation: string, input: Input): Promise<string | undefined> {
    return this.#stage.refusal(caller, operation, this.#swapped(input));
  }

  async call(
    caller: CallerName,
    operation: string,
    input: Input,
    options?: CallOptions,
  ): Promise<CallResult> {
    const result = await this.#stage.call(caller, operation, this.#swapped(input), options);
    return result.kind === "answered" ? this.#swapped(result) : result;
  }

  async probe(scope: Scope, wanted?: Wanted): Promise<State> {
    return this.#swapped(await this.#stage.probe(this.#swapped(scope), wanted));
  }

  [Symbol.asyncDispose](): PromiseLike<void> {
    return this.#stage[Symbol.asyncDispose]();
  }

  #swapped<Value>(value: Value): Value {
    return mapTexts(value, this.#swap) as Value;
  }
}

/** Puts names of one in the place of the other's for the same token, and the other way round. */
function swapping(own: Naming, others: Naming, chosen: readonly string[]): (text: string) => string {
  const fresh = pairs([...own.byToken].map(([token, name]) => [name, others.byToken.get(token) ?? name]));
  const words = pairs(chosen.filter(isLong).map((name) => [name, likeName(name, chosen)]));
  const parts = [...fresh.keys(), ...[...words.keys()].map(asWord)];
  if (parts.length === 0) return (text) => text;
  const pattern = new RegExp(parts.join("|"), "gi");
  return (text) => text.replace(pattern, (name) => words.get(name) ?? fresh.get(name.toLowerCase()) ?? name);
}

function pairs(names: readonly (readonly [string, string])[]): ReadonlyMap<string, string> {
  return new Map([...names, ...names.map(([one, other]) => [other, one] as const)]);
}

/** What is shorter may be a part of any word, and no service takes it for a name. */
function isLong(name: string): boolean {
  return name.length > 2;
}

/** A name that is like another in all but one letter or digit, and that nobody has chosen; itself where it has neither. */
function likeName(name: string, chosen: readonly string[]): string {
  for (const { index, 0: char } of name.matchAll(/[a-z0-9]/gi)) {
    const next = /[z9]/i.test(char) ? char.charCodeAt(0) - 1 : char.charCodeAt(0) + 1;
    const like = name.slice(0, index) + String.fromCharCode(next) + name.slice(index + 1);
    if (!chosen.includes(like)) return like;
  }
  return name;
}

function asWord(name: string): string {
  return `(?<![A-Za-z0-9])${RegExp.escape(name)}(?![A-Za-z0-9])`;
}
