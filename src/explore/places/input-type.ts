import {
  type Input,
  isFixed,
  type ObjectType,
  type Operation,
  oneOfEach,
  optional,
  type Parameter,
  type Problem,
  present,
  type Type,
  type Types,
  validate,
} from "../../model/index.ts";

/** An operation's input as one type: its fields are the parameters that a caller may choose. */
function inputType(operation: Operation): ObjectType {
  return typeOf(operation, ({ required }) => required);
}

/** The same; of each group of parameters of which one is needed, one is required. */
export function neededType(operation: Operation): ObjectType {
  const needed = new Set(oneOfEach(operation));
  return typeOf(operation, (parameter) => parameter.required || needed.has(parameter));
}

function typeOf(operation: Operation, isRequired: (parameter: Parameter) => boolean): ObjectType {
  const fields = choosable(operation).map((parameter): [string, Type] => [
    parameter.name,
    isRequired(parameter) ? present(parameter.type) : optional(parameter.type),
  ]);
  return { kind: "object", open: false, fields: Object.fromEntries(fields) };
}

/** The parameters that the shape does not fix already. */
export function choosable({ http, parameters }: Operation): readonly Parameter[] {
  return parameters.filter((parameter) => !isFixed(http, parameter));
}

/** Everything that is wrong with an input by the types of its parameters. */
export function inputProblems(operation: Operation, input: Input, types: Types): Problem[] {
  return validate(inputType(operation), input, types);
}
