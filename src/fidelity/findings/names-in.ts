import { isAtEndpoint, isFromAnswer, type Sequence } from "../../explore/index.ts";
import { type Interface, present, resolve, type Type, type Types } from "../../model/index.ts";

/** Everything in a sequence's inputs that its author chose freely: texts, and the names of maps' fields. */
export function namesIn(sequence: Sequence, { operations, types }: Interface): ReadonlySet<string> {
  const texts = sequence.flatMap(({ operation, input }) => {
    const parameters = operations.find(({ name }) => name === operation)?.parameters ?? [];
    return Object.entries(input).flatMap(([name, value]) => {
      const type = parameters.find((parameter) => parameter.name === name)?.type ?? anything;
      return [...chosenTexts(value, type, types)];
    });
  });
  return new Set(texts.flatMap(namesOf));
}

const anything: Type = { kind: "any" };

function* chosenTexts(value: unknown, type: Type, types: Types): Iterable<string> {
  // Which alternative is meant cannot be told here: any of them may have named a field.
  const shapes = alternatives(type, types);
  if (typeof value === "string") {
    if (!shapes.some((shape) => isGiven(value, shape))) yield value;
  } else if (isAtEndpoint(value)) {
    yield value.$endpoint;
  } else if (Array.isArray(value)) {
    const items = shapes.find((shape) => shape.kind === "array")?.items ?? anything;
    for (const item of value) yield* chosenTexts(item, items, types);
  } else if (typeof value === "object" && value !== null && !(value instanceof Uint8Array)) {
    if (!isFromAnswer(value)) yield* textsOfFields(value, shapes, types);
  }
}

function* textsOfFields(value: object, shapes: readonly Type[], types: Types): Iterable<string> {
  const objects = shapes.filter((shape) => shape.kind === "object");
  const rest = objects.find((shape) => shape.rest !== undefined)?.rest ?? anything;
  for (const [name, part] of Object.entries(value)) {
    const owner = objects.find(({ fields }) => Object.hasOwn(fields, name));
    if (owner === undefined) yield name;
    yield* chosenTexts(part, owner?.fields[name] ?? rest, types);
  }
}

function alternatives(type: Type, types: Types): readonly Type[] {
  const actual = resolve(present(type), types);
  return actual.kind === "union" ? actual.of.flatMap((each) => alternatives(each, types)) : [actual];
}

/** One of the words that the interface itself lists is nobody's choice of a name. */
function isGiven(text: string, type: Type): boolean {
  return type.kind === "string" && type.oneOf?.includes(text) === true;
}

/** A text names something as a whole, and by the parts of a path: `/photos/a.png`. */
function namesOf(text: string): readonly string[] {
  const parts = text.includes("/") ? text.split("/") : [];
  return [text, ...parts].filter((name) => name !== "");
}
