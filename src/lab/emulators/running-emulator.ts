import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { ServiceName } from "../../clouds/index.ts";
import type { Authority } from "../../wire/index.ts";
import { freePorts, requirePort } from "../ports.ts";
import { FolderRemover } from "../process/folder-remover.ts";
import { cpuOfGroup } from "../process/group-cpu.ts";
import type { GuardedProcess, ProcessEnd } from "../process/guarded-process.ts";
import { memoryFolder } from "../process/memory-folder.ts";
import { ScratchFolder } from "../process/scratch-folder.ts";
import { answers } from "./answers.ts";
import type { EmulatorDefinition, InstalledPackage } from "./definition.ts";
import type { LabEvent } from "./events.ts";
import { Launcher } from "./launcher.ts";
import { restartAttempts, restartPause } from "./restart-pause.ts";
import { isPortInUse, lostError, startError } from "./start-error.ts";

/** What a running emulator is made from. */
export interface EmulatorOptions {
  readonly definition: EmulatorDefinition;
  readonly installed: InstalledPackage;
  /** Certifies an emulator that can speak HTTPS; without it, it speaks HTTP. */
  readonly authority: Authority | undefined;
  /** Fixed ports by service; the others get free ones. */
  readonly ports: Partial<Readonly<Record<ServiceName, number>>>;
  /** What is made is usable soon, also where the emulator would take its time on purpose. */
  readonly isPrompt: boolean;
  /** It will be emptied often, and may die often: once that has happened, the next process waits while one runs. */
  readonly hasSpare?: boolean;
  /** Its data is kept in memory, where there is room. */
  readonly isInMemory?: boolean;
  readonly onEvent: (event: LabEvent) => void;
  /** Gives up starting. */
  readonly signal: AbortSignal;
}

const startTimeout = 60_000;
/** One that has waited has only to listen. Where it does not, another is started, which may take its time. */
const spareTimeout = 5_000;
const startAttempts = 3;

/** Milliseconds for which a look at what a process has computed holds. */
const lookedFor = 50;

/**
 * An emulator in its own process, on ports that stay the same for its whole life: it is started again when it
 * crashes, emptied by {@link reset}, and gone with everything it spawned after disposal or our own death. What
 * is asked of it happens one after the other.
 */
export class RunningEmulator implements AsyncDisposable {
  readonly definition: EmulatorDefinition;
  readonly installed: InstalledPackage;
  readonly #options: EmulatorOptions;
  readonly #home: ScratchFolder;
  readonly #launcher: Launcher;
  /** A port a service. */
  #ports: readonly number[] = [];
  /** The process that answered when it was started; none while one is being started. */
  #process: GuardedProcess | undefined;
  /** When that was. */
  #answersSince = 0;
  /** Looking takes time, and many look at once. */
  #looked: { readonly pid: number; readonly at: number; readonly computed: number | undefined } | undefined;
  readonly #remover = new FolderRemover();
  readonly #stop = new AbortController();
  #work: Promise<void> = Promise.resolve();

