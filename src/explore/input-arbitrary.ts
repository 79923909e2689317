import fc from "fast-check";
import {
  type Input,
  isFixed,
  type Operation,
  oneOfEach,
  optional,
  present,
  type Types,
} from "../model/index.ts";
import { inStep } from "./same-length.ts";
import { valueArbitrary } from "./value-arbitrary.ts";

/** Draws an operation's input: what is required always, the rest sometimes. */
export function inputArbitrary(operation: Operation, types: Types): fc.Arbitrary<Input> {
  const always = new Set(oneOfEach(operation));
  const drawn = operation.parameters
    .filter((parameter) => !isFixed(operation.http, parameter))
    .map((parameter) => {
      const needed = parameter.required || always.has(parameter);
      const type = needed ? present(parameter.type) : optional(parameter.type);
      return [parameter.name, valueArbitrary(type, types)] as const;
    });
  return fc
    .record(Object.fromEntries(drawn))
    .map((input) => Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)))
    .map((input) => inStep(operation, input, types));
}
