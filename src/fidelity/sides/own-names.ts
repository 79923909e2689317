import type { ServiceName } from "../../clouds/index.ts";
import { nowhereName } from "../pair/nowhere.ts";

/** The names of what is a run's own: what it has made, and what nobody else would call anything. */
export class OwnNames {
  readonly #service: ServiceName;
  readonly #told = new Set([nowhereName]);
  readonly #made = new Set<string>();

  constructor(service: ServiceName) {
    this.#service = service;
  }

  has(name: string): boolean {
    const key = this.#key(name);
    return this.#told.has(key) || this.#made.has(key);
  }

  /** Of a name that was thought up for this run alone. */
  tell(name: string): void {
    this.#told.add(this.#key(name));
  }

  made(name: string): void {
    this.#made.add(this.#key(name));
  }

  /** Of a name that something has already: whoever thought it up, it is not this run's unless it was made before. */
  found(name: string): void {
    this.#told.delete(this.#key(name));
  }

  /** Tables of Azure are called the same in any case. */
  #key(name: string): string {
    return this.#service === "azure-table" ? name.toLowerCase() : name;
  }
}
