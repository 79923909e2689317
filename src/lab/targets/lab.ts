import type { ServiceName } from "../../clouds/index.ts";
import { TouchstoneError } from "../../model/index.ts";
import { type Authority, localAuthority } from "../../wire/index.ts";
import { cacheFolder, unusableCache } from "../cache.ts";
import type { EmulatorDefinition } from "../emulators/definition.ts";
import type { LabEvent } from "../emulators/events.ts";
import { requireJava } from "../emulators/java.ts";
import { emulatorNamed } from "../emulators/known.ts";
import { findPackage } from "../emulators/package.ts";
import { RunningEmulator } from "../emulators/running-emulator.ts";
import { environmentOf, type Reachable } from "./environment.ts";
import { reachByUrl, requireAllowedHost, requireAnswer } from "./running-already.ts";
import type { ServiceTarget, TargetSpec } from "./target-spec.ts";

/** A target that answers: where, and with which variables programs find it. */
export interface Target {
  readonly service: ServiceName;
  /** `azurite`, or `url` for what runs already. */
  readonly emulator: string;
  /** `null` where nobody told us. */
  readonly version: string | null;
  /** Includes the account's path for Azure. */
  readonly endpoint: string;
  readonly env: Readonly<Record<string, string>>;
}

/** How a lab is started. */
export interface LabOptions {
  readonly cwd: string;
  readonly onEvent?: (event: LabEvent) => void;
  readonly ports?: Partial<Readonly<Record<ServiceName, number>>>;
  /** What is made is usable soon, also where an emulator would take its time on purpose. */
  readonly prompt?: boolean;
  /** Emulators will be emptied often, and may die often: the next process waits while one runs, once that has happened. */
  readonly spares?: boolean;
  /** Emulators keep their data in memory, where there is room. */
  readonly inMemory?: boolean;
  /** Hosts other than this machine that a URL may name. */
  readonly allowHosts?: readonly string[];
  /** Gives up starting, and stops what has been started. */
  readonly signal?: AbortSignal;
}

/**
 * Targets that run together, each emulator once however many services it serves.
 *
 * @example
 * await using lab = await Lab.start([{ service: "s3", target: parseTarget("s3rver") }], { cwd: process.cwd() });
 * lab.targets[0]?.endpoint; // "http://127.0.0.1:40123"
 */
export class Lab implements AsyncDisposable {
  readonly targets: readonly Target[];
  /** Where the services answer, and with which credentials. */
  readonly reachable: readonly Reachable[];
  /** The same of what started emulators serve besides. */
  readonly besides: readonly Reachable[];
  /** Services of targets that ran already: what is in them is somebody's, whatever they are called. */
  readonly elsewhere: readonly ServiceName[];
  /** Hosts other than this machine that requests may go to. */
  readonly allowHosts: readonly string[];
  /** Fails when an emulator has crashed and could not be started again; never settles otherwise. */
  readonly lost: Promise<never>;
  readonly #emulators: readonly RunningEmulator[];

  private constructor(
    targets: readonly Target[],
    { reachable, besides, elsewhere }: Pick<Lab, "reachable" | "besides" | "elsewhere">,
    emulators: readonly RunningEmulator[],
    lost: Promise<never>,
    allowHosts: readonly string[],
  ) {
    this.targets = targets;
    this.reachable = reachable;
    this.besides = besides;
    this.elsewhere = elsewhere;
    this.#emulators = emulators;
    this.lost = lost;
    this.allowHosts = allowHosts;
  }

  static async start(wanted: readonly ServiceTarget[], options: LabOptions): Promise<Lab> {
    requireOneTargetEach(wanted);
    requireOwnPorts(wanted, options.ports ?? {});
    for (const { target } of wanted) requireAllowedHost(target, options.allowHosts ?? []);
    const groups = [...Map.groupBy(wanted, ({ target }) => keyOf(target)).values()];
    const isCertified = wanted.some(({ target }) => canSpeakHttps(target));
    const authority = isCertified ? await authorityInCache() : undefined;
    const { lost, onEvent } = watchForLoss(options.onEvent);
    const started = await startAll(groups, authority, { ...options, onEvent });
    const emulators = started.flatMap(({ emulator }) => emulator ?? []);
    const reachable = started.flatMap((each) => each.reachable);
    const besides = alsoServed(started, reachable);
    const served = [...reachable, ...besides];
    const targets = started.flatMap(({ emulator, runs: [name, version] = [], reachable: own }) =>
      own.map((one) => ({
        service: one.service,
        emulator: emulator?.definition.name ?? name ?? "url",
        version: emulator?.installed.version ?? version ?? null,
        endpoint: one.endpoint,
        env: environmentOf(one, served, authority, process.env),
      })),
    );
    const elsewhere = started
      .filter(({ emulator }) => emulator === undefined)
      .flatMap((each) => each.reachable.map(({ service }) => service));
    return new Lab(targets, { reachable, besides, elsewhere }, emulators, lost, options.allowHosts ?? []);
  }

