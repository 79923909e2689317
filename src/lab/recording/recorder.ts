import type { ServiceName } from "../../clouds/index.ts";
import { identify, interfaceOf, serviceNames } from "../../clouds/index.ts";
import {
  type Attribution,
  type Authority,
  type Exchange,
  FaultInjector,
  type FaultPlan,
  hostCertificates,
  type ProxySettings,
  RecordingProxy,
  Redactor,
  type Rewriter,
  TraceWriter,
} from "../../wire/index.ts";
import { environmentOf, type Reachable, trustVariables } from "../targets/environment.ts";
import type { Lab } from "../targets/lab.ts";
import { plannedFaults } from "./planned-faults.ts";
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
  /** Told when an exchange could not be stored. */
  readonly onFailure?: (error: unknown) => void;
}

/** One set of ports before all targets, and the variables by which programs find them. */
export interface RecordedUnit {
  readonly env: Readonly<Record<string, string>>;
  /** Origins of the proxies, by service. */
  readonly origins: Partial<Readonly<Record<ServiceName, string>>>;
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
  readonly #authority: Authority;
  readonly #upstreams: Upstreams;
  readonly #options: RecorderOptions;
  readonly #shared: Omit<ProxySettings, "upstream" | "identify">;
  readonly #proxies: RecordingProxy[] = [];

  private constructor(lab: Lab, authority: Authority, options: RecorderOptions) {
    this.#authority = authority;
    this.#options = options;
    this.#upstreams = upstreamsOf(lab.reachable);
    const redactor = new Redactor(options.secrets ?? []);
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
    const { bodyLimit, faults, onFailure } = options;
    this.#shared = {
      record: (exchange) => this.#record(exchange),
      redactor,
      certificateFor: hostCertificates(authority),
      ...(bodyLimit !== undefined && { bodyLimit }),
      ...(faults !== undefined && { fault: plannedFaults(new FaultInjector(faults)) }),
      ...(onFailure !== undefined && { onFailure }),
    };
  }

  /** Begins the trace; ports are opened for each unit on its own. */
  static async start(lab: Lab, options: RecorderOptions): Promise<Recorder> {
    return new Recorder(lab, await lab.authority(), options);
  }

  /** Opens ports whose requests are attributed so, unless they are marked. */
  async open(by: Attribution): Promise<RecordedUnit> {
    const seen = await Promise.all(
      this.#upstreams.map(async ({ upstream, reachable }) => {
        const services = reachable.map(({ service }) => service);
        const [rewriter] = services.flatMap((service) => this.#options.rewriters?.[service] ?? []);
        const proxy = await RecordingProxy.listen(
          {
            ...this.#shared,
            upstream,
            identify: (request) => identify(request, { services }),
            ...(rewriter !== undefined && { rewriter }),
          },
          { by },
        );
        this.#proxies.push(proxy);
        return reachable.map((one) => ({ ...one, ...proxiedAt(one, proxy.port) }));
      }),
    );
    const all = seen.flat();
    const env = all.map((one) => environmentOf(one, all, this.#authority, process.env));
    return {
      env: Object.assign({}, ...env, trustVariables(this.#authority)),
      origins: Object.fromEntries(
        all.map(({ service, plainEndpoint }) => [service, new URL(plainEndpoint).origin]),
      ),
    };
  }

  get file(): string {
    return this.#trace.file;
  }

  #record(exchange: Omit<Exchange, "id">): void {
    this.#trace.write(exchange);
    this.tally.count(exchange);
  }

  /** Closes the ports, and then the trace; the lab goes on. */
  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#proxies.map((proxy) => proxy[Symbol.asyncDispose]()));
    this.#trace[Symbol.dispose]();
  }
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
