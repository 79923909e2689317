import { Names } from "./names.ts";
import { Noise } from "./noise-template.ts";
import { levelsOf } from "./order.ts";
import { tell, type Value } from "./parts.ts";
import { sorted } from "./sort.ts";
import type { Field, Step } from "./step.ts";
import { type ReadField, TraceReader } from "./trace-reader.ts";

/** How sequences are taken: by resources, as far as order means something, or exactly as they came. */
export type SequenceMode = "resources" | "exact";

/** A field with its text, in which values have the names that they have in the trace. */
export interface NamedField extends ReadField {
  readonly text: string;
}

/** A step with the names that its values have in the trace. */
export interface NamedStep {
  readonly step: Step;
  readonly level: number;
  readonly fields: readonly NamedField[];
  /** Texts for people. */
  readonly messages: readonly Field[];
}

/** Steps in their canonical order, everything that differs from run to run named by first use. */
export function namedSteps(
  steps: readonly Step[],
  places: ReadonlySet<string>,
  mode: SequenceMode,
): readonly NamedStep[] {
  const reader = new TraceReader(new Noise(places));
  for (const step of steps) reader.note(step);
  const read = steps.map((step) => ({
    step,
    title: `${step.service} ${step.operation}`,
    ...reader.read(step),
  }));
  const levels =
    mode === "exact"
      ? read.map((_, at) => at)
      : levelsOf(read.map((one) => ({ ...one.step, ...readingOf(one) })));
  const leveled = read.map((one, at) => ({ ...one, level: levels[at] ?? 0 }));
  const names = new Names();
  return (mode === "exact" ? leveled : sorted(leveled)).map(({ step, level, fields, messages }) => ({
    step,
    level,
    fields: fields.map((one) => ({ ...one, text: tell(one.told, names.of) })),
    messages,
  }));
}

interface Read {
  readonly step: Step;
  readonly title: string;
  readonly fields: readonly ReadField[];
}

/** What a step that only reads asks, and what it is answered, where order has to know. */
function readingOf({ step, title, fields }: Read): { reading?: { request: string; answer: string } } {
  if (!step.isReadOnly) return {};
  const end = fields.findIndex(({ field }) => field.place.startsWith("response."));
  const told = (some: Read["fields"], nameOf: (value: Value) => string): string =>
    some.map((one) => `${one.field.place}=${tell(one.told, nameOf)}`).join("\n");
  return {
    reading: {
      request: `${title}\n${told(fields.slice(0, end), ({ id }) => String(id))}`,
      // Noise is another one every time.
      answer: told(fields.slice(end), ({ id, kind }) => (kind === "noise" ? kind : String(id))),
    },
  };
}
