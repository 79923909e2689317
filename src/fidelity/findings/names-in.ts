import { isAtEndpoint, isFromAnswer, type Sequence } from "../../explore/index.ts";
import { type Interface, present, resolve, type Type, type Types } from "../../model/index.ts";

/** Everything in a sequence's inputs that its author chose freely: texts, and the names of maps' fields. */
export function namesIn(sequence: Sequence, { operations, types }: Interface): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { operation, input } of sequence) {
    const parameters = operations.find(({ name }) => name === operation)?.parameters ?? [];
    for (const [name, value] of Object.entries(input)) {
      const type = parameters.find((parameter) => parameter.name === name)?.type ?? { kind: "any" };
      gather(value, type, types, names);
    }
  }
  return names;
}

function gather(value: unknown, type: Type, types: Types, names: Set<string>): void {
  if (typeof value === "string" && !isGiven(value, resolve(present(type), types))) addText(value, names);
  if (typeof value !== "object" || value === null || value instanceof Uint8Array) return;
  if (isFromAnswer(value)) return;
  if (isAtEndpoint(value)) return addText(value.$endpoint, names);
  const actual = resolve(present(type), types);
  // Which alternative is meant cannot be told here: any of them may have named the field.
  const shapes = actual.kind === "union" ? actual.of.map((each) => resolve(present(each), types)) : [actual];
  if (Array.isArray(value)) {
    const list = shapes.find((shape) => shape.kind === "array");
    for (const item of value) gather(item, list?.items ?? { kind: "any" }, types, names);
    return;
  }
  for (const [name, part] of Object.entries(value)) {
    const field = shapes
      .filter((shape) => shape.kind === "object")
      .map(({ fields }) => (Object.hasOwn(fields, name) ? fields[name] : undefined))
      .find((found) => found !== undefined);
    if (field === undefined) names.add(name);
    const rest = shapes.find((shape) => shape.kind === "object")?.rest;
    gather(part, field ?? rest ?? { kind: "any" }, types, names);
  }
}

/** One of the words that the interface itself lists is nobody's choice of a name. */
function isGiven(text: string, type: Type): boolean {
  return type.kind === "string" && type.oneOf?.includes(text) === true;
}

/** A text names something as a whole, and by the parts of a path: `/photos/a.png`. */
function addText(text: string, names: Set<string>): void {
  if (text === "") return;
  names.add(text);
  if (text.includes("/")) for (const part of text.split("/")) if (part !== "") names.add(part);
}
