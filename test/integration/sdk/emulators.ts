import { type Caller, identify, type ServiceName } from "../../../src/clouds/index.ts";
import { Lab, parseServiceTargets } from "../../../src/lab/index.ts";
import { type Exchange, RecordingProxy, Redactor } from "../../../src/wire/index.ts";

/** An emulator's service, and what was sent to it. */
export interface Recorded extends AsyncDisposable {
  readonly service: ServiceName;
  /** Of the proxy that records. */
  readonly endpoint: string;
  readonly owner: Extract<Caller, { as: "owner" }>;
  /** The exchanges since the last time, and the emulator up again if the last one was too much for it. */
  readonly taken: () => Promise<readonly Omit<Exchange, "id">[]>;
}

const emulatorOf: Readonly<Record<ServiceName, string>> = {
  "azure-blob": "azurite",
  "azure-queue": "azurite",
  "azure-table": "azurite",
  s3: "s3rver",
  dynamodb: "dynalite",
};

/** Starts what serves these services, with a recording proxy before each. */
export async function startRecorded(services: readonly ServiceName[]): Promise<{
  readonly recorded: (service: ServiceName) => Recorded;
  readonly stop: () => Promise<void>;
}> {
  const wanted = services.flatMap((service) =>
    parseServiceTargets(`${service}=${emulatorOf[service]}`, () => undefined),
  );
  const lab = await Lab.start(wanted, { cwd: process.cwd() });
  const all = new Map(
    await Promise.all(services.map(async (service) => [service, await record(lab, service)] as const)),
  );
  return {
    recorded(service) {
      const found = all.get(service);
      if (found === undefined) throw new Error(`${service} was not started`);
      return found;
    },
    async stop() {
      await Promise.all([...all.values()].map((each) => each[Symbol.asyncDispose]()));
      await lab[Symbol.asyncDispose]();
    },
  };
}

async function record(lab: Lab, service: ServiceName): Promise<Recorded> {
  const there = lab.reachable.find((each) => each.service === service);
  if (there?.credentials === undefined) throw new Error(`${service} has no credentials`);
  const { hostname: host, port, pathname } = new URL(there.plainEndpoint ?? there.endpoint);
  let exchanges: Omit<Exchange, "id">[] = [];
  const proxy = await RecordingProxy.listen(
    {
      upstream: { name: service, host, port: Number(port) },
      identify: (request) => identify(request, { services: [service] }),
      record: (exchange) => exchanges.push(exchange),
      redactor: new Redactor(),
    },
    { by: { tier: 4 } },
  );
  return {
    service,
    endpoint: `http://127.0.0.1:${proxy.port}${pathname.replace(/\/$/, "")}`,
    owner: { as: "owner", ...there.credentials },
    async taken() {
      await lab.ready();
      const those = exchanges;
      exchanges = [];
      return those;
    },
    [Symbol.asyncDispose]: () => proxy[Symbol.asyncDispose](),
  };
}