  /** The authority that certifies what runs here, made in the user's cache the first time. */
  async authority(): Promise<Authority> {
    return authorityInCache();
  }

  /** All variables of all targets. */
  get env(): Readonly<Record<string, string>> {
    return Object.assign({}, ...this.targets.map(({ env }) => env));
  }

  /** Process group ids by emulator. */
  get pids(): ReadonlyMap<string, number | undefined> {
    return new Map(this.#emulators.map((emulator) => [emulator.definition.name, emulator.pid]));
  }

  /** Milliseconds that the process behind an endpoint has computed for; nothing where nobody can tell. */
  computedAt(endpoint: string): number | undefined {
    return this.#behind(endpoint)?.computed;
  }

  /** Removes something at the top of what an endpoint serves without a request; false if that cannot be done. */
  async removeFolderOf(endpoint: string, name: string): Promise<boolean> {
    return (await this.#behind(endpoint)?.removeFolderOf(name)) ?? false;
  }

  /** Something of another host is not ours, though it has the port of something that is. */
  #behind(endpoint: string): RunningEmulator | undefined {
    const { origin } = new URL(endpoint);
    return this.#emulators.find((emulator) =>
      emulator.definition.services.some((service) => originsOf(reach(emulator, service)).includes(origin)),
    );
  }

