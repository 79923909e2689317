import { createHash } from "node:crypto";
import { levelsOf } from "./order.ts";
import type { Field, ReadExchange, Step } from "./step.ts";
import { kindsOnly, type Masked, Symbols, timeIn } from "./symbols.ts";

/** The version of this way of making traces canonical: fingerprints of different ones cannot be compared. */
export const canonicalVersion = 2;

/** How sequences are taken: by resources, as far as order means something, or exactly as they came. */
export type SequenceMode = "resources" | "exact";

export interface CanonicalOptions {
  /** Places that are noise for this test: `Container_Create request.path[1]`. */
  readonly noise?: ReadonlySet<string>;
  readonly mode?: SequenceMode;
}

/** A step as it stands in a canonical trace. */
export interface CanonicalStep {
  readonly service: string;
  readonly operation: string;
  readonly fields: readonly Field[];
  /** Texts for people: compared softly, and no part of the fingerprint. */
  readonly messages: readonly Field[];
  /** The exchanges that it stands for; several where the same was read again. */
  readonly exchanges: readonly number[];
}

/** What a test did, in a form that is the same whenever it does the same. */
export interface CanonicalTrace {
  readonly steps: readonly CanonicalStep[];
  readonly fingerprint: string;
  /** What does not stand in it as it was, and why. */
  readonly masked: readonly Masked[];
  /** Why nothing can be concluded from it, where that is so. */
  readonly problems: readonly string[];
}

/**
 * Makes what a test exchanged canonical: what is volatile is dropped, what the service makes up is named by first use,
 * what may come in any order is sorted, and what is read again and again is told once.
 */
export function canonicalise(read: readonly ReadExchange[], options: CanonicalOptions = {}): CanonicalTrace {
  const problems = read.flatMap((one) => ("problem" in one ? [one.problem] : []));
  const steps = read.flatMap((one) => ("problem" in one ? [] : [one]));
  const noise = options.noise ?? new Set<string>();
  const leveled =
    options.mode === "exact" ? steps.map((step, at) => ({ step, level: at })) : ordered(steps, noise);
  const masked = new Map<string, string>();
  const symbols = new Symbols();
  const named = leveled.map(({ step, level }) => ({
    level,
    step,
    ...nameFields(step, symbols, noise, masked),
  }));
  const canonical = options.mode === "exact" ? named.map(asStep) : withoutRepeats(named);
  return {
    steps: canonical,
    fingerprint: fingerprintOf(canonical, problems),
    masked: [...masked].map(([place, why]) => ({ place, why })),
    problems,
  };
}

interface Leveled {
  readonly step: Step;
  readonly level: number;
}

interface Named extends Leveled {
  readonly fields: readonly Field[];
  readonly messages: readonly Field[];
}

/** By levels; within one by what they say, names that differ from run to run left out. */
function ordered(steps: readonly Step[], noise: ReadonlySet<string>): readonly Leveled[] {
  const levels = levelsOf(steps);
  return steps
    .map((step, at) => ({ step, level: levels[at] ?? 0, key: sortKey(step, noise) }))
    .toSorted((a, b) => a.level - b.level || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
}

function sortKey(step: Step, noise: ReadonlySet<string>): string {
  const told = step.fields.map(({ place, value, kind }) => {
    if (kind !== undefined || noise.has(`${step.operation} ${place}`)) return `${place}=${kind ?? "noise"}`;
    return `${place}=${timeIn(value, step.at) ?? kindsOnly(withoutOrigin(value, step.origin))}`;
  });
  return [step.service, step.operation, ...told].join("\n");
}

function nameFields(
  step: Step,
  symbols: Symbols,
  noise: ReadonlySet<string>,
  masked: Map<string, string>,
): Pick<Named, "fields" | "messages"> {
  const fields: Field[] = [];
  const messages: Field[] = [];
  for (const { place, value, kind } of step.fields) {
    const at = `${step.operation} ${place}`;
    const plain = withoutOrigin(value, step.origin);
    if (kind === "message") {
      messages.push({ place, value: symbols.mentionedIn(plain) });
      masked.set(at, "a text for people, compared softly");
    } else if (kind !== undefined) {
      fields.push({ place, value: symbols.of(kind, plain) });
      masked.set(at, `made up by the service (${kind}): named by first use`);
    } else if (noise.has(at)) {
      fields.push({ place, value: symbols.of("noise", plain) });
      masked.set(at, "differed between two runs on the emulator: named by first use");
    } else {
      const moment = timeIn(plain, step.at);
      if (moment !== undefined) masked.set(at, "a time: told as past, now or future");
      fields.push({ place, value: moment ?? symbols.within(plain) });
    }
  }
  return { fields, messages };
}

function withoutOrigin(value: string, origin: string): string {
  return origin === "" ? value : value.replaceAll(origin, "origin");
}

/** The same read twice with nothing changed in between says nothing new. */
function withoutRepeats(named: readonly Named[]): CanonicalStep[] {
  const seen = new Map<string, { step: CanonicalStep; exchanges: number[] }>();
  const kept: CanonicalStep[] = [];
  for (const one of named) {
    const key = one.step.isReadOnly ? `${one.level}\n${contentOf(asStep(one))}` : undefined;
    const before = key === undefined ? undefined : seen.get(key);
    if (before !== undefined) {
      before.exchanges.push(one.step.exchange);
      continue;
    }
    const exchanges = [one.step.exchange];
    const step = { ...asStep(one), exchanges };
    if (key !== undefined) seen.set(key, { step, exchanges });
    kept.push(step);
  }
  return kept;
}

function asStep({ step, fields, messages }: Named): CanonicalStep {
  return { service: step.service, operation: step.operation, fields, messages, exchanges: [step.exchange] };
}

function contentOf({ service, operation, fields }: CanonicalStep): string {
  return JSON.stringify([service, operation, fields.map(({ place, value }) => [place, value])]);
}

function fingerprintOf(steps: readonly CanonicalStep[], problems: readonly string[]): string {
  const hash = createHash("sha256");
  for (const step of steps) hash.update(`${contentOf(step)}\n`);
  // What could not be understood is a behaviour of its own, and never the same as one that was.
  for (const problem of problems) hash.update(`${problem}\n`);
  return hash.digest("hex");
}
