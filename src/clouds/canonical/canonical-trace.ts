import { createHash } from "node:crypto";
import { type NamedStep, namedSteps, type SequenceMode } from "./named-steps.ts";
import type { Field, ReadExchange, Step } from "./step.ts";

export type { SequenceMode } from "./named-steps.ts";

/** The version of this way of making traces canonical: fingerprints of different ones cannot be compared. */
export const canonicalVersion = 4;

export interface CanonicalOptions {
  /** What is noise for this test, as `learnNoise` writes it down. */
  readonly noise?: ReadonlySet<string>;
  readonly mode?: SequenceMode;
}

/** Why a value does not stand in a canonical trace as it was. */
interface Masked {
  readonly place: string;
  readonly why: string;
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
  const mode = options.mode ?? "resources";
  const named = namedSteps(understood(read), options.noise ?? new Set(), mode);
  const told = named.map(asTold);
  const kept = mode === "exact" ? told : withoutRepeats(told);
  return {
    steps: kept.map(({ step }) => step),
    fingerprint: fingerprintOf(kept, problems),
    masked: maskedIn(named),
    problems,
  };
}

/** The exchanges from which something can be concluded. */
export function understood(read: readonly ReadExchange[]): readonly Step[] {
  return read.flatMap((one) => ("problem" in one ? [] : [one]));
}

function maskedIn(named: readonly NamedStep[]): readonly Masked[] {
  const masked = new Map<string, string>();
  for (const { step, fields, messages } of named) {
    for (const { field, why } of fields) {
      if (why !== undefined) masked.set(`${step.operation} ${field.place}`, why);
    }
    for (const { place } of messages) {
      masked.set(`${step.operation} ${place}`, "a text for people, compared softly");
    }
  }
  return [...masked].map(([place, why]) => ({ place, why }));
}

/** A step with all that the fingerprint takes of it. */
interface Told {
  readonly step: CanonicalStep;
  readonly content: string;
  /** Nothing for a step that changes something: it is told as often as it was taken. */
  readonly level: number | undefined;
}

/** The same read twice with nothing changed in between says nothing new. */
function withoutRepeats(told: readonly Told[]): readonly Told[] {
  const seen = new Map<string, { exchanges: number[]; messages: Field[] }>();
  return told.flatMap((one) => {
    if (one.level === undefined) return [one];
    const { step, content, level } = one;
    const key = `${level} ${content}`;
    const before = seen.get(key);
    if (before === undefined) {
      const gathered = { exchanges: [...step.exchanges], messages: [...step.messages] };
      seen.set(key, gathered);
      return [{ ...one, step: { ...step, ...gathered } }];
    }
    before.exchanges.push(...step.exchanges);
    before.messages.push(...step.messages.filter((message) => !isAmong(message, before.messages)));
    return [];
  });
}

function isAmong({ place, value }: Field, others: readonly Field[]): boolean {
  return others.some((other) => other.place === place && other.value === value);
}

function asTold({
  step: { service, operation, exchange, isReadOnly },
  level,
  fields,
  messages,
}: NamedStep): Told {
  const told = fields.map(({ field, text }) => ({ place: field.place, value: text }));
  return {
    step: { service, operation, fields: told, messages, exchanges: [exchange] },
    content: JSON.stringify([
      service,
      operation,
      ...fields.flatMap(({ field, text }) => [field.place, text]),
    ]),
    level: isReadOnly ? level : undefined,
  };
}

function fingerprintOf(told: readonly Told[], problems: readonly string[]): string {
  const hash = createHash("sha256");
  for (const { content } of told) hash.update(`${content}\n`);
  // What could not be understood is a behaviour of its own, and never the same as one that was.
  for (const problem of problems) hash.update(`${JSON.stringify({ problem })}\n`);
  return hash.digest("hex");
}
