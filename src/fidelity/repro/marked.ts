import { interfaceOf, operationOf, type ServiceName } from "../../clouds/index.ts";
import { type AtEndpoint, type FromAnswer, isFromAnswer, type Sequence } from "../../explore/index.ts";
import { nowhere } from "../pair/nowhere.ts";
import { replaceReferences } from "../pair/resolve-input.ts";

/** What only a run can tell: a value of an earlier answer, or an address on the target. */
export type Reference = GivenBefore | AtEndpoint;

interface GivenBefore extends FromAnswer {
  /** What is sent where no success has given it; of what was recorded nothing is known. */
  readonly otherwise?: unknown;
}

/** A sequence in which each reference is a text that can be found again in whatever is made of it. */
export interface Marked {
  readonly sequence: Sequence;
  readonly references: readonly Reference[];
}

/** Puts a mark in the place of every reference. */
export function marked(service: ServiceName, sequence: Sequence): Marked {
  const references: Reference[] = [];
  const { types } = interfaceOf(service);
  const steps = sequence.map((step) => {
    const operation = operationOf(service, step.operation);
    const input = replaceReferences(operation, step.input, types, (value, declared) => {
      const reference = isFromAnswer(value) ? { ...value, otherwise: nowhere(declared, types) } : value;
      return markOf(references.push(reference) - 1);
    });
    return { ...step, input };
  });
  return { sequence: steps, references };
}

const letters = "abcdefghijklmnopqrstuvwxyz";
const markLength = 4;

/**
 * Nine letters, which stay as they are in addresses, headers, XML and JSON, and are neither a date nor Base64, which
 * SDKs would want in another form.
 */
export function markOf(index: number): string {
  const digits = Array.from(
    { length: markLength },
    (_, place) => letters[Math.floor(index / letters.length ** (markLength - 1 - place)) % letters.length],
  );
  return `TsRef${digits.join("")}`;
}

/** Finds marks in a text. */
export const markPattern: RegExp = /TsRef([a-z]{4})/;

/** The index of the reference that a mark's letters stand for. */
export function indexOfMark(digits: string): number {
  return [...digits].reduce((index, letter) => index * letters.length + letters.indexOf(letter), 0);
}
