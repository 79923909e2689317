import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { GuardedProcess } from "../process/guarded-process.ts";
import type { Launch } from "./definition.ts";
import { held } from "./held.ts";

export interface LauncherOptions {
  /** The folder that all processes work in; each has one for its data below it. */
  readonly home: string;
  readonly launch: (dataFolder: string) => Launch;
  /** Once a process had to be started again, the next one waits already while it runs, if it can. */
  readonly hasSpare: boolean;
}

/** A process, and what is its alone. */
interface Launched {
  readonly child: GuardedProcess;
  readonly dataFolder: string;
}

/** Starts the processes of an emulator, one after the other, each on an empty folder. */
export class Launcher implements AsyncDisposable {
  readonly #options: LauncherOptions;
  #current: Launched | undefined;
  #spare: Promise<Launched | undefined> = Promise.resolve(undefined);
  #served = 0;

  constructor(options: LauncherOptions) {
    this.#options = options;
  }

  /** Ends the process that runs, and begins the next one: the one that has waited, if there is one. */
  async begin(): Promise<{ readonly child: GuardedProcess; readonly isSpare: boolean }> {
    await this.end();
    const spare = await this.#takeSpare();
    this.#current = spare ?? (await this.#launched((launch) => launch));
    return { child: this.#current.child, isSpare: spare !== undefined };
  }

  /** Told when the process that was begun serves: the next one gets ready, up to where it would take the ports. */
  serves(): void {
    this.#served++;
    if (!this.#options.hasSpare || this.#served === 1) return;
    // Where none can be had, the next start takes as long as the first.
    this.#spare = this.#launched(held).catch(() => undefined);
  }

  /** The data of the process that runs; none while there is no such. */
  get dataFolder(): string | undefined {
    return this.#current?.dataFolder;
  }

  async end(): Promise<void> {
    const ended = this.#current;
    this.#current = undefined;
    await endOf(ended);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([this.end(), this.#spare.then(endOf)]);
  }

  /** The one that waits; what has died meanwhile is none. */
  async #takeSpare(): Promise<Launched | undefined> {
    const spare = await this.#spare;
    this.#spare = Promise.resolve(undefined);
    if (spare === undefined || spare.child.isOver) return undefined;
    spare.child.letGo();
    return spare;
  }

  async #launched(as: (launch: Launch) => Launch): Promise<Launched> {
    const { home, launch } = this.#options;
    const dataFolder = await mkdtemp(join(home, "data-"));
    const { command, args, env, isHeld } = as(launch(dataFolder));
    const child = new GuardedProcess({
      command,
      args,
      folder: home,
      env: { ...cleanEnvironment(), ...env },
      ...(isHeld && { isHeld }),
    });
    return { child, dataFolder };
  }
}

/** Nobody waits for its data to go: what of it is left goes with the home. */
async function endOf(launched: Launched | undefined): Promise<void> {
  if (launched === undefined) return;
  await launched.child[Symbol.asyncDispose]();
  rm(launched.dataFolder, { recursive: true, force: true }).catch(() => {});
}

/** Our own variables, without what would change the emulator behind our back. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const { NODE_OPTIONS: _options, AZURITE_ACCOUNTS: _accounts, ...rest } = process.env;
  return rest;
}
