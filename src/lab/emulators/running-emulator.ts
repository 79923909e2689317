import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { ServiceName } from "../../clouds/index.ts";
import { TouchstoneError } from "../../model/index.ts";
import { type Authority, TwoProtocolFront } from "../../wire/index.ts";
import { freePorts, isFree } from "../ports.ts";
import { GuardedProcess, type ProcessEnd } from "../process/guarded-process.ts";
import { answers } from "./answers.ts";
import type { EmulatorDefinition, InstalledPackage } from "./definition.ts";
import type { LabEvent } from "./events.ts";

/** What a running emulator is made from. */
export interface EmulatorOptions {
  readonly definition: EmulatorDefinition;
  readonly installed: InstalledPackage;
  readonly authority: Authority;
  /** Fixed ports by service; the others get free ones. */
  readonly ports: Partial<Readonly<Record<ServiceName, number>>>;
  readonly onEvent: (event: LabEvent) => void;
}

const startTimeout = 60_000;
const startAttempts = 3;
const crashesInARow = 5;

/**
 * An emulator in its own process, on ports that stay the same for its whole life: it is started again when it
 * crashes, emptied by {@link reset}, and gone with everything it spawned after disposal or our own death.
 */
export class RunningEmulator implements AsyncDisposable {
  readonly definition: EmulatorDefinition;
  readonly installed: InstalledPackage;
  readonly #options: EmulatorOptions;
  readonly #home: string;
  /** What clients are told, a port a service. */
  #publicPorts: readonly number[] = [];
  /** What the emulator itself listens on; the same ones unless a front stands before it. */
  #ownPorts: readonly number[] = [];
  #fronts: readonly TwoProtocolFront[] = [];
  #process: GuardedProcess | undefined;
  #stopping = false;
  #recovery: Promise<void> = Promise.resolve();

  private constructor(options: EmulatorOptions, home: string) {
    this.#options = options;
    this.definition = options.definition;
    this.installed = options.installed;
    this.#home = home;
  }

