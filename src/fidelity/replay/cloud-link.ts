import type { ServiceName } from "../../clouds/index.ts";
import { type CloudAccounts, emulators, type Lab } from "../../lab/index.ts";
import type { RequestHead, Rewriter, SentRequest } from "../../wire/index.ts";
import { type KeyRemover, withoutSecretsOf } from "../sides/side-keys.ts";
import { type LiveAnswer, TargetLink } from "./target-link.ts";

/** The accounts of the cloud that recordings are performed on. */
export interface ReplayCloud {
  readonly services: readonly ServiceName[];
  /** Lead an emulator's requests to an account, under names of their own. */
  readonly rewriters: CloudAccounts["rewriters"];
  /** The same without a limit: what was made must go, however much was sent. */
  readonly unlimited: CloudAccounts["rewriters"];
  /** Takes the accounts' secrets out of what they say. */
  readonly withoutSecrets: KeyRemover;
}

/** A config's accounts, as recordings are performed on them: with so many requests and no more. */
export function replayCloud(
  accounts: CloudAccounts,
  services: readonly ServiceName[],
  requests?: number,
): ReplayCloud {
  return {
    services,
    rewriters: accounts.limitedTo(requests),
    unlimited: accounts.rewriters,
    withoutSecrets: withoutSecretsOf(accounts),
  };
}

/** No two performances have the same names there: deletions take time, and others use the account, too. */
let performances = 0;

/**
 * The way to the cloud: requests are made as for an emulator, and led to the account as those of a run are, with its names,
 * signed for it; answers come back as an emulator's.
 */
export class CloudLink extends TargetLink {
  readonly #rewriters = new Map<string, Rewriter>();
  readonly #unlimited = new Map<string, Rewriter>();
  readonly #withoutSecrets: KeyRemover;
  #by: RequestHead["by"] = { tier: 4 };

  constructor(
    { services, rewriters, unlimited, withoutSecrets }: ReplayCloud,
    allowHosts: readonly string[],
  ) {
    const reachable = services.map(standIn);
    super({ reachable, allowHosts, elsewhere: [] });
    this.#withoutSecrets = withoutSecrets;
    for (const { service, endpoint } of reachable) {
      const { origin } = new URL(endpoint);
      const [rewriter, undoing] = [rewriters[service], unlimited[service]];
      if (rewriter !== undefined) this.#rewriters.set(origin, rewriter);
      if (undoing !== undefined) this.#unlimited.set(origin, undoing);
    }
  }

  override redact(text: string, isCut?: boolean): string {
    return this.#withoutSecrets.redact(text, isCut);
  }

  override redactBytes(bytes: Buffer): Buffer {
    return this.#withoutSecrets.redactBytes(bytes);
  }

  protected override isOurs(): boolean {
    return false;
  }

  override begin(): void {
    this.#by = { tier: 4, test: `replay ${++performances}` };
  }

  override async send(request: SentRequest, isUndoing = false): Promise<LiveAnswer> {
    const { origin, method, target, headers, body } = request;
    const rewriter = (isUndoing ? this.#unlimited : this.#rewriters).get(origin);
    if (rewriter === undefined) return super.send(request);
    const head: RequestHead = { method, target, headers, origin, by: this.#by };
    const there = await rewriter.request(head, body);
    const answer = await super.send({ ...there, body: there.body ?? body ?? Buffer.alloc(0) });
    const back = await rewriter.response(head, { ...answer, reason: "" }, answer.body);
    return { status: back.status ?? answer.status, headers: back.headers, body: back.body ?? answer.body };
  }
}

/** An emulator that nobody has started: its address is never asked, and only tells the services apart. */
function standIn(service: ServiceName, at: number): Lab["reachable"][number] {
  const emulator = emulators.find(({ services }) => services.includes(service));
  const credentials = emulator?.credentials;
  const path = service.startsWith("azure-") ? `/${credentials?.id ?? ""}` : "";
  const endpoint = `http://127.0.0.1:${10_000 + at}${path}`;
  return { service, endpoint, ...(credentials !== undefined && { credentials }) };
}
