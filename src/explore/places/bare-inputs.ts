import type fc from "fast-check";
import type { Input, Operation, Types } from "../../model/index.ts";
import { inStep } from "../same-length.ts";
import { bareArbitrary } from "./bare.ts";
import { neededType } from "./input-type.ts";

/** Draws inputs of an operation with only what they cannot do without. */
export function bareInputs(operation: Operation, types: Types): fc.Arbitrary<Input> {
  return bareArbitrary(neededType(operation), types).map((input) => inStep(operation, input as Input, types));
}
