import {
  insist,
  isServiceName,
  type Send,
  type ServiceName,
  saysBusy,
  topLevelOf,
} from "../../clouds/index.ts";
import type { Exchange, RawHeader } from "../../wire/index.ts";
import { azurite } from "../emulators/azurite.ts";
import { Recorder, type RecorderOptions } from "../recording/recorder.ts";
import type { Lab } from "../targets/lab.ts";
import type { CloudAccounts } from "./cloud-account.ts";

/** Something that stays on an account although this run has made it. */
export interface Leftover {
  readonly service: ServiceName;
  readonly kind: string;
  /** What it is called there. */
  readonly name: string;
  readonly why: string;
}

interface Made {
  readonly service: ServiceName;
  readonly kind: string;
  readonly name: string;
}

/** How many are removed at a time. */
const atOnce = 4;

/**
 * What a run's exchanges have made on the cloud's accounts and not removed. Nothing else is ever removed: what is not
 * seen being made here, or is listed in the config as existing, is somebody's.
 */
export class MadeOnCloud {
  readonly #accounts: CloudAccounts;
  readonly #made = new Map<string, Made>();

  constructor(accounts: CloudAccounts) {
    this.#accounts = accounts;
  }

  add(exchange: Exchange): void {
    const { service, by } = exchange;
    if (service === null || !isServiceName(service) || exchange.sentTo === undefined) return;
    const { kind, changeIn } = topLevelOf(service);
    const found = changeIn(exchange);
    const name = found && this.#accounts.nameOf(service, kind, found.name, by);
    if (found === undefined || name === undefined) return;
    const key = JSON.stringify([service, name]);
    if (found.change === "removed") this.#made.delete(key);
    else this.#made.set(key, { service, kind, name });
  }

  /** Removes it all, and tells what is left. The requests are recorded in a trace of their own. */
  async remove(
    lab: Lab,
    options: Pick<RecorderOptions, "file" | "secrets" | "onExchange">,
  ): Promise<readonly Leftover[]> {
    if (this.#made.size === 0) return [];
    try {
      return await this.#removeAll(lab, options);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      return [...this.#made.values()].map((made) => ({ ...made, why }));
    }
  }

  async #removeAll(
    lab: Lab,
    options: Pick<RecorderOptions, "file" | "secrets" | "onExchange">,
  ): Promise<readonly Leftover[]> {
    await using recorder = await Recorder.start(lab, { ...options, rewriters: this.#accounts.cleaners });
    this.#accounts.onSecret((secret) => recorder.learn(secret));
    const { endpoints } = await recorder.open({ tier: 4 });
    const waiting = [...this.#made.values()];
    const leftovers: Leftover[] = [];
    const worker = async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const why = await removed(next, endpoints[next.service] ?? "");
        if (why !== undefined) leftovers.push({ ...next, why });
      }
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
    return leftovers;
  }
}

async function removed({ service, name }: Made, endpoint: string): Promise<string | undefined> {
  try {
    return await topLevelOf(service).remove(sender(service, endpoint), name);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function sender(service: ServiceName, endpoint: string): Send {
  const send: Send = async ({ method, target, headers = [], body }) => {
    const answer = await fetch(endpoint.replace(/\/$/, "") + target, {
      method,
      headers: [...signedFor(service), ...headers].map(([name, value]) => [name, value]),
      ...(body !== undefined && { body }),
      signal: AbortSignal.timeout(30_000),
    });
    return { status: answer.status, text: await answer.text() };
  };
  return (request) =>
    insist(
      () => send(request),
      ({ status, text }) => saysBusy(status, text),
    );
}

/** The marks of a signed request: the proxy signs it with the account's own key. */
function signedFor(service: ServiceName): RawHeader[] {
  const now = new Date();
  if (service !== "s3" && service !== "dynamodb") {
    return [
      ["x-ms-version", "2021-12-02"],
      ["x-ms-date", now.toUTCString()],
      ["Authorization", `SharedKey ${azurite.credentials.id}:${Buffer.alloc(32).toString("base64")}`],
    ];
  }
  const date = now.toISOString().replace(/[-:]|\.\d+/g, "");
  const credential = `touchstone/${date.slice(0, 8)}/us-east-1/${service}/aws4_request`;
  return [
    ["x-amz-date", date],
    ["x-amz-content-sha256", "UNSIGNED-PAYLOAD"],
    [
      "Authorization",
      `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=host;x-amz-date, Signature=${"0".repeat(64)}`,
    ],
  ];
}
