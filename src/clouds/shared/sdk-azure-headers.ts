/** An answer's headers in the form in which Azure's pipelines hand them on. */
export class PipelineHeaders implements Iterable<[string, string]> {
  readonly #values: Map<string, string>;

  /** By their lower-case names; of an empty one nothing is told, as the SDKs have it. */
  constructor(record: Readonly<Record<string, string>>) {
    this.#values = new Map(Object.entries(record).filter(([, value]) => value !== ""));
  }

  get(name: string): string | undefined {
    return this.#values.get(name.toLowerCase());
  }

  has(name: string): boolean {
    return this.#values.has(name.toLowerCase());
  }

  set(name: string, value: string | number | boolean): void {
    this.#values.set(name.toLowerCase(), String(value).trim());
  }

  delete(name: string): void {
    this.#values.delete(name.toLowerCase());
  }

  toJSON(): Record<string, string> {
    return Object.fromEntries(this.#values);
  }

  [Symbol.iterator](): IterableIterator<[string, string]> {
    return this.#values.entries();
  }
}