  /** Where the emulators' packages lie, with the documents that came with them. */
  get packages(): ReadonlyMap<string, string> {
    return new Map(this.#emulators.map(({ definition, installed }) => [definition.name, installed.folder]));
  }

  /** Settles when everything answers, also after a crash. */
  async ready(): Promise<void> {
    await Promise.all(this.#emulators.map((emulator) => emulator.ready()));
  }

  /** Empties every emulator; what runs elsewhere is left alone. */
  async reset(): Promise<void> {
    await Promise.all(this.#emulators.map((emulator) => emulator.reset()));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#emulators.map((emulator) => emulator[Symbol.asyncDispose]()));
  }
}

function watchForLoss(onEvent: LabOptions["onEvent"]): Required<Pick<Lab & LabOptions, "lost" | "onEvent">> {
  const { promise: lost, reject } = Promise.withResolvers<never>();
  // Whoever does not ask is not told.
  lost.catch(() => {});
  return {
    lost,
    onEvent(event) {
      onEvent?.(event);
      if (event.type === "lost") reject(event.error);
    },
  };
}

function requireOneTargetEach(wanted: readonly ServiceTarget[]): void {
  for (const [service, targets] of Map.groupBy(wanted, (one) => one.service)) {
    if (new Set(targets.map(({ target }) => keyOf(target))).size < 2) continue;
    throw new TouchstoneError("TS_TARGET", `${service} is given two targets`, { hint: "Name one of them." });
  }
}

/** A port is one service's, and makes sense only where we start what listens there. */
function requireOwnPorts(wanted: readonly ServiceTarget[], ports: NonNullable<LabOptions["ports"]>): void {
  const chosen = Object.entries(ports);
  for (const [service, port] of chosen) {
    const other = chosen.find(([name, same]) => same === port && name !== service);
    if (other !== undefined) {
      throw new TouchstoneError(
        "TS_PORT_TWICE",
        `port ${port} is asked for by ${service} and by ${other[0]}`,
        {
          hint: "Give each service a port of its own.",
        },
      );
    }
    if (wanted.some((one) => one.service === service && one.target.kind === "url")) {
      throw new TouchstoneError(
        "TS_PORT_UNUSED",
        `${service} runs already, so port ${port} cannot be chosen for it`,
        {
          hint: "Leave the port out, or the URL.",
        },
      );
    }
  }
}

async function authorityInCache(): Promise<Authority> {
  try {
    return await localAuthority(cacheFolder());
  } catch (cause) {
    throw unusableCache(cause);
  }
}

function canSpeakHttps(target: TargetSpec): boolean {
  return target.kind === "emulator" && emulatorNamed(target.emulator)?.https === true;
}

function keyOf(target: TargetSpec): string {
  return target.kind === "url" ? target.url : `${target.emulator}@${target.version ?? ""}`;
}

interface Started {
  readonly emulator?: RunningEmulator;
  /** The name and the version of what runs already, where they are known. */
  readonly runs?: readonly string[];
  readonly reachable: readonly Reachable[];
}

/** Starts side by side; if one fails, the others are stopped before the failure is passed on. */
async function startAll(
  groups: readonly (readonly ServiceTarget[])[],
  authority: Authority | undefined,
  options: LabOptions,
): Promise<Started[]> {
  const outcomes = await Promise.allSettled(groups.map((group) => startGroup(group, authority, options)));
  const failed = outcomes.find((outcome) => outcome.status === "rejected");
  const started = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
  if (failed === undefined) return started;
  await Promise.all(started.flatMap(({ emulator }) => emulator?.[Symbol.asyncDispose]() ?? []));
  throw failed.reason;
}

async function startGroup(
  group: readonly ServiceTarget[],
  authority: Authority | undefined,
  options: LabOptions,
): Promise<Started> {
  const services = [...new Set(group.map(({ service }) => service))];
  const target = group[0]?.target;
  if (target?.kind === "url") {
    if (target.isStartedByTests !== true) await requireAnswer(target.url, services, options.signal);
    return {
      reachable: services.map((service) => reachByUrl(service, target.url)),
      ...(target.runs !== undefined && { runs: target.runs.split(" ") }),
    };
  }
  const definition = emulatorNamed(target?.emulator ?? "");
  if (definition === undefined) throw new TouchstoneError("TS_TARGET", "there is no such emulator");
  const emulator = await startEmulator(definition, target?.version, authority, options);
  return { emulator, reachable: services.map((service) => reach(emulator, service)) };
}

async function startEmulator(
  definition: EmulatorDefinition,
  version: string | undefined,
  authority: Authority | undefined,
  options: LabOptions,
): Promise<RunningEmulator> {
  const { cwd, onEvent = () => {}, signal = new AbortController().signal } = options;
  if (definition.needsJava) await requireJava(definition.name);
  const installed = await findPackage(definition.package, version, {
    cwd,
    signal,
    onInstall: (what, into) => onEvent({ type: "installing", what, into }),
  });
  const names = { emulator: definition.name, version: installed.version };
  onEvent({ type: "starting", ...names });
  const emulator = await RunningEmulator.start({
    definition,
    installed,
    authority: definition.https ? authority : undefined,
    ports: portsOf(definition, options),
    isPrompt: options.prompt === true,
    hasSpare: options.spares === true,
    isInMemory: options.inMemory === true,
    onEvent,
    signal,
  });
  onEvent({
    type: "ready",
    ...names,
    pid: emulator.pid,
    remarks: definition.remarks?.(installed, cwd) ?? [],
  });
  return emulator;
}

function portsOf({ services }: EmulatorDefinition, { ports = {} }: LabOptions): LabOptions["ports"] & object {
  const own = Object.entries(ports).filter(([service]) => (services as readonly string[]).includes(service));
  return Object.fromEntries(own);
}

/** What started emulators serve besides, though nobody asked for it, here or elsewhere. */
function alsoServed(started: readonly Started[], reachable: readonly Reachable[]): Reachable[] {
  const asked = new Set(reachable.map(({ service }) => service));
  return started.flatMap(({ emulator }) =>
    emulator === undefined
      ? []
      : emulator.definition.services
          .filter((service) => !asked.has(service))
          .map((service) => reach(emulator, service)),
  );
}

function reach(emulator: RunningEmulator, service: ServiceName): Reachable {
  const { speaksHttps } = emulator;
  const { credentials, takesAnyKey } = emulator.definition;
  const path = service.startsWith("azure-") ? `/${credentials.id}` : "";
  const address = `127.0.0.1:${emulator.port(service)}${path}`;
  return {
    service,
    credentials,
    ...(takesAnyKey && { takesAnyKey }),
    endpoint: `${speaksHttps ? "https" : "http"}://${address}`,
    ...(speaksHttps && { plainEndpoint: `http://${address}` }),
  };
}

/** Over HTTP too, where it speaks both. */
function originsOf({ endpoint, plainEndpoint = endpoint }: Reachable): string[] {
  return [endpoint, plainEndpoint].map((one) => new URL(one).origin);
}
