import type { ServiceName } from "../../clouds/index.ts";
import { identify, interfaceOf, serviceNames } from "../../clouds/index.ts";
import {
  type Attribution,
  type Authority,
  beforeSending,
  type Exchange,
  FaultInjector,
  type FaultPlan,
  hostCertificates,
  type ProxySettings,
  preloadRefusals,
  type RawHeader,
  type ReadRequest,
  RecordingProxy,
  type Rewriter,
  TraceWriter,
} from "../../wire/index.ts";
import { environmentOf, type Reachable, trustVariables } from "../targets/environment.ts";
import type { Lab } from "../targets/lab.ts";
import { GrowingRedactor } from "./growing-redactor.ts";
import { homecoming } from "./homecoming.ts";
import { plannedFaults } from "./planned-faults.ts";
import { isCloudHost, redirectsOf, unrecordedHosts } from "./redirects.ts";
import { Tally } from "./tally.ts";
import { type Upstreams, upstreamsOf } from "./upstreams.ts";

/** What is recorded, and where. */
export interface RecorderOptions {
  /** Where the trace goes. */
  readonly file: string;
  /** The command that is recorded, as the trace tells it. */
  readonly command?: readonly string[];
  /** How much of each body is kept, in bytes. */
  readonly bodyLimit?: number;
  readonly faults?: FaultPlan;
  /** Credentials that must not appear in the trace, wherever they stand. */
  readonly secrets?: readonly string[];
  /** Sends a service's requests to another account. */
  readonly rewriters?: Partial<Readonly<Record<ServiceName, Rewriter>>>;
  /**
   * Programs are also told where started emulators serve other services of the same account, past the proxies: one connection
   * string is for all of them. Not for those whose requests go to another account, of which the emulator's is no part.
   */
  readonly tellsBesides?: boolean;
  /** Told of each exchange when it is in the trace; other than there, its test is called as its runner calls it. */
  readonly onExchange?: (exchange: Exchange) => void;
  /** Told when an exchange could not be stored. */
  readonly onFailure?: (error: unknown) => void;
  /** Told, once each, of things that people should know of, such as a client that does not trust the certificate. */
  readonly onNote?: (note: string) => void;
}

/** One set of ports before all targets, and the variables by which programs find them. */
export interface RecordedUnit {
  readonly env: Readonly<Record<string, string>>;
  /** Where each service is reached over HTTP, with the account's path for Azure. */
  readonly endpoints: Partial<Readonly<Record<ServiceName, string>>>;
  /** The proxies' origins, over HTTP and over HTTPS. */
  readonly origins: readonly string[];
  /** From hosts whose requests belong here, wherever a program sends them, to the proxies. */
  readonly redirects: Readonly<Record<string, string>>;
}

/**
 * Records what programs exchange with the targets of a lab: a proxy before each of them, and one trace.
 *
 * @example
 * await using recorder = Recorder.start(lab, { file: "trace.jsonl" });
 * const { env } = await recorder.open({ tier: 4 });
 * spawn("npm", ["test"], { env: { ...process.env, ...env } });
 */
export class Recorder implements AsyncDisposable {
  readonly tally = new Tally();
  readonly #trace: TraceWriter;
  readonly #redactor: GrowingRedactor;
  readonly #authority: Authority;
  readonly #upstreams: Upstreams;
  readonly #allowHosts: readonly string[];
  /** What programs are told of that is not recorded. */
  readonly #besides: readonly Reachable[];
  readonly #options: RecorderOptions;
  readonly #shared: Omit<ProxySettings, "upstream" | "identify">;
  readonly #proxies: RecordingProxy[] = [];
  /** Exchanges that nobody has been told of, since they are not in the trace yet. */
  readonly #untold: Exchange[] = [];
  /** Brings what is meant for a cloud's own host to the target's account. */
  readonly #atHome: (service: ServiceName) => Rewriter | undefined;

