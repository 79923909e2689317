import { type Noise, type NoisyText, shapeOf } from "./noise-template.ts";
import { isValue, type Mark, type Part, type Told, toldOf } from "./parts.ts";
import { type Field, originMark, type Step } from "./step.ts";
import { holdsTime, softText, Times } from "./times.ts";
import { unwrapped, Values } from "./values.ts";

/** What a step says, and when. */
export type SaidStep = Pick<Step, "service" | "operation" | "at" | "fields">;

/** A field with its parts, and why it does not stand there as it was. */
export interface ReadField {
  readonly field: Field;
  readonly told: Told;
  readonly why?: string;
}

/** A step with its texts taken apart. */
interface ReadStep {
  readonly fields: readonly ReadField[];
  /** Texts for people. */
  readonly messages: readonly Field[];
}

interface ReadParts {
  readonly parts: readonly Part[];
  readonly why?: string;
}

/** Takes the texts of a trace apart: first all of its steps are noted, in their order, and then they are read. */
export class TraceReader {
  readonly #noise: Noise;
  readonly #values = new Values();
  readonly #times = new Times();
  readonly #sent = new Set<string>();

  constructor(noise: Noise) {
    this.#noise = noise;
  }

  /** Notes a step; gives the values in it that nobody knew before. */
  note(step: SaidStep): readonly string[] {
    const added: string[] = [];
    for (const field of step.fields) this.#note(step, field, added);
    return added;
  }

  /** What the service makes up is what it says first: what it was given is the test's own. */
  #note(step: SaidStep, field: Field, added: string[]): void {
    const { place, value, kind } = field;
    const isRequest = place.startsWith("request.");
    if (isRequest) this.#times.note(place, value);
    const noisy = this.#noise.split(step, field);
    if (noisy !== undefined && noisy !== "time") {
      for (const [at, text] of noisy.entries())
        if (at % 2 === 1) this.#add(text, "noise", added, shapeOf(text));
    } else if (isRequest) this.#sent.add(unwrapped(value).bare);
    else if (isIdentifier(kind) && !this.#sent.has(unwrapped(value).bare)) this.#add(value, kind, added);
  }

  #add(text: string, kind: string, added: string[], shape?: string): void {
    if (this.#values.add(text, kind, shape)) added.push(unwrapped(text).bare);
  }

  read(step: SaidStep): ReadStep {
    const messages: Field[] = [];
    const fields: ReadField[] = [];
    for (const field of step.fields) {
      if (field.kind === "message") {
        messages.push({
          place: field.place,
          value: softText(field.value).replaceAll(originMark, "‹origin›"),
        });
      } else fields.push(this.#told(step, field));
    }
    return { fields, messages };
  }

  #told(step: SaidStep, field: Field): ReadField {
    const { parts, why } = this.#readField(step, field);
    const told = toldOf(parts, field.form);
    return why === undefined ? { field, told } : { field, told, why };
  }

  #readField(step: SaidStep, field: Field): ReadParts {
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
