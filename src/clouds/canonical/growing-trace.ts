import { Names } from "./names.ts";
import { Noise } from "./noise-template.ts";
import { tell } from "./parts.ts";
import type { Field } from "./step.ts";
import { type SaidStep, TraceReader } from "./trace-reader.ts";

/**
 * An exact trace that grows, and of which only the last step is told each time. What that names depends on those before it;
 * they are read again only where a value that came later stands in them, too.
 */
export class GrowingTrace {
  #steps: SaidStep[] = [];
  #reader = new TraceReader(new Noise([]));
  #names = new Names();

  /** Adds a step; gives its fields as they stand in the canonical trace of all so far. */
  add(step: SaidStep): readonly Field[] {
    const added = this.#reader.note(step);
    if (added.length > 0 && this.#steps.some((before) => holdsAny(before, added))) this.#nameAnew();
    this.#steps.push(step);
    return this.#tell(step);
  }

  /** Takes fields out of the last step, as if nobody had said them. */
  forget(places: ReadonlySet<string>): void {
    const steps = this.#steps;
    const last = steps.pop();
    if (last === undefined) return;
    this.#steps = [];
    this.#reader = new TraceReader(new Noise([]));
    this.#names = new Names();
    for (const step of steps) this.add(step);
    this.add({ ...last, fields: last.fields.filter(({ place }) => !places.has(place)) });
  }

  #nameAnew(): void {
    this.#names = new Names();
    for (const step of this.#steps) this.#tell(step);
  }

  #tell(step: SaidStep): readonly Field[] {
    return this.#reader
      .read(step)
      .fields.map(({ field, told }) => ({ place: field.place, value: tell(told, this.#names.of) }));
  }
}

function holdsAny({ fields }: SaidStep, texts: readonly string[]): boolean {
  return fields.some(({ value }) => texts.some((text) => value.includes(text)));
}