  private constructor(options: EmulatorOptions, home: ScratchFolder) {
    this.#options = options;
    this.definition = options.definition;
    this.installed = options.installed;
    this.#home = home;
    this.#launcher = new Launcher({
      home: home.path,
      launch: (dataFolder) =>
        this.definition.launch({
          installed: this.installed,
          dataFolder,
          ports: this.#ports,
          tls: this.speaksHttps ? this.#tls : undefined,
          isPrompt: options.isPrompt,
        }),
      hasSpare: options.hasSpare === true,
    });
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
    const parent = options.isInMemory === true ? memoryFolder() : undefined;
    const home = new ScratchFolder(parent ?? tmpdir(), `touchstone-${options.definition.name}-`);
    const emulator = new RunningEmulator(options, home);
    try {
      await emulator.#writeTls();
      await emulator.#choosePorts();
      await emulator.#oneAfterTheOther(() => emulator.#launch());
      return emulator;
    } catch (error) {
      await emulator[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** Whether it speaks HTTPS; on the same port, HTTP as well. */
  get speaksHttps(): boolean {
    return this.#options.authority !== undefined;
  }

  /** The port on which a service is reached. */
  port(service: ServiceName): number | undefined {
    return this.#ports[this.definition.services.indexOf(service)];
  }

  /** The id of its process group. */
  get pid(): number | undefined {
    return this.#process?.pid;
  }

  /** Milliseconds that its process has computed for; Java computes by itself, also where nothing is asked. */
  get computed(): number | undefined {
    if (this.pid === undefined || this.definition.needsJava) return undefined;
    const now = performance.now();
    const { pid } = this;
    if (this.#looked?.pid !== pid || now - this.#looked.at > lookedFor)
      this.#looked = { pid, at: now, computed: cpuOfGroup(pid) };
    return this.#looked.computed;
  }

  /** Settles when the emulator answers (again), after a crash too. */
  ready(): Promise<void> {
    return this.#oneAfterTheOther(async () => {
      if (this.#process === undefined) throw lostError(this.definition.name);
    });
  }

  /** Empties it: the same ports, nothing in it. */
  reset(): Promise<void> {
    return this.#oneAfterTheOther(() => this.#launchAgain());
  }

  /** Removes something at the top of a service without asking the process to; false if that cannot be done. */
  async removeFolderOf(name: string): Promise<boolean> {
    const { dataFolder } = this.#launcher;
    const folder = dataFolder && this.definition.folderOf?.(dataFolder, name);
    if (folder === undefined) return false;
    return await this.#remover.remove(folder).then(
      () => true,
      // Something may still be written there; the emulator can be asked.
      () => false,
    );
  }

  /** A port that somebody has taken while nothing listened there is mostly free again soon. */
  async #launchAgain(): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#launch();
      } catch (error) {
        if (attempt === startAttempts || !isPortInUse(error)) throw error;
        await delay(500 * attempt, undefined, { signal: this.#stop.signal });
      }
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await this.#work.catch(() => {});
    this.#process = undefined;
    await using closing = new AsyncDisposableStack();
    closing.use(this.#home);
    closing.use(this.#remover);
    closing.use(this.#launcher);
  }

  #oneAfterTheOther(work: () => Promise<void>): Promise<void> {
    const done = this.#work.catch(() => {}).then(work);
    this.#work = done;
    done.catch(() => {});
    return done;
  }

  get #tls(): { certificateFile: string; keyFile: string } {
    return {
      certificateFile: join(this.#home.path, "certificate.pem"),
      keyFile: join(this.#home.path, "key.pem"),
    };
  }

  async #writeTls(): Promise<void> {
    const { authority } = this.#options;
    if (authority === undefined) return;
    const { certificate, key } = authority.certify(["127.0.0.1", "localhost", "::1"]);
    await writeFile(this.#tls.certificateFile, certificate);
    await writeFile(this.#tls.keyFile, key, { mode: 0o600 });
  }

  async #choosePorts(): Promise<void> {
    const { services } = this.definition;
    const { ports } = this.#options;
    const free = await freePorts(services.length);
    this.#ports = services.map((service, index) => ports[service] ?? free[index] ?? 0);
    for (const service of services) {
      if (ports[service] !== undefined) await requirePort(ports[service], service);
    }
  }

  /** Starts the process anew, on an empty folder; it counts from the moment it answers. */
  async #launch(): Promise<void> {
    await this.#endProcess();
    const signal = AbortSignal.any([this.#stop.signal, this.#options.signal]);
    signal.throwIfAborted();
    const { child, isSpare } = await this.#launcher.begin();
    try {
      await this.#untilAnswering(child, signal, isSpare ? spareTimeout : startTimeout);
    } catch (error) {
      await this.#launcher.end();
      // What has waited for too long, or died just then, is no reason to give up.
      if (isSpare && !signal.aborted) return this.#launch();
      throw error;
    }
    this.#launcher.serves();
    this.#process = child;
    this.#answersSince = performance.now();
    void child.ended.then((end) => this.#oneAfterTheOther(() => this.#recover(child, end)));
  }

  async #endProcess(): Promise<void> {
    this.#process = undefined;
    await this.#launcher.end();
  }

  /** Waits until every port answers; a process that ends first is an error that shows its last words. */
  async #untilAnswering(child: GuardedProcess, signal: AbortSignal, within: number): Promise<void> {
    const over = new AbortController();
    const waiting = AbortSignal.any([signal, over.signal, AbortSignal.timeout(within)]);
    const scheme = this.speaksHttps ? "https" : "http";
    const up = this.#ports.map((port) => answers(`${scheme}://127.0.0.1:${port}/`, waiting));
    const outcome = await Promise.race([Promise.all(up), child.ended, withoutPort(child, waiting)]);
    over.abort();
    signal.throwIfAborted();
    if (!Array.isArray(outcome)) throw startError(this.definition.name, child.lastLines, outcome);
    if (!outcome.every(Boolean)) throw startError(this.definition.name, child.lastLines, undefined);
  }

  /** Starts again what ended though nobody asked it to, unless that fails too often. */
  async #recover(child: GuardedProcess, end: ProcessEnd): Promise<void> {
    if (this.#stop.signal.aborted || child !== this.#process) return;
    const { name } = this.definition;
    const { onEvent } = this.#options;
    const served = performance.now() - this.#answersSince;
    onEvent({ type: "crashed", emulator: name, end, lastLines: child.lastLines });
    let failure: unknown;
    for (let failed = 0; failed < restartAttempts && !this.#stop.signal.aborted; failed++) {
      try {
        await delay(restartPause(failed, served, this.#options.hasSpare), undefined, {
          signal: this.#stop.signal,
        });
        await this.#launch();
        onEvent({ type: "restarted", emulator: name });
        return;
      } catch (error) {
        failure = error;
      }
    }
    if (!this.#stop.signal.aborted)
      onEvent({ type: "lost", emulator: name, error: lostError(name, failure) });
  }
}

/** Some say that their port is in use, and go on living. */
async function withoutPort(child: GuardedProcess, waiting: AbortSignal): Promise<boolean[]> {
  while (!waiting.aborted && !child.lastLines.some((line) => line.includes("EADDRINUSE"))) {
    await delay(200, undefined, { signal: waiting }).catch(() => {});
  }
  return [false];
}
