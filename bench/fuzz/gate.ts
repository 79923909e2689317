import { setTimeout as pause } from "node:timers/promises";
import type { Side } from "../../src/fidelity/index.ts";

/** Milliseconds that are waited for those inside, and those for which it is opened again if they do not come out. */
const patience = 100;
const again = 50;

/** Lets work through while it is open; it is shut at first. */
export class Gate {
  #opening = Promise.withResolvers<void>();
  #emptied = Promise.withResolvers<void>();
  #isOpen = false;
  #inside = 0;

  open(): void {
    this.#isOpen = true;
    this.#opening.resolve();
  }

  /** Opens it for a while; settles when all that was let through is over. */
  async openFor(milliseconds: number): Promise<void> {
    this.open();
    await pause(milliseconds);
    while (!(await this.#isShut())) {
      // Somebody inside waits for somebody outside.
      this.open();
      await pause(again);
    }
  }

  async through<Result>(work: () => PromiseLike<Result>): Promise<Result> {
    while (!this.#isOpen) await this.#opening.promise;
    this.#inside++;
    try {
      return await work();
    } finally {
      this.#inside--;
      if (this.#inside === 0) this.#emptied.resolve();
    }
  }

  /** Shuts it; whether nobody is inside any more. */
  async #isShut(): Promise<boolean> {
    this.#isOpen = false;
    this.#opening = Promise.withResolvers();
    this.#emptied = Promise.withResolvers();
    if (this.#inside > 0) await Promise.race([this.#emptied.promise, pause(patience)]);
    return this.#inside === 0;
  }
}

/** A side that is called, read and cleared up only while a gate is open. */
export function gated(side: Side, gate: Gate): Side {
  const open: Side["open"] = (...names) => {
    const stage = side.open(...names);
    return {
      call: (...call) => gate.through(() => stage.call(...call)),
      refusal: (...call) => stage.refusal(...call),
      probe: (...look) => gate.through(() => stage.probe(...look)),
      [Symbol.asyncDispose]: () => gate.through(() => stage[Symbol.asyncDispose]()),
    };
  };
  return withOpen(side, open);
}

/** A side that opens its stages otherwise. */
export function withOpen(side: Side, open: Side["open"]): Side {
  return new Proxy(side, {
    get(target, name) {
      if (name === "open") return open;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
