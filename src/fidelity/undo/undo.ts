import { setTimeout as delay } from "node:timers/promises";
import { type Send, type ServiceName, topLevelOf } from "../../clouds/index.ts";
import { SettingsKeeper } from "./settings.ts";

/** Something that could not be undone. */
export interface NotUndone {
  /** `null` for the settings of the service itself. */
  readonly name: string | null;
  readonly why: string;
}

/** How long something may take to go after it was removed. */
const goingTakes = 10_000;

/**
 * What was made and set at the top of an account, and how that is undone. Nothing is removed that this was not told of.
 *
 * @example
 * const undo = new Undo("azure-blob", clients.send);
 * undo.made("photos");
 * await undo.undo(); // []
 */
export class Undo {
  readonly #service: ServiceName;
  readonly #send: Send;
  readonly #settings: SettingsKeeper;
  readonly #made = new Set<string>();
  #isSet = false;

  /** Several share a keeper where they share an account. */
  constructor(service: ServiceName, send: Send, settings: SettingsKeeper = new SettingsKeeper(send)) {
    this.#service = service;
    this.#send = send;
    this.#settings = settings;
  }

  get isNothing(): boolean {
    return this.#made.size === 0 && !this.#isSet;
  }

  /** Told before an operation is called: what it would overwrite is remembered. */
  foresee(operation: string): Promise<void> | undefined {
    return SettingsKeeper.concerns(operation) ? this.#settings.remember() : undefined;
  }

  /** Told after an operation was called that may have had an effect. */
  performed(operation: string): void {
    if (SettingsKeeper.concerns(operation)) this.#isSet = true;
  }

  made(name: string): void {
    this.#made.add(name);
  }

  removed(name: string): void {
    this.#made.delete(name);
  }

  /** Undoes it all at once, and tells what is left; afterwards there is nothing to be undone. */
  async undo(): Promise<readonly NotUndone[]> {
    const names = [...this.#made];
    const settings = this.#isSet ? [this.#settings.restore()] : [];
    this.#made.clear();
    this.#isSet = false;
    const removals = names.map(async (name) => notUndone(name, await this.#whyLeft(name)));
    const restored = settings.map(async (why) => notUndone(null, await why));
    return (await Promise.all([...removals, ...restored])).flat();
  }

  async #whyLeft(name: string): Promise<string | undefined> {
    try {
      const why = await topLevelOf(this.#service).remove(this.#send, name);
      if (why !== undefined || this.#service !== "dynamodb") return why;
      return (await this.#isGone(name)) ? undefined : "it does not go";
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  /** A table of DynamoDB takes its time to go. */
  async #isGone(table: string): Promise<boolean> {
    for (const until = Date.now() + goingTakes; Date.now() < until; await delay(50)) {
      const { text } = await this.#send({
        method: "POST",
        target: "/",
        headers: [
          ["X-Amz-Target", "DynamoDB_20120810.DescribeTable"],
          ["Content-Type", "application/x-amz-json-1.0"],
        ],
        body: JSON.stringify({ TableName: table }),
      });
      if (text.includes("ResourceNotFoundException")) return true;
    }
    return false;
  }
}

function notUndone(name: string | null, why: string | undefined): NotUndone[] {
  return why === undefined ? [] : [{ name, why }];
}
