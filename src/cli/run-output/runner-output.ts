const most = 64 * 1024;

/** The last that a runner printed: shown where its results do not say what happened. */
export class RunnerOutput {
  #text = "";

  add(text: string): void {
    this.#text += text;
    if (this.#text.length > 2 * most) this.#text = this.#text.slice(-most);
  }

  /** From the beginning of a line. */
  get last(): string {
    if (this.#text.length <= most) return this.#text;
    const kept = this.#text.slice(-most);
    return kept.slice(kept.indexOf("\n") + 1);
  }

  clear(): void {
    this.#text = "";
  }
}