  /** Starts one; where a free port was lost to somebody else in the meantime, on others. */
  static async start(options: EmulatorOptions): Promise<RunningEmulator> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await RunningEmulator.#startOnce(options);
      } catch (error) {
        const fixed = Object.keys(options.ports).length > 0;
        if (fixed || attempt === startAttempts || !isPortInUse(error)) throw error;
      }
    }
  }

  static async #startOnce(options: EmulatorOptions): Promise<RunningEmulator> {
    const home = await mkdtemp(join(tmpdir(), `touchstone-${options.definition.name}-`));
    const emulator = new RunningEmulator(options, home);
    try {
      await emulator.#writeTls();
      await emulator.#choosePorts();
      await emulator.#launch();
      await emulator.#raiseFronts();
      return emulator;
    } catch (error) {
      await emulator[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** The port on which a service is reached; HTTPS emulators speak HTTP there as well. */
  port(service: ServiceName): number | undefined {
    return this.#publicPorts[this.definition.services.indexOf(service)];
  }

  /** The id of its process group. */
  get pid(): number | undefined {
    return this.#process?.pid;
  }

  /** Settles when the emulator answers (again), after a crash too. */
  async ready(): Promise<void> {
    await this.#recovery;
    await this.#untilAnswering();
  }

  /** Empties it: the same ports, nothing in it. */
  async reset(): Promise<void> {
    await this.#recovery;
    const old = this.#process;
    this.#process = undefined;
    await old?.[Symbol.asyncDispose]();
    await this.#launch();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopping = true;
    await Promise.all(this.#fronts.map((front) => front[Symbol.asyncDispose]()));
    await this.#process?.[Symbol.asyncDispose]();
    await this.#recovery.catch(() => {});
    await this.#process?.[Symbol.asyncDispose]();
    await rm(this.#home, { recursive: true, force: true, maxRetries: 3 });
  }

  get #tls(): { certificateFile: string; keyFile: string } {
    return { certificateFile: join(this.#home, "certificate.pem"), keyFile: join(this.#home, "key.pem") };
  }

  async #writeTls(): Promise<void> {
    if (!this.definition.https) return;
    const { certificate, key } = this.#options.authority.certify(["127.0.0.1", "localhost", "::1"]);
    await writeFile(this.#tls.certificateFile, certificate);
    await writeFile(this.#tls.keyFile, key, { mode: 0o600 });
  }

  async #choosePorts(): Promise<void> {
    const { services, https } = this.definition;
    const free = await freePorts(services.length * 2);
    this.#publicPorts = services.map((service, index) => this.#options.ports[service] ?? free[index] ?? 0);
    this.#ownPorts = https ? free.slice(services.length) : this.#publicPorts;
    for (const [index, port] of this.#publicPorts.entries()) {
      if (await isFree(port)) continue;
      throw new TouchstoneError("TS_PORT_IN_USE", `port ${port}, asked for ${services[index]}, is in use`, {
        hint: "Stop what listens there, choose another port, or leave the port out to get a free one.",
      });
    }
  }

  async #raiseFronts(): Promise<void> {
    if (!this.definition.https) return;
    const { certificateFile } = this.#options.authority;
    this.#fronts = await Promise.all(
      this.#publicPorts.map((port, index) =>
        TwoProtocolFront.listen(port, { port: this.#ownPorts[index] ?? 0, authorityFile: certificateFile }),
      ),
    );
  }

  async #launch(): Promise<void> {
    const dataFolder = join(this.#home, "data");
    await rm(dataFolder, { recursive: true, force: true, maxRetries: 3 });
    await mkdir(dataFolder);
    const { command, args, env } = this.definition.launch({
      installed: this.installed,
      dataFolder,
      ports: this.#ownPorts,
      tls: this.#tls,
    });
    const child = new GuardedProcess({
      command,
      args,
      folder: this.#home,
      env: { ...cleanEnvironment(), ...env },
    });
    this.#process = child;
    void child.ended.then((end) => this.#ended(child, end));
    await this.#untilAnswering();
  }

  /** Waits until every port answers; a process that ends first is an error that shows its last words. */
  async #untilAnswering(): Promise<void> {
    const child = this.#process;
    const limit = AbortSignal.timeout(startTimeout);
    const stop = new AbortController();
    const up = this.#ownPorts.map((port) =>
      answers(
        `${this.definition.https ? "https" : "http"}://127.0.0.1:${port}/`,
        AbortSignal.any([limit, stop.signal]),
      ),
    );
    const outcome = await Promise.race([Promise.all(up).then((all) => all.every(Boolean)), child?.ended]);
    stop.abort();
    if (outcome === true) return;
    if (this.#stopping || child !== this.#process) return;
    throw startError(this.definition.name, child?.lastLines ?? [], outcome === false ? undefined : outcome);
  }

  #ended(child: GuardedProcess, end: ProcessEnd): void {
    if (this.#stopping || child !== this.#process) return;
    this.#recovery = this.#recover(end, child.lastLines);
  }

  async #recover(end: ProcessEnd, lastLines: readonly string[]): Promise<void> {
    const { name } = this.definition;
    const { onEvent } = this.#options;
    onEvent({ type: "crashed", emulator: name, end, lastLines });
    for (let attempt = 1; attempt <= crashesInARow && !this.#stopping; attempt++) {
      try {
        this.#process = undefined;
        await this.#launch();
        onEvent({ type: "restarted", emulator: name });
        return;
      } catch {
        await delay(200 * attempt);
      }
    }
    if (!this.#stopping) onEvent({ type: "lost", emulator: name });
  }
}

function isPortInUse(error: unknown): boolean {
  const { code } = error as { code?: string };
  return code === "TS_PORT_IN_USE" || code === "EADDRINUSE";
}

/** Our own variables, without what would change the emulator behind our back. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const { NODE_OPTIONS: _options, AZURITE_ACCOUNTS: _accounts, ...rest } = process.env;
  return rest;
}

function startError(
  name: string,
  lastLines: readonly string[],
  end: ProcessEnd | undefined,
): TouchstoneError {
  const words = lastLines.slice(-8).join("\n");
  if (/EADDRINUSE|Address already in use/i.test(words)) {
    return new TouchstoneError("TS_PORT_IN_USE", `${name} found its port in use`, { hint: words });
  }
  const how =
    end === undefined
      ? `gave no answer within ${startTimeout / 1000} s`
      : `ended ${describeEnd(end)} while starting`;
  return new TouchstoneError("TS_EMULATOR_START", `${name} ${how}`, {
    hint:
      words === ""
        ? "It said nothing. `touchstone doctor` checks what it needs."
        : `Its last words:\n${words}`,
  });
}

/** `with code 1`, `by SIGKILL`, or why it could not start. */
export function describeEnd({ code, signal, error }: ProcessEnd): string {
  if (error !== undefined) return `at once (${error})`;
  return signal === null ? `with code ${code}` : `by ${signal}`;
}
