import { setTimeout as delay } from "node:timers/promises";
import {
  operationOf,
  readCall,
  type Send,
  type ServiceName,
  scopesOf,
  topLevelOf,
} from "../../clouds/index.ts";
import type { HttpRequest } from "../../model/index.ts";
import { namedThings, unreadable } from "../sides/named-things.ts";
import { type Performed, sentExchange } from "./sent-exchange.ts";
import type { TargetLink } from "./target-link.ts";

type Asked = Omit<Performed, "answer">;

/** What others have on a target that runs already: it may be read, and stays as it is. */
export class OthersThings {
  readonly #link: Pick<TargetLink, "sender">;
  /** Whether something was there when its name was first met. */
  readonly #there = new Map<string, boolean>();

  constructor(link: Pick<TargetLink, "sender">) {
    this.#link = link;
  }

  /** Forgets what was met: what was ours is gone, and anything may be there now. */
  forget(): void {
    this.#there.clear();
  }

  /** Whether it was there before anything of this name was made here. */
  async has(service: ServiceName, name: string): Promise<boolean> {
    const key = `${service} ${name}`;
    const known = this.#there.get(key);
    if (known !== undefined) return known;
    const { status, text } = await this.#look(service, name);
    // Whoever has no time may have it all the same, and is asked again the next time.
    if (isBusy(status)) return true;
    const isThere = status !== 404 && !text.includes("ResourceNotFoundException");
    this.#there.set(key, isThere);
    return isThere;
  }

  /** Asks for it, some times where there is no time for an answer. */
  async #look(service: ServiceName, name: string): ReturnType<Send> {
    for (let times = 1; ; times++) {
      const answer = await this.#link.sender(service)(topLevelOf(service).look(name));
      if (!isBusy(answer.status) || times === mostLooks) return answer;
      await delay(betweenLooks * times);
    }
  }

  /** Whether a request, told before it is sent, would make any of it anew, or change it. */
  async areChangedBy(asked: Asked): Promise<boolean> {
    const made = madeBy(asked);
    for (const name of [...changedBy(asked), ...(made === undefined ? [] : [made])]) {
      if (name === unreadable || (await this.has(asked.service, name))) return true;
    }
    return false;
  }

  /** Whether a request is about any of it. */
  async areMetBy({ service, sent }: Asked): Promise<boolean> {
    for (const [name] of scopesOf(service, requestOf(sent))) {
      if (name !== undefined && (await this.has(service, name))) return true;
    }
    return false;
  }
}

/** How often something is asked for, and milliseconds before it is the second time. */
const mostLooks = 4;
const betweenLooks = 100;

function isBusy(status: number): boolean {
  return status === 429 || status === 503;
}

/** What a request makes at the top of the account, if it is answered with success. */
function madeBy(asked: Asked): string | undefined {
  const success = { status: 200, headers: [], body: Buffer.alloc(0) };
  const change = topLevelOf(asked.service).changeIn(sentExchange({ ...asked, answer: success }));
  return change?.change === "made" ? change.name : undefined;
}

/** The things at the top of the account that a request changes, or changes something in. */
function changedBy({ service, operation, sent }: Asked): readonly string[] {
  const { origin, method, target } = sent;
  if (operation === "unknown") return /^(?:GET|HEAD|OPTIONS)$/.test(method) ? [] : [unreadable];
  if (operationOf(service, operation).readOnly === true) return [];
  const [, account = ""] = /^(\/[^/?]*)/.exec(target) ?? [];
  const { input } = readCall(service, operation, requestOf(sent));
  return namedThings(service, origin + account)(operation, input);
}

function requestOf({ origin, method, target, headers, body }: Asked["sent"]): HttpRequest {
  return { method, url: origin + target, headers: Object.fromEntries(headers), ...(body && { body }) };
}
