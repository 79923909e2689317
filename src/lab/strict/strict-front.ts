import { identify, isServiceName, type ServiceName, serviceNames } from "../../clouds/index.ts";
import type { Contract, Windows } from "../../model/index.ts";
import { type Authority, hostCertificates, RecordingProxy, Redactor } from "../../wire/index.ts";
import { requirePort } from "../ports.ts";
import { type Upstreams, upstreamsOf } from "../recording/upstreams.ts";
import { environmentOf, type Reachable, trustVariables } from "../targets/environment.ts";
import type { Lab, Target } from "../targets/lab.ts";
import { type Enforcement, Enforcer } from "./enforcer.ts";
import { goneAnswer } from "./gone-answer.ts";

/** How a lab is made strict. */
export interface StrictOptions {
  readonly contracts: readonly Contract[];
  readonly windows: Windows;
  /** Only tells of what it would have changed. */
  readonly isWarning?: boolean;
  readonly ports?: Partial<Readonly<Record<ServiceName, number>>>;
  readonly onEnforced?: (enforcement: Enforcement) => void;
  /** Told, once, of a contract that cannot be asked. */
  readonly onNote?: (note: string) => void;
}

/**
 * The emulators of a lab behind contracts: programs that are led here get the real service's answer where an emulator's is
 * known to be another.
 *
 * @example
 * await using strict = await StrictFront.open(lab, { contracts, windows: defaultWindows });
 * strict.targets[0]?.endpoint; // "https://127.0.0.1:40124/devstoreaccount1"
 */
export class StrictFront implements AsyncDisposable {
  /** The lab's targets at the addresses of the front. */
  readonly targets: readonly Target[];
  /** Where the services answer here, and with which credentials. */
  readonly reachable: readonly Reachable[];
  readonly #fronts: readonly Front[];

  private constructor(targets: readonly Target[], reachable: readonly Reachable[], fronts: readonly Front[]) {
    this.targets = targets;
    this.reachable = reachable;
    this.#fronts = fronts;
  }

  static async open(lab: Lab, options: StrictOptions): Promise<StrictFront> {
    for (const service of serviceNames) {
      const port = options.ports?.[service];
      if (port !== undefined) await requirePort(port, service);
    }
    const authority = await lab.authority();
    await using opened = new AsyncDisposableStack();
    const fronts: Front[] = [];
    for (const served of upstreamsOf([...lab.reachable, ...lab.besides])) {
      const front = await openFront(served, lab, authority, options);
      opened.use(front.proxy);
      fronts.push(front);
    }
    const served = fronts.flatMap((front) => front.reachable);
    const targets = lab.targets.map((target): Target => {
      const own = served.find(({ service }) => service === target.service);
      if (own === undefined) return target;
      const env = { ...environmentOf(own, served, authority, process.env), ...trustVariables(authority) };
      return { ...target, endpoint: own.endpoint, env };
    });
    const asked = served.filter(({ service }) => lab.reachable.some((one) => one.service === service));
    opened.move();
    return new StrictFront(targets, asked, fronts);
  }

  /** All variables of all targets. */
  get env(): Readonly<Record<string, string>> {
    return Object.assign({}, ...this.targets.map(({ env }) => env));
  }

  /** Forgets all that was seen, where the emulators have been emptied or started again. */
  forget(): void {
    for (const { enforcers } of this.#fronts) for (const enforcer of enforcers) enforcer.forget();
  }

  /** Closes the front; the lab goes on. */
  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#fronts.map(({ proxy }) => proxy[Symbol.asyncDispose]()));
  }
}

interface Front {
  readonly proxy: RecordingProxy;
  readonly enforcers: readonly Enforcer[];
  readonly reachable: readonly Reachable[];
}

async function openFront(
  { upstream, reachable }: Upstreams[number],
  lab: Lab,
  authority: Authority,
  options: StrictOptions,
): Promise<Front> {
  const services = reachable.map(({ service }) => service);
  const host = upstream.host.includes(":") ? `[${upstream.host}]` : upstream.host;
  const origin = `${upstream.tls === undefined ? "http" : "https"}://${host}:${upstream.port}`;
  const enforcers = new Map(
    services.map((service) => [service, enforcerOf(service, origin, lab, services, options)]),
  );
  const port = services.map((service) => options.ports?.[service]).find((one) => one !== undefined);
  const proxy = await RecordingProxy.listen(
    {
      upstream,
      identify: (request) => identify(request, { services }),
      record: () => {},
      redactor: new Redactor(),
      bodyLimit: 0,
      certificateFor: hostCertificates(authority),
      rewriterOf: ({ service, operation }) => {
        const enforcer = services.flatMap((one) => (one === service ? [enforcers.get(one)] : []))[0];
        return operation !== null && enforcer?.concerns(operation) === true ? enforcer : undefined;
      },
      away: ({ service, operation }, { method, headers }, problem) => {
        if (service === null || !isServiceName(service)) return undefined;
        const comesBack = !lab.elsewhere.includes(service);
        const request = { method, headers, operation: operation ?? "" };
        return goneAnswer({ service, name: upstream.name, comesBack, problem }, request);
      },
    },
    { by: { tier: 4 }, ...(port !== undefined && { port }) },
  );
  return {
    proxy,
    enforcers: [...enforcers.values()],
    reachable: reachable.map((one) => atPort(one, proxy.port)),
  };
}

function enforcerOf(
  service: ServiceName,
  origin: string,
  lab: Lab,
  services: readonly ServiceName[],
  options: StrictOptions,
): Enforcer {
  const { contracts, windows, isWarning = false, onEnforced = () => {}, onNote = () => {} } = options;
  // What runs already may hold things that were made before we came.
  const knowsAll = !lab.elsewhere.includes(service);
  return new Enforcer(
    {
      service,
      origin,
      contracts: contracts.filter((contract) => contract.service === service),
      surroundings: { windows, knowsAll },
      isWarning,
      onEnforced,
      onNote,
    },
    ({ method, target, headers }) =>
      identify({ method, url: target, headers: Object.fromEntries(headers) }, { services }).operation ?? "",
  );
}

function atPort(one: Reachable, port: number): Reachable {
  const { protocol, pathname } = new URL(one.endpoint);
  const address = `127.0.0.1:${port}${pathname === "/" ? "" : pathname}`;
  return { ...one, endpoint: `${protocol}//${address}`, plainEndpoint: `http://${address}` };
}
