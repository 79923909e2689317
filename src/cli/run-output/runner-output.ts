const most = 64 * 1024;

/** The last that a runner printed in each phase: shown where its results do not say what happened. */
export class RunnerOutput {
  readonly #texts = new Map<string, string>();
  #phase = "";

  begin(phase: string): void {
    this.#phase = phase;
    this.#texts.set(phase, "");
  }

  add(text: string): void {
    const all = (this.#texts.get(this.#phase) ?? "") + text;
    this.#texts.set(this.#phase, all.length > 2 * most ? all.slice(-most) : all);
  }

  /** From the beginning of a line. */
  lastOf(phase: string): string {
    const all = this.#texts.get(phase) ?? "";
    if (all.length <= most) return all;
    const kept = all.slice(-most);
    return kept.slice(kept.indexOf("\n") + 1);
  }
}