  private constructor(lab: Lab, authority: Authority, options: RecorderOptions) {
    this.#authority = authority;
    this.#options = options;
    this.#upstreams = upstreamsOf(lab.reachable);
    this.#allowHosts = lab.allowHosts;
    this.#besides = options.tellsBesides === true ? lab.besides : [];
    this.#atHome = homecoming(lab.reachable);
    this.#redactor = new GrowingRedactor(options.secrets ?? []);
    const redactor = this.#redactor;
    this.#trace = new TraceWriter(options.file, {
      touchstone: "trace",
      version: 1,
      started: new Date().toISOString(),
      ...(options.command !== undefined && { command: options.command.map((word) => redactor.text(word)) }),
      targets: lab.targets.map(({ service, endpoint }) => ({
        name: service,
        endpoint: redactor.text(endpoint),
      })),
    });
    const { bodyLimit, faults, onFailure, onNote } = options;
    const told = new Set<string>();
    this.#shared = {
      record: (exchange, by) => this.#record(exchange, by),
      redactor,
      certificateFor: hostCertificates(authority),
      ...(bodyLimit !== undefined && { bodyLimit }),
      ...(faults !== undefined && { fault: plannedFaults(new FaultInjector(faults)) }),
      ...(onFailure !== undefined && { onFailure }),
      onNote: (note) => {
        if (!told.has(note)) onNote?.(note);
        told.add(note);
      },
    };
  }

  /** Begins the trace; ports are opened for each unit on its own. */
  static async start(lab: Lab, options: RecorderOptions): Promise<Recorder> {
    return new Recorder(lab, await lab.authority(), options);
  }

  /** Opens ports whose requests are attributed so, unless they are marked, and the ports are not one test's. */
  async open(by: Attribution): Promise<RecordedUnit> {
    const seen = await Promise.all(
      this.#upstreams.map(async ({ upstream, reachable }) => {
        const services = reachable.map(({ service }) => service);
        const proxy = await RecordingProxy.listen(
          {
            ...this.#shared,
            upstream,
            identify: (request) => identify(request, { services }),
            rewriterOf: ({ service }, request) => this.#rewriterOf(service, request, services),
          },
          { by },
        );
        this.#proxies.push(proxy);
        return reachable.map((one) => ({ ...one, ...proxiedAt(one, proxy.port) }));
      }),
    );
    const all = seen.flat();
    const told = [...all, ...this.#besides];
    const env = all.map((one) => environmentOf(one, told, this.#authority, process.env));
    const origins = all.map(({ plainEndpoint }) => new URL(plainEndpoint).origin);
    return {
      env: Object.assign({}, ...env, trustVariables(this.#authority), this.#refusals()),
      endpoints: Object.fromEntries(all.map(({ service, plainEndpoint }) => [service, plainEndpoint])),
      origins: [...new Set(origins.flatMap((origin) => [origin, origin.replace("http:", "https:")]))],
      redirects: redirectsOf(this.#upstreams, all),
    };
  }

  #refusals(): Record<string, string> {
    const recorded = this.#upstreams.flatMap(({ reachable }) => reachable.map(({ service }) => service));
    return preloadRefusals(unrecordedHosts(recorded), this.#allowHosts);
  }

  /** What belongs to no service is for one of them to refuse, and must not slip past to an emulator. */
  #rewriterOf(
    found: string | null,
    { headers }: ReadRequest,
    services: readonly ServiceName[],
  ): Rewriter | undefined {
    const { rewriters = {} } = this.#options;
    const service = services.find((one) => one === found);
    const chosen =
      service === undefined ? services.map((one) => rewriters[one]).find(Boolean) : rewriters[service];
    if (chosen !== undefined || service === undefined || !isCloudHost(hostOf(headers))) return chosen;
    return this.#atHome(service);
  }

  /** Takes a secret out of all that is recorded from now on. */
  learn(secret: string): void {
    this.#redactor.learn(secret);
  }

  /** A text as the trace would have it, without secrets. */
  redacted(text: string): string {
    return this.#redactor.text(text);
  }

  get file(): string {
    return this.#trace.file;
  }

  #record(exchange: Omit<Exchange, "id">, by: Attribution): void {
    this.#untold.push({ ...this.#trace.add(exchange), by });
    beforeSending(this.#store);
  }

  /** Puts into the trace what has come to an end in this turn of the loop, in one write. */
  readonly #store = (): void => {
    const written = this.#untold.splice(0);
    try {
      this.#trace.flush();
    } catch (error) {
      this.#options.onFailure?.(error);
      throw error;
    }
    for (const exchange of written) this.#tell(exchange);
  };

  /** Who cannot take an exchange must not keep others from theirs. */
  #tell(exchange: Exchange): void {
    try {
      this.tally.count(exchange);
      this.#options.onExchange?.(exchange);
    } catch (error) {
      this.#options.onFailure?.(error);
    }
  }

  /** Closes the ports, and then the trace; the lab goes on. */
  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#proxies.map((proxy) => proxy[Symbol.asyncDispose]()));
    try {
      this.#store();
    } finally {
      this.#trace[Symbol.dispose]();
    }
  }
}

function hostOf(headers: readonly RawHeader[]): string {
  const [, host = ""] = headers.find(([name]) => name.toLowerCase() === "host") ?? [];
  return host.replace(/:\d+$/, "").toLowerCase();
}

/** The same address, at the proxy's port. Over HTTPS where the target has that too, since tokens need it. */
function proxiedAt({ endpoint }: Reachable, port: number): { endpoint: string; plainEndpoint: string } {
  const { protocol, pathname } = new URL(endpoint);
  const path = pathname === "/" ? "" : pathname;
  return {
    endpoint: `${protocol}//127.0.0.1:${port}${path}`,
    plainEndpoint: `http://127.0.0.1:${port}${path}`,
  };
}

/** The names by which a fault plan may call operations. */
export function knownOperations(): Record<string, string[]> {
  return Object.fromEntries(
    serviceNames.map((service) => [service, interfaceOf(service).operations.map(({ name }) => name)]),
  );
}
