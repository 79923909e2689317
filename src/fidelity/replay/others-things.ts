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
import { type PerformedExchange, sentExchange } from "./sent-exchange.ts";
import type { TargetLink } from "./target-link.ts";

type Asked = Omit<PerformedExchange, "answer">;

/** Whether something is there; `untold` where the target does not say. */
type Presence = "there" | "absent" | "untold";

/** What others have on a target that runs already: it may be read, and stays as it is. */
export class OthersThings {
  readonly #link: Pick<TargetLink, "sender">;
  /** What was there when its name was first met. */
  readonly #there = new Map<string, Presence>();

  constructor(link: Pick<TargetLink, "sender">) {
    this.#link = link;
  }

  /** Forgets what was met: what was ours is gone, and anything may be there now. */
  forget(): void {
    this.#there.clear();
  }

  /** Whether it was there before anything of this name was made here, or may have been. */
  async has(service: ServiceName, name: string): Promise<boolean> {
    return (await this.#presenceOf(service, name)) !== "absent";
  }

  /** Whoever does not tell is asked again the next time. */
  async #presenceOf(service: ServiceName, name: string): Promise<Presence> {
    const key = `${service} ${name}`;
    const known = this.#there.get(key);
    if (known !== undefined) return known;
    const presence = presenceIn(await this.#look(service, name));
    if (presence !== "untold") this.#there.set(key, presence);
    return presence;
  }

  /** Asks for it, some times where there is no time for an answer. */
  async #look(service: ServiceName, name: string): ReturnType<Send> {
    for (let times = 1; ; times++) {
      const answer = await this.#link.sender(service)(topLevelOf(service).look(name));
      if (!isBusy(answer.status) || times === mostLooks) return answer;
      await delay(betweenLooks * times);
    }
  }

  /** Whether a request, told before it is sent, would make any of it anew, or change it: it is there, or nobody tells. */
  async changedBy(asked: Asked): Promise<Exclude<Presence, "absent"> | undefined> {
    const made = madeBy(asked);
    for (const name of [...changedBy(asked), ...(made === undefined ? [] : [made])]) {
      const presence = name === unreadable ? "there" : await this.#presenceOf(asked.service, name);
      if (presence !== "absent") return presence;
    }
    return undefined;
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

function presenceIn({ status, text }: Awaited<ReturnType<Send>>): Presence {
  if (status === 404 || text.includes("ResourceNotFoundException")) return "absent";
  const isTold = status < 400 || status === 409 || status === 412;
  return isTold ? "there" : "untold";
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
