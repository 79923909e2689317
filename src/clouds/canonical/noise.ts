import { type CanonicalOptions, canonicalise, understood } from "./canonical-trace.ts";
import { pairsOf } from "./likeness.ts";
import { type NamedField, type NamedStep, namedSteps } from "./named-steps.ts";
import {
  countOf,
  noisePlace,
  restOf,
  spansOf,
  type Template,
  wordsOf,
  writtenNoise,
} from "./noise-template.ts";
import type { Field, ReadExchange, Step } from "./step.ts";
import { isTime } from "./times.ts";

/** What two runs of a test on the same emulator teach. */
export interface NoiseLesson {
  /** What differed, and how: `azure-blob Container_Create request.path[1] ~ 2:1:5f…`. */
  readonly places: readonly string[];
  /** Whether the two runs are the same once those places are named by first use. */
  readonly isStable: boolean;
}

/** What is found to be noise may show what else is: that many times it is looked again. */
const rounds = 4;

/**
 * Finds what is noise by what differs between two runs that should have been the same. Only what looks random, and what
 * the test made up itself, can be noise: a status, a count or a word that changes is a behaviour that does.
 */
export function learnNoise(
  first: readonly ReadExchange[],
  second: readonly ReadExchange[],
  options: CanonicalOptions = {},
): NoiseLesson {
  const known = options.noise ?? new Set<string>();
  const places = new Set(known);
  for (let round = 0; round < rounds; round++) {
    const [one, two] = [first, second].map((read) => canonicalise(read, { ...options, noise: places }));
    if (one?.fingerprint === two?.fingerprint) return { places: added(places, known), isStable: true };
    const found = noiseBetween(new Run(first, places), new Run(second, places));
    if (found.every((place) => places.has(place))) break;
    for (const place of found) places.add(place);
  }
  return { places: added(places, known), isStable: false };
}

function added(places: ReadonlySet<string>, known: ReadonlySet<string>): readonly string[] {
  return [...places].filter((place) => !known.has(place)).sort();
}

/** One of the two runs, with all that its requests have said, and what stands where. */
class Run {
  readonly steps: readonly NamedStep[];
  readonly sent = new Set<string>();
  readonly #values = new Map<string, Set<string>>();

  constructor(read: readonly ReadExchange[], places: ReadonlySet<string>) {
    this.steps = namedSteps(understood(read), places, "resources");
    for (const { step } of this.steps) for (const field of step.fields) this.#note(step, field);
  }

  #note(step: Step, { place, value }: Field): void {
    const words = wordsOf(value);
    if (place.startsWith("request.")) for (const text of [value, ...words]) this.sent.add(text);
    const at = noisePlace(step, place);
    let values = this.#values.get(at);
    if (values === undefined) {
      values = new Set();
      this.#values.set(at, values);
    }
    for (const text of [value, ...words]) values.add(text);
  }

  has(place: string, text: string): boolean {
    return this.#values.get(place)?.has(text) ?? false;
  }

  /** All that stands at a place as a whole. */
  at(place: string): readonly string[] {
    return this.steps.flatMap(({ step }) =>
      step.fields.flatMap((field) => (noisePlace(step, field.place) === place ? [field.value] : [])),
    );
  }
}

function noiseBetween(one: Run, other: Run): readonly string[] {
  const found = new Set<string>();
  const wholes = new Set<string>();
  for (const [left, right] of pairsOf(one.steps, other.steps)) {
    for (const [own, counterpart] of unequalFields(left.fields, right.fields)) {
      const place = noisePlace(left.step, own.field.place);
      const template = templateOf(place, own.field, counterpart.field, one, other);
      if (template !== undefined) found.add(writtenNoise(place, template));
      if (template?.rest === "*") wholes.add(place);
    }
  }
  return [...found, ...[...wholes].flatMap((place) => constantsAt(place, one, other))];
}

/** Fields at the same place, as many in both, whose texts differ. */
function unequalFields(
  one: readonly NamedField[],
  other: readonly NamedField[],
): readonly (readonly [NamedField, NamedField])[] {
  const [left, right] = [one, other].map((fields) => Map.groupBy(fields, ({ field }) => field.place));
  return [...(left ?? [])].flatMap(([place, fields]) => {
    const counterparts = right?.get(place) ?? [];
    if (fields.length !== counterparts.length) return [];
    return fields.flatMap((field, at) => {
      const counterpart = counterparts[at];
      return counterpart === undefined || field.text === counterpart.text
        ? []
        : [[field, counterpart] as const];
    });
  });
}

/** Places whose values are behaviour, whatever they look like. */
const firm =
  /^request\.auth$|^response\.status$|\.header\.(?:content-length|content-range)$|code$|errortype$|\.status$/i;

function templateOf(
  place: string,
  own: Field,
  counterpart: Field,
  one: Run,
  other: Run,
): Template | undefined {
  if (own.form !== counterpart.form || own.form === "size" || own.form === "literal") return undefined;
  if (firm.test(own.place)) return undefined;
  if (isTime(own.value) && isTime(counterpart.value)) return { count: 0, slots: [], rest: "time" };
  const [left, right] = [wordsOf(own.value), wordsOf(counterpart.value)];
  const isNoise = (a: string, b: string): boolean =>
    isRandom(own.place, a, one) &&
    isRandom(own.place, b, other) &&
    !other.has(place, a) &&
    !one.has(place, b);
  const slots = slotsIn(left, right);
  if (slots === undefined) {
    return isNoise(own.value, counterpart.value) ? { count: 0, slots: [], rest: "*" } : undefined;
  }
  const [spans, others] = [spansOf(left, slots), spansOf(right, slots)];
  const areNoise = spans.every((span, at) => at % 2 === 0 || isNoise(span, others[at] ?? ""));
  return areNoise ? { count: countOf(left), slots, rest: restOf(left, slots) } : undefined;
}

/** Which words differ, where nothing else does. */
function slotsIn(left: readonly string[], right: readonly string[]): readonly number[] | undefined {
  if (left.length !== right.length) return undefined;
  if (left.some((text, at) => at % 2 === 0 && text !== right[at])) return undefined;
  return left.flatMap((text, at) => (at % 2 === 1 && text !== right[at] ? [(at - 1) / 2] : []));
}

/** Whether a text can be one that was drawn, and is none of a few that mean something. */
function isRandom(place: string, text: string, { sent }: Run): boolean {
  if (place.startsWith("response.") && sent.has(text)) return true;
  const isData = /^request\.(?:path|body|host|header\.x-(?:ms|amz)-meta-)/.test(place);
  if (isData) return /\d/.test(text) || text.length >= 8;
  return !/\s/.test(text) && ((/\d/.test(text) && text.length >= 6) || text.length >= 16);
}

/** What stands at a place in both runs is no noise, whatever else there is. */
function constantsAt(place: string, one: Run, other: Run): readonly string[] {
  const there = new Set(other.at(place));
  return [...new Set(one.at(place))]
    .filter((text) => there.has(text))
    .map((text) => {
      const words = wordsOf(text);
      return writtenNoise(place, { count: countOf(words), slots: [], rest: restOf(words, []) });
    });
}
