import type { Value } from "./parts.ts";

/** Names by first use: `etag#1`, `etag#2`. */
export class Names {
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
