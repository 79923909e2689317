import { Agent, type IncomingMessage, request as openRequest } from "node:http";
import { request as openTlsRequest, Agent as TlsAgent } from "node:https";
import {
  type AzureService,
  azureRewriter,
  dynamodbRewriter,
  type Send,
  type ServiceName,
  s3Rewriter,
} from "../../clouds/index.ts";
import type { Lab, Reachable } from "../../lab/index.ts";
import { TouchstoneError } from "../../model/index.ts";
import {
  Names,
  type RawHeader,
  type RequestHead,
  type Rewriter,
  type SentRequest,
} from "../../wire/index.ts";
import { type OwnWords, ownWords } from "../oracle/own-words.ts";
import { type KeyRemover, usualKeys, withoutKeys } from "../sides/side-keys.ts";
import { whyUnanswered } from "../sides/unanswered.ts";
import type { Watchdog } from "../sides/watchdog.ts";
import { TargetClock } from "./target-clock.ts";

/** An answer of the target. */
export interface LiveAnswer {
  readonly status: number;
  readonly headers: readonly RawHeader[];
  readonly body: Buffer;
}

/** How long an answer may take. */
const patience = 60_000;

/** The way to a target: requests are signed for it, and sent as they are otherwise. */
export class TargetLink implements Disposable {
  readonly #lab: Linked;
  readonly #agent = new Agent({ keepAlive: true });
  readonly #tlsAgent = new TlsAgent({ keepAlive: true });
  readonly #rewriters = new Map<string, Rewriter>();
  readonly #clocks = new Map<ServiceName, TargetClock>();
  /** What the servers call themselves. */
  readonly servers = new Set<string>();

  readonly #watchdog: Watchdog | undefined;
  /** Takes out the keys of what runs already; those of emulators of ours are public. */
  readonly #withoutKeys: KeyRemover | undefined;

  constructor(lab: Linked, watchdog?: Watchdog) {
    this.#lab = lab;
    this.#watchdog = watchdog;
    const keys = lab.elsewhere.flatMap((service) => keyFor(this.#reach(service))?.secret ?? []);
    if (lab.elsewhere.length > 0) this.#withoutKeys = withoutKeys(keys);
  }

  get services(): readonly ServiceName[] {
    return this.#lab.reachable.map(({ service }) => service);
  }

  /** How a service's answers are told without what is the target's own. */
  words(service: ServiceName): OwnWords {
    return ownWords({ endpoint: this.#reach(service).endpoint, readSas: "" });
  }

  /**
   * A text without the keys that requests are signed with, which the target may repeat; if it was cut, also without the beginning
   * of a key at its end.
   */
  redact(text: string, isCut?: boolean): string {
    return this.#withoutKeys?.redact(text, isCut) ?? text;
  }

  /** Bytes that are no text without the same keys. */
  redactBytes(bytes: Buffer): Buffer {
    return this.#withoutKeys?.redactBytes(bytes) ?? bytes;
  }

  /** The clock of what answers for a service. */
  clock(service: ServiceName): TargetClock {
    const found = this.#clocks.get(service) ?? new TargetClock(this.isOurs(service));
    this.#clocks.set(service, found);
    return found;
  }

  /** Whether what answers for a service was started here. */
  protected isOurs(service: ServiceName): boolean {
    return !this.#lab.elsewhere.includes(service);
  }

  /** Told before each recording. */
  begin(): void {}

  /** A request as it leaves for the target. Throws for one that cannot be signed for it. */
  async signed(
    service: ServiceName,
    account: string | undefined,
    head: RequestHead,
    body: Buffer,
  ): Promise<SentRequest> {
    const rewriter = this.#rewriter(service, account);
    const sent = await rewriter.request(
      head,
      body.length === 0 && !rewriter.needsBody(head) ? undefined : body,
    );
    return { ...sent, body: sent.body ?? body };
  }

  /** Sends it; the promise fails where no whole answer comes. What undoes something may go beyond a budget. */
  send(request: SentRequest, _isUndoing = false): Promise<LiveAnswer> {
    const answer = this.#answerTo(request);
    return this.#watchdog?.waitFor(answer) ?? answer;
  }

  #answerTo({ origin, method, target, headers, body = Buffer.alloc(0) }: SentRequest): Promise<LiveAnswer> {
    const isTls = origin.startsWith("https:");
    const open = isTls ? openTlsRequest : openRequest;
    const agent = isTls ? this.#tlsAgent : this.#agent;
    return new Promise((resolve, reject) => {
      const request = open(origin, {
        method,
        path: target,
        headers: framed(method, headers, body, new URL(origin).host).flat(),
        agent,
        signal: AbortSignal.timeout(patience),
      });
      request.on("error", reject);
      request.on("response", (response) => {
        this.servers.add(this.redact(String(response.headers.server ?? "")));
        this.#wholeAnswer(response).then(resolve, reject);
      });
      request.end(body);
    });
  }

  /** Sends requests of our own to an account of the target. */
  sender(service: ServiceName): Send {
    return this.#sender(service, false);
  }

  /** The same, for what brings it back to where it was. */
  undoer(service: ServiceName): Send {
    return this.#sender(service, true);
  }

  #sender(service: ServiceName, isUndoing: boolean): Send {
    const { endpoint } = this.#reach(service);
    return async ({ method, target, headers = [], body = "" }) => {
      const url = new URL(endpoint);
      const path = url.pathname.replace(/\/$/, "");
      const bytes = Buffer.from(body);
      const head: RequestHead = {
        method,
        target: path + target,
        headers: [
          ...ownHeaders(service),
          ...headers,
          ["Host", url.host],
          ["Content-Length", String(bytes.length)],
        ],
        origin: url.origin,
        by: { tier: 4 },
      };
      const answer = await this.send(await this.signed(service, undefined, head, bytes), isUndoing);
      return { status: answer.status, text: answer.body.toString("utf8") };
    };
  }

  [Symbol.dispose](): void {
    this.#agent.destroy();
    this.#tlsAgent.destroy();
  }

  #rewriter(service: ServiceName, account: string | undefined): Rewriter {
    const key = `${service} ${account ?? ""}`;
    const found = this.#rewriters.get(key) ?? this.#newRewriter(service, account);
    this.#rewriters.set(key, found);
    return found;
  }

  #newRewriter(service: ServiceName, emulatorAccount: string | undefined): Rewriter {
    const { endpoint, ...there } = this.#reach(service);
    const credentials = keyFor(there);
    const names = new Names({ areKept: true });
    if (credentials !== undefined && speaksLikeAmazon(service)) {
      const pair = { accessKeyId: credentials.id, secretAccessKey: credentials.secret };
      const options = { region: "us-east-1", endpoint, credentials: () => Promise.resolve(pair), names };
      return service === "s3" ? s3Rewriter(options) : dynamodbRewriter(options);
    }
    if (credentials === undefined) {
      throw new TouchstoneError("TS_NO_CREDENTIALS", `there is no key for ${endpoint}`, {
        hint: "Requests can be signed for the account of the emulators (devstoreaccount1).",
      });
    }
    return azureRewriter({
      service: service as AzureService,
      account: credentials.id,
      credential: { key: credentials.secret },
      endpoint,
      names,
      allowedHosts: this.#lab.allowHosts,
      ...(emulatorAccount !== undefined && { emulatorAccount }),
    });
  }

