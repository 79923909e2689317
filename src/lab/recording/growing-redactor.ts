import { type RawHeader, Redactor } from "../../wire/index.ts";

/** A redactor that learns secrets while it is used: tokens come when they are asked for. */
export class GrowingRedactor extends Redactor {
  readonly #known: Set<string>;
  #redactor: Redactor;

  constructor(secrets: readonly string[]) {
    super(secrets);
    this.#known = new Set(secrets);
    this.#redactor = new Redactor(secrets);
  }

  learn(secret: string): void {
    if (this.#known.has(secret)) return;
    this.#known.add(secret);
    this.#redactor = new Redactor([...this.#known]);
  }

  override headers(raw: readonly RawHeader[]): readonly RawHeader[] {
    return this.#redactor.headers(raw);
  }

  override target(url: string): string {
    return this.#redactor.target(url);
  }

  override text(...given: Parameters<Redactor["text"]>): string {
    return this.#redactor.text(...given);
  }
}
