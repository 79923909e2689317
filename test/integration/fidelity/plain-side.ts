import { setTimeout as pause } from "node:timers/promises";
import {
  type Caller,
  type CallResult,
  clientsFor,
  probe,
  type ServiceName,
  sasCaller,
} from "../../../src/clouds/index.ts";
import type { Side } from "../../../src/fidelity/sides/side.ts";
import { Lab, parseServiceTargets } from "../../../src/lab/index.ts";

/** The services of some emulators, each a side. */
export interface PlainSides extends AsyncDisposable {
  /** The side, or the same behind another address. */
  side(service: ServiceName, origin?: string): Promise<Side>;
  /** Where the service answers, without the account. */
  origin(service: ServiceName): string;
}

/** Starts emulators, each for all of its services: `azurite s3rver`. */
export async function startSides(targets: string): Promise<PlainSides> {
  const watch = { crashes: 0 };
  const wanted = targets.split(" ").flatMap((target) => parseServiceTargets(target, () => undefined));
  const lab = await Lab.start(wanted, {
    cwd: process.cwd(),
    onEvent: ({ type }) => {
      if (type === "crashed") watch.crashes++;
    },
  });
  const opened: Disposable[] = [];
  /** How often a process had died when calls were made. */
  const before = new WeakMap<CallResult, number>();
  const there = (service: ServiceName) => {
    const found = lab.reachable.find((one) => one.service === service);
    if (found?.credentials === undefined) throw new Error(`${service} was not started`);
    return { credentials: found.credentials, address: new URL(found.plainEndpoint ?? found.endpoint) };
  };
  return {
    origin: (service) => there(service).address.origin,
    async side(service, origin) {
      const { credentials, address } = there(service);
      const endpoint = `${origin ?? address.origin}${address.pathname.replace(/\/$/, "")}`;
      const callers: Record<string, Caller> = {
        owner: { as: "owner", ...credentials },
        anonymous: { as: "anonymous" },
      };
      const open = Object.entries(callers).map(
        async ([name, caller]) =>
          [name, await clientsFor(service, { endpoint, caller, patience: 5_000 })] as const,
      );
      const clients = new Map(await Promise.all(open));
      opened.push(...clients.values());
      const of = (caller: string) => {
        const found = clients.get(caller);
        if (found === undefined) throw new Error(`nobody calls as ${caller} here`);
        return found;
      };
      return {
        service,
        kind: "emulator",
        label: `${service} at ${endpoint}`,
        endpoint,
        origin: endpoint,
        leftovers: [],
        heldOthers: false,
        redact: (text) => text,
        isOurs: true,
        spent: undefined,
        readSas: service.startsWith("azure-") ? readSasOf(service, credentials) : "",
        get crashes() {
          return watch.crashes;
        },
        get losses() {
          return watch.crashes;
        },
        lastWords: [],
        unanswered: [],
        open: () => ({
          refusal: async () => undefined,
          async call(caller, operation, input, options) {
            const { crashes } = watch;
            const result = await of(caller).call(operation, input, options);
            const told = watch.crashes > crashes ? unlessAtOnce(result) : result;
            before.set(told, crashes);
            return told;
          },
          probe: (scope) => probe(of("owner"), scope),
          async [Symbol.asyncDispose]() {},
        }),
        async ready() {},
        async atRest() {},
        isAsNew: true,
        async asNew() {},
        reset: () => lab.reset(),
        async recover(failed) {
          const crashes = (failed && before.get(failed)) ?? watch.crashes;
          // A connection may break before its process is known to be gone.
          for (let look = 0; look < 40 && watch.crashes === crashes; look++) await pause(25);
          await lab.ready();
          return watch.crashes === crashes ? "alive" : "died";
        },
        breakOff() {},
        async [Symbol.asyncDispose]() {},
      };
    },
    async [Symbol.asyncDispose]() {
      for (const clients of opened) clients[Symbol.dispose]();
      await lab[Symbol.asyncDispose]();
    },
  };
}

/** Where a process has died, the SDK may have asked the next one. */
function unlessAtOnce(result: CallResult): CallResult {
  if (result.kind !== "answered" || result.attempts === 1) return result;
  return { kind: "failed", via: result.via, message: "its process ended", attempts: result.attempts };
}

function readSasOf(service: ServiceName, credentials: { id: string; secret: string }): string {
  if (service !== "azure-blob" && service !== "azure-queue" && service !== "azure-table") return "";
  const expires = new Date(Date.now() + 3_600_000);
  const caller = sasCaller(service, credentials, { permissions: "r", expires });
  return caller.as === "sas" ? caller.sas : "";
}