  /** Over plain HTTP where it can be had: nothing that is sent is a secret. */
  #reach(service: ServiceName) {
    const found = this.#lab.reachable.find((one) => one.service === service);
    if (found === undefined) throw new TouchstoneError("TS_TARGET", `the target does not serve ${service}`);
    return { ...found, endpoint: found.plainEndpoint ?? found.endpoint };
  }

  /** An answer when all of it has come; fails where it is not the target's own. */
  async #wholeAnswer(response: IncomingMessage): Promise<LiveAnswer> {
    const { statusCode: status = 0, rawHeaders: raw } = response;
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk as Buffer);
    const why = whyUnanswered(status, response.headers["x-touchstone-error"]?.toString());
    if (why !== undefined) throw new Error(this.redact(why));
    const headers = raw.flatMap((name, at): RawHeader[] => (at % 2 === 0 ? [[name, raw[at + 1] ?? ""]] : []));
    return { status, headers, body: Buffer.concat(chunks) };
  }
}

/** What a link leads to. */
type Linked = Pick<Lab, "reachable" | "allowHosts" | "elsewhere">;

function speaksLikeAmazon(service: ServiceName): service is "s3" | "dynamodb" {
  return service === "s3" || service === "dynamodb";
}

/** What requests are signed with; nothing for an account of Azure whose key nobody has told. */
function keyFor({ service, credentials }: Pick<Reachable, "service" | "credentials">) {
  return credentials ?? (speaksLikeAmazon(service) ? usualKeys() : undefined);
}

const bodiless = new Set(["GET", "HEAD", "DELETE", "OPTIONS"]);

function framed(
  method: string,
  headers: readonly RawHeader[],
  body: Buffer,
  host: string,
): readonly RawHeader[] {
  const names = new Set(headers.map(([name]) => name.toLowerCase()));
  const needsLength = body.length > 0 || !bodiless.has(method);
  return [
    ...headers,
    ...(names.has("host") ? [] : [["Host", host] as const]),
    ...(needsLength && !names.has("content-length")
      ? [["Content-Length", String(body.length)] as const]
      : []),
  ];
}

/** What a signed request of the service has to have. */
function ownHeaders(service: ServiceName): RawHeader[] {
  if (service.startsWith("azure-")) {
    return [
      ["x-ms-version", "2021-12-02"],
      ["x-ms-date", new Date().toUTCString()],
      ["Authorization", `SharedKey own:${Buffer.alloc(32).toString("base64")}`],
    ];
  }
  const date = new Date().toISOString().replace(/[-:]|\.\d+/g, "");
  const credential = `own/${date.slice(0, 8)}/us-east-1/${service}/aws4_request`;
  return [
    ["x-amz-date", date],
    ["x-amz-content-sha256", "UNSIGNED-PAYLOAD"],
    [
      "Authorization",
      `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=host;x-amz-date, Signature=${"0".repeat(64)}`,
    ],
  ];
}
