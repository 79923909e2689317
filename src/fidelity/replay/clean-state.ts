import { type ServiceName, topLevelOf } from "../../clouds/index.ts";
import type { Lab } from "../../lab/index.ts";
import type { Exchange, SentRequest } from "../../wire/index.ts";
import { Undo } from "../undo/undo.ts";
import type { PriorThing } from "./prior-state.ts";
import type { LiveAnswer, TargetLink } from "./target-link.ts";

/** A request that was sent, and what came of it. */
export interface Performed {
  readonly service: ServiceName;
  readonly operation: string;
  readonly sent: SentRequest;
  readonly answer: LiveAnswer | undefined;
}

/**
 * Brings the target back to where it was: what a recording made is removed; where that is not enough, an emulator that
 * we started begins anew. Nothing is removed that was not seen being made.
 */
export class CleanState {
  readonly #lab: Lab;
  readonly #link: TargetLink;
  readonly #undos = new Map<ServiceName, Undo>();

  constructor(lab: Lab, link: TargetLink) {
    this.#lab = lab;
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
      this.#undo(service).made(name);
      await this.#link.sender(service)(make);
    }
  }

  note({ service, operation, sent, answer }: Performed): void {
    const change = topLevelOf(service).changeIn(asExchange(service, operation, sent, answer));
    if (change === undefined) return;
    const undo = this.#undo(service);
    if (change.change === "removed") undo.removed(change.name);
    else undo.made(change.name);
  }

  /** Makes the target empty again; afterwards there is nothing to be undone. */
  async restore(): Promise<void> {
    const left = await Promise.all([...this.#undos.values()].map((undo) => undo.undo()));
    if (left.flat().length > 0) await this.#lab.reset();
  }

  #undo(service: ServiceName): Undo {
    const undo =
      this.#undos.get(service) ?? new Undo(service, (request) => this.#link.sender(service)(request));
    this.#undos.set(service, undo);
    return undo;
  }
}

function asExchange(
  service: ServiceName,
  operation: string,
  { method, target, headers, body = Buffer.alloc(0) }: SentRequest,
  answer: LiveAnswer | undefined,
): Exchange {
  return {
    id: 1,
    at: new Date().toISOString(),
    ms: 0,
    connection: 1,
    scheme: "http",
    by: { tier: 4 },
    service,
    operation,
    request: {
      method,
      target,
      headers,
      body: { size: body.length, sha256: "", text: body.toString("utf8") },
    },
    ...(answer !== undefined && { response: { status: answer.status, reason: "", headers: answer.headers } }),
    outcome: answer === undefined ? "upstream-failed" : "complete",
  };
}
