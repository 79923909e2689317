import { redacted } from "./secret-fields.ts";

/** A derived form that is shorter could be met by chance. */
const shortestForm = 8;

/** Secrets that are known to the letter, in every form in which they are likely to be written. */
export class LiteralSecrets {
  readonly #forms: readonly string[];
  readonly #anyForm: RegExp | undefined;
  readonly #shortest: number;

  constructor(secrets: readonly string[]) {
    const forms = new Set(secrets.filter((secret) => secret !== "").flatMap(formsOf));
    this.#forms = [...forms].toSorted((a, b) => b.length - a.length);
    this.#shortest = this.#forms.at(-1)?.length ?? Number.POSITIVE_INFINITY;
    if (this.#forms.length > 0) this.#anyForm = new RegExp(this.#forms.map(RegExp.escape).join("|"), "g");
  }

  redact(text: string): string {
    if (text.length < this.#shortest || this.#anyForm === undefined) return text;
    return text.replace(this.#anyForm, redacted);
  }

  /**
   * The same for a text that was cut: a secret's beginning at its end goes as well. What is too short to tell goes
   * without a word, since as much as that may be there by chance.
   */
  redactCut(text: string): string {
    const kept = this.redact(text);
    if (kept.endsWith(redacted)) return kept;
    const torn = Math.max(0, ...this.#forms.map((form) => tornLength(kept, form)));
    return kept.slice(0, kept.length - torn) + (torn >= shortestForm ? redacted : "");
  }
}

/** How many characters at the end of a text are the beginning of a form. */
function tornLength(text: string, form: string): number {
  let length = Math.min(form.length - 1, text.length);
  while (length > 0 && !text.endsWith(form.slice(0, length))) length--;
  return length;
}

function formsOf(secret: string): string[] {
  const encoded = encodeURIComponent(secret.toWellFormed());
  const derived = [
    encoded,
    encoded.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
    encodeURIComponent(encoded),
    encoded.replaceAll("%20", "+"),
    JSON.stringify(secret).slice(1, -1),
    secret.replaceAll("/", "\\/"),
    secret.replace(/[&<>+'"]/g, (char) => `\\u00${char.charCodeAt(0).toString(16)}`),
    secret.replace(/[&<>+'"]/g, (char) => `\\u00${char.charCodeAt(0).toString(16).toUpperCase()}`),
    secret.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;"),
    Buffer.from(secret).toString("latin1"),
    ...[0, 1, 2].flatMap((shift) => base64Forms(secret, shift)),
  ];
  return [secret, ...derived.filter((form) => form.length >= shortestForm)];
}

/** The characters that a secret makes in the base64 of something longer, that many bytes after a multiple of three. */
function base64Forms(secret: string, shift: number): string[] {
  const bytes = Buffer.from(secret);
  const before = Buffer.alloc(shift);
  const from = Math.ceil((shift * 8) / 6);
  const to = Math.floor(((shift + bytes.length) * 8) / 6);
  const middle = Buffer.concat([before, bytes]).toString("base64").slice(from, to);
  return [middle, middle.replaceAll("+", "-").replaceAll("/", "_")];
}
