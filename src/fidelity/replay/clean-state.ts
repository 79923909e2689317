import { setTimeout as delay } from "node:timers/promises";
import { interfaceOf, operationOf, readAnswer, type ServiceName, topLevelOf } from "../../clouds/index.ts";
import { valuesAt } from "../../model/index.ts";
import { SettingsKeeper } from "../undo/settings.ts";
import { Undo } from "../undo/undo.ts";
import type { OthersThings } from "./others-things.ts";
import type { PriorThing } from "./prior-state.ts";
import { type PerformedExchange, sentExchange } from "./sent-exchange.ts";
import type { TargetLink } from "./target-link.ts";

/** Milliseconds that it may take to undo all that a recording has done. */
const longest = 60_000;

/** Why something is skipped on account of what others have on the target. */
const othersReasons = {
  there: "it would change what was on the target before",
  untold: "it may change what was on the target before, of which the target does not tell",
  met: "it meets what was on the target before",
} as const;

/** Whether something was skipped for what others have there, which says nothing of the target. */
export function isForOthers(reason: string): boolean {
  return Object.values<string>(othersReasons).includes(reason);
}

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
  /** What others have there, where they may have something. */
  readonly #others: OthersThings | undefined;

  /** The target begins anew by `reset`, as far as it can, where something is left that could not be removed. */
  constructor(
    reset: (left: readonly string[]) => Promise<void>,
    link: TargetLink,
    others: OthersThings | undefined,
  ) {
    this.#reset = reset;
    this.#link = link;
    this.#others = others;
  }

  /** Told before a request is sent: what it will overwrite is remembered. Says why one must not be sent. */
  async foresee(asked: Omit<PerformedExchange, "answer">): Promise<string | undefined> {
    const changed = await this.#others?.changedBy(asked);
    if (changed !== undefined) return othersReasons[changed];
    const undo = this.#undo(asked.service);
    const why = await undo.foresee(asked.operation);
    if (why !== undefined && this.#others !== undefined) return why;
    undo.performed(asked.operation);
    return undefined;
  }

  /** Why an answer may be another than the recorded one although the target does as it was recorded. */
  async doubtOf(asked: Omit<PerformedExchange, "answer">): Promise<string | undefined> {
    const isOthers = (await this.#others?.areMetBy(asked)) === true;
    return isOthers ? othersReasons.met : undefined;
  }

  /** Makes something that must have been there before, unless it is there: then it is somebody's, and stays. */
  async makes({ service, name, make, content }: PriorThing): Promise<boolean> {
    if ((await this.#others?.has(service, name)) === true) return false;
    const { status } = await this.#link.sender(service)(make);
    if (status < 300 && content === undefined) this.#undo(service).made(name);
    return status < 300;
  }

  note(performed: PerformedExchange): void {
    const { service, operation, answer } = performed;
    const outliving = topLevelOf(service).outliving?.made;
    if (operation === outliving?.by && answer !== undefined && answer.status < 300) {
      const body = readAnswer(operationOf(service, operation), answer.body, interfaceOf(service).types);
      for (const name of valuesAt(body, outliving.at.replace(/^body /, ""))) {
        this.#undo(service).outlives(String(name));
      }
    }
    const change = topLevelOf(service).changeIn(sentExchange(performed));
    if (change === undefined) return;
    const undo = this.#undo(service);
    if (change.change === "removed") undo.removed(change.name);
    else undo.made(change.name);
  }

  /** Makes the target empty again, as far as that is done in time; afterwards there is nothing to be undone. */
  async restore(): Promise<void> {
    const undone = await Promise.all([...this.#undos].map(([service, undo]) => leftBy(service, undo)));
    this.#others?.forget();
    const left = undone.flat();
    if (left.length > 0) await this.#reset(left);
  }

  #undo(service: ServiceName): Undo {
    const undo =
      this.#undos.get(service) ?? new Undo(service, (request) => this.#link.undoer(service)(request));
    this.#undos.set(service, undo);
    return undo;
  }
}

/** What could not be undone, or not in time. */
async function leftBy(service: ServiceName, undo: Undo): Promise<string[]> {
  const all = undo.names;
  const late = new AbortController();
  const left = await Promise.race([
    undo.undo().then((one) => one.map(({ name }) => name ?? "settings")),
    delay(longest, all, { signal: late.signal, ref: false }),
  ]);
  late.abort();
  return left.map((name) => `${service} ${name}`);
}
