import { type ServiceName, topLevelOf } from "../../clouds/index.ts";
import type { Lab } from "../../lab/index.ts";
import type { Exchange, SentRequest } from "../../wire/index.ts";
import type { LiveAnswer, TargetLink } from "./target-link.ts";

/** Changes of the account itself: removing what was made leaves them behind. */
const accountSettings = new Set(["Service_SetProperties"]);

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
  readonly #made = new Map<string, { readonly service: ServiceName; readonly name: string }>();
  #isSpoiled = false;

  constructor(lab: Lab, link: TargetLink) {
    this.#lab = lab;
    this.#link = link;
  }

  note({ service, operation, sent, answer }: Performed): void {
    const isDone = answer === undefined || answer.status < 300 || answer.status >= 500;
    if (isDone && accountSettings.has(operation)) this.#isSpoiled = true;
    const change = topLevelOf(service).changeIn(asExchange(service, operation, sent, answer));
    if (change === undefined) return;
    const key = `${service} ${change.name}`;
    if (change.change === "removed") this.#made.delete(key);
    else this.#made.set(key, { service, name: change.name });
  }

  /** Makes the target empty again; afterwards there is nothing to be undone. */
  async restore(): Promise<void> {
    const isKept = !this.#isSpoiled && (await this.#removeAll());
    if (!isKept) await this.#lab.reset();
    this.#made.clear();
    this.#isSpoiled = false;
  }

  async #removeAll(): Promise<boolean> {
    for (const { service, name } of this.#made.values()) {
      const why = await topLevelOf(service)
        .remove(this.#link.sender(service), name)
        .catch((error: Error) => error.message);
      if (why !== undefined) return false;
    }
    return true;
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
    request: { method, target, headers, body: { size: body.length, sha256: "", text: body.toString("utf8") } },
    ...(answer !== undefined && { response: { status: answer.status, reason: "", headers: answer.headers } }),
    outcome: answer === undefined ? "upstream-failed" : "complete",
  };
}
