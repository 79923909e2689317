import { type ServiceName, topLevelOf } from "../../clouds/index.ts";
import { SettingsKeeper } from "../undo/settings.ts";
import { Undo } from "../undo/undo.ts";
import type { PriorThing } from "./prior-state.ts";
import { type Performed, sentExchange } from "./sent-exchange.ts";
import type { TargetLink } from "./target-link.ts";

/** Whether an operation changes the account itself, and so what others have there. */
export function changesAccount(operation: string): boolean {
  return SettingsKeeper.concerns(operation);
}

/**
 * Brings the target back to where it was: what a recording made is removed; where that is not enough, an emulator that
 * we started begins anew. Nothing is removed that was not seen being made.
 */
export class CleanState {
  readonly #reset: (left: readonly string[]) => Promise<void>;
  readonly #link: TargetLink;
  readonly #undos = new Map<ServiceName, Undo>();

  /** The target begins anew by `reset`, as far as it can, where something is left that could not be removed. */
  constructor(reset: (left: readonly string[]) => Promise<void>, link: TargetLink) {
    this.#reset = reset;
    this.#link = link;
  }

  /** Told before a request is sent: what it will overwrite is remembered. */
  async foresee(service: ServiceName, operation: string): Promise<void> {
    const undo = this.#undo(service);
    await undo.foresee(operation);
    undo.performed(operation);
  }

  /** Makes what must have been there before. */
  async prepare(things: readonly PriorThing[]): Promise<void> {
    for (const { service, name, make } of things) {
      const { status } = await this.#link.sender(service)(make);
      // What was there already is somebody's, and stays.
      if (status < 300) this.#undo(service).made(name);
    }
  }

  note(performed: Performed): void {
    const { service } = performed;
    const change = topLevelOf(service).changeIn(sentExchange(performed));
    if (change === undefined) return;
    const undo = this.#undo(service);
    if (change.change === "removed") undo.removed(change.name);
    else undo.made(change.name);
  }

  /** Makes the target empty again; afterwards there is nothing to be undone. */
  async restore(): Promise<void> {
    const undone = await Promise.all(
      [...this.#undos].map(async ([service, undo]) =>
        (await undo.undo()).map(({ name }) => `${service} ${name ?? "settings"}`),
      ),
    );
    const left = undone.flat();
    if (left.length > 0) await this.#reset(left);
  }

  #undo(service: ServiceName): Undo {
    const undo =
      this.#undos.get(service) ?? new Undo(service, (request) => this.#link.sender(service)(request));
    this.#undos.set(service, undo);
    return undo;
  }
}
