import { Noise, type NoisyText, shapeOf } from "./noise-template.ts";
import { levelsOf } from "./order.ts";
import { isValue, type Mark, type Part, type Told, tell, toldOf, type Value } from "./parts.ts";
import { sorted } from "./sort.ts";
import { type Field, originMark, type Step } from "./step.ts";
import { holdsTime, softText, Times } from "./times.ts";
import { unwrapped, Values } from "./values.ts";

/** How sequences are taken: by resources, as far as order means something, or exactly as they came. */
export type SequenceMode = "resources" | "exact";

/** A field with its parts, and why it does not stand there as it was. */
export interface ReadField {
  readonly field: Field;
  readonly told: Told;
  /** As text, with the names that values have in this trace. */
  readonly text: string;
  readonly why?: string;
}

/** A step with the names that its values have in the trace. */
export interface NamedStep {
  readonly step: Step;
  readonly level: number;
  readonly fields: readonly ReadField[];
  /** Texts for people. */
  readonly messages: readonly Field[];
}

/** Steps in their canonical order, everything that differs from run to run named by first use. */
export function namedSteps(
  steps: readonly Step[],
  places: ReadonlySet<string>,
  mode: SequenceMode,
): readonly NamedStep[] {
  const reader = new Reader(steps, new Noise(places));
  const read = steps.map((step) => reader.read(step));
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

/** Names by first use: `etag#1`, `etag#2`. */
class Names {
  readonly #names = new Map<Value, string>();
  readonly #counts = new Map<string, number>();

  readonly of = (value: Value): string => {
    let name = this.#names.get(value);
    if (name === undefined) {
      const count = (this.#counts.get(value.kind) ?? 0) + 1;
      this.#counts.set(value.kind, count);
      name = `${value.kind}#${count}${value.shape === "" ? "" : ` ${value.shape}`}`;
      this.#names.set(value, name);
    }
    return name;
  };
}

interface Read {
  readonly step: Step;
  readonly title: string;
  readonly fields: readonly Omit<ReadField, "text">[];
  readonly messages: readonly Field[];
}

interface ReadParts {
  readonly parts: readonly Part[];
  readonly why?: string;
}

/** Takes the texts of a trace apart. */
class Reader {
  readonly #noise: Noise;
  readonly #values = new Values();
  readonly #times = new Times();

  constructor(steps: readonly Step[], noise: Noise) {
    this.#noise = noise;
    const sent = new Set<string>();
    for (const step of steps) for (const field of step.fields) this.#note(step, field, sent);
  }

  /** What the service makes up is what it says first: what it was given is the test's own. */
  #note(step: Step, field: Field, sent: Set<string>): void {
    const { place, value, kind } = field;
    const isRequest = place.startsWith("request.");
    if (isRequest) this.#times.note(place, value);
    const noisy = this.#noise.split(step, field);
    if (noisy !== undefined && noisy !== "time") {
      for (const [at, text] of noisy.entries())
        if (at % 2 === 1) this.#values.add(text, "noise", shapeOf(text));
    } else if (isRequest) sent.add(unwrapped(value).bare);
    else if (isIdentifier(kind) && !sent.has(unwrapped(value).bare)) this.#values.add(value, kind);
  }

  read(step: Step): Read {
    const messages: Field[] = [];
    const fields: Omit<ReadField, "text">[] = [];
    for (const field of step.fields) {
      if (field.kind === "message") {
        messages.push({
          place: field.place,
          value: softText(field.value).replaceAll(originMark, "‹origin›"),
        });
      } else fields.push(this.#told(step, field));
    }
    return { step, title: `${step.service} ${step.operation}`, fields, messages };
  }

  #told(step: Step, field: Field): Omit<ReadField, "text"> {
    const { parts, why } = this.#readField(step, field);
    const told = toldOf(parts, field.form);
    return why === undefined ? { field, told } : { field, told, why };
  }

  #readField(step: Step, field: Field): ReadParts {
    const { place, value, kind, form } = field;
    if (form === "size") return { parts: [value] };
    if (kind === "time" && holdsTime(value)) {
      return { parts: [{ mark: "a time" }], why: "a time: it counts that there is one" };
    }
    const noisy = this.#noise.split(step, field);
    if (noisy !== undefined) return this.#readNoise(field, noisy, step.at);
    const whole = this.#values.whole(value, isIdentifier(kind));
    if (whole !== undefined) return { parts: whole, ...whyOf(whole) };
    return this.#readTexts(field, this.#times.within(place, value, step.at));
  }

  #readNoise(field: Field, noisy: NoisyText, at: number): ReadParts {
    const mark = this.#times.mark(field.place, field.value, at, true);
    if (mark !== undefined) return { parts: [mark], ...whyOf([mark]) };
    const texts = noisy === "time" ? [field.value] : noisy;
    const parts = texts.flatMap((text, index) =>
      index % 2 === 0 ? [text] : (this.#values.whole(text, true) ?? [text]),
    );
    return this.#readTexts(field, parts);
  }

  #readTexts({ hasOrigin }: Field, given: readonly Part[]): ReadParts {
    const [only] = given;
    if (!hasOrigin && given.length === 1 && typeof only === "string") {
      const parts = this.#values.within(only);
      return parts.length === 1 ? { parts } : { parts, ...whyOf(parts) };
    }
    const parts = given.flatMap((part) => {
      if (typeof part !== "string") return [part];
      return hasOrigin ? this.#readAround(part) : this.#values.within(part);
    });
    return { parts, ...whyOf(parts) };
  }

  #readAround(text: string): readonly Part[] {
    return text
      .split(originMark)
      .flatMap((piece, at) => [...(at === 0 ? [] : [{ mark: "origin" }]), ...this.#values.within(piece)]);
  }
}

function isIdentifier(kind: string | undefined): kind is string {
  return kind !== undefined && kind !== "time" && kind !== "message";
}

function whyOf(parts: readonly Part[]): { why?: string } {
  if (parts.length === 1 && typeof parts[0] === "string") return {};
  const values = parts.filter(isValue);
  const noise = values.some(({ kind }) => kind === "noise");
  if (noise) return { why: "differed between two runs on the emulator: named by first use" };
  const [value] = values;
  if (value !== undefined) return { why: `made up by the service (${value.kind}): named by first use` };
  const mark = parts.find((part): part is Mark => typeof part !== "string" && !isValue(part));
  if (mark === undefined) return {};
  return {
    why: mark.mark === "origin" ? "the address that it was sent to" : "a time: told as past, now or future",
  };
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
