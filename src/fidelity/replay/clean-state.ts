import { setTimeout as delay } from "node:timers/promises";
import { type ServiceName, topLevelOf } from "../../clouds/index.ts";
import type { PriorThing } from "./prior-state.ts";
import { type Performed, sentExchange } from "./sent-exchange.ts";
import type { TargetLink } from "./target-link.ts";

/** Changes of the account itself: removing what was made leaves them behind. */
const accountSettings = new Set(["Service_SetProperties"]);

/** Whether an operation changes the account itself, and so what others have there. */
export function changesAccount(operation: string): boolean {
  return accountSettings.has(operation);
}

/** Where the settings of an Azure account's service are read and set. */
const settingsTarget = "/?restype=service&comp=properties";

/** How long something may take to go after it was removed. */
const goingTakes = 10_000;

/**
 * Brings the target back to where it was: what a recording made is removed; where that is not enough, an emulator that
 * we started begins anew. Nothing is removed that was not seen being made.
 */
export class CleanState {
  readonly #reset: (left: readonly string[]) => Promise<void>;
  readonly #link: TargetLink;
  readonly #made = new Map<string, { readonly service: ServiceName; readonly name: string }>();
  /** The settings of services as they were before anybody set them. */
  readonly #settings = new Map<ServiceName, string>();
  readonly #spoiled = new Set<ServiceName>();

  /** The target begins anew by `reset`, as far as it can, where something is left that could not be removed. */
  constructor(reset: (left: readonly string[]) => Promise<void>, link: TargetLink) {
    this.#reset = reset;
    this.#link = link;
  }

  /** Told before a request is sent: what it will overwrite is remembered. */
  async foresee(service: ServiceName, operation: string): Promise<void> {
    if (!changesAccount(operation)) return;
    if (!this.#settings.has(service)) this.#settings.set(service, await this.#readSettings(service));
    this.#spoiled.add(service);
  }

  /** Makes what must have been there before. */
  async prepare(things: readonly PriorThing[]): Promise<void> {
    for (const { service, name, make } of things) {
      const { status } = await this.#link.sender(service)(make);
      // What was there already is somebody's, and stays.
      if (status < 300) this.#made.set(`${service} ${name}`, { service, name });
    }
  }

  note(performed: Performed): void {
    const { service } = performed;
    const change = topLevelOf(service).changeIn(sentExchange(performed));
    if (change === undefined) return;
    const key = `${service} ${change.name}`;
    if (change.change === "removed") this.#made.delete(key);
    else this.#made.set(key, { service, name: change.name });
  }

  /** Makes the target empty again; afterwards there is nothing to be undone. */
  async restore(): Promise<void> {
    const areReset = await this.#resetSettings();
    const left = await this.#removeAll();
    if (!areReset || left.length > 0) await this.#reset(left);
    this.#made.clear();
    this.#spoiled.clear();
  }

  /** Sets what was set before, and looks whether that is all. */
  async #resetSettings(): Promise<boolean> {
    for (const service of this.#spoiled) {
      const before = this.#settings.get(service) ?? "";
      if (before === "") return false;
      if ((await this.#readSettings(service)) === before) continue;
      await this.#settle(service, "PUT", before);
      if ((await this.#readSettings(service)) !== before) return false;
    }
    return true;
  }

  #readSettings(service: ServiceName): Promise<string> {
    return this.#settle(service, "GET", "");
  }

  async #settle(service: ServiceName, method: string, body: string): Promise<string> {
    const request = {
      method,
      target: settingsTarget,
      headers: [["Accept", "application/xml"] as const],
      body,
    };
    return this.#link
      .sender(service)(request)
      .then(({ status, text }) => (status < 300 ? text : ""))
      .catch(() => "");
  }

  /** Removes what was made; gives the names of what stays. */
  async #removeAll(): Promise<string[]> {
    const left: string[] = [];
    for (const { service, name } of this.#made.values()) {
      const why = await topLevelOf(service)
        .remove(this.#link.sender(service), name)
        .catch((error: Error) => error.message);
      const isGone = why === undefined && (service !== "dynamodb" || (await this.#isGone(name)));
      if (!isGone) left.push(`${service} ${name}`);
    }
    return left;
  }

  /** A table of DynamoDB takes its time to go. */
  async #isGone(table: string): Promise<boolean> {
    for (const until = Date.now() + goingTakes; Date.now() < until; await delay(50)) {
      const { text } = await this.#link.sender("dynamodb")({
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
