import { allContracts, type ServiceName } from "../../clouds/index.ts";
import {
  cloudLabel,
  Lab,
  type LabEvent,
  type ServiceTarget,
  StrictFront,
  type StrictOptions,
} from "../../lab/index.ts";
import type { Contract } from "../../model/index.ts";
import { type Claims, claimsOf, noClaims } from "../findings/claims.ts";
import { CrashCounter, guardOf, requireLife } from "../sides/behind.ts";
import { targetLabel } from "../sides/target-label.ts";
import { Watchdog } from "../sides/watchdog.ts";
import { CleanState } from "./clean-state.ts";
import { CloudLink, type ReplayCloud } from "./cloud-link.ts";
import { OthersThings } from "./others-things.ts";
import type { Recording } from "./recording.ts";
import { replayRecording } from "./replay-recording.ts";
import type { RecordingResult } from "./result.ts";
import { TargetLink } from "./target-link.ts";
import { unlessAborted } from "./unless-aborted.ts";

/** How a target is opened. */
export interface TargetOptions {
  readonly cwd: string;
  readonly allowHosts?: readonly string[];
  readonly onEvent?: (event: LabEvent) => void;
  readonly signal?: AbortSignal;
  /** The target answers behind these contracts. */
  readonly strict?: StrictOptions;
  /** Accounts of the cloud, instead of what could be started. */
  readonly cloud?: ReplayCloud;
  /** Told of what a recording has left behind, where nothing can begin anew. */
  readonly onLeft?: (left: readonly string[]) => void;
  /** Those that discrepancies may cite; all that are known otherwise. */
  readonly contracts?: readonly Contract[];
  /** Whether results keep what exchanges say about behaviour. */
  readonly keepsSteps?: boolean;
  /** Milliseconds for which what runs already may answer nothing before it is lost. */
  readonly silence?: number;
}

/** What stands before a target, and watches it. */
interface Guards {
  readonly front: StrictFront | undefined;
  readonly watchdog: Watchdog | undefined;
  readonly crashes: CrashCounter;
}

/** What recordings are performed on, each on clean state; it is left as it was found. */
export class ReplayTarget implements AsyncDisposable {
  readonly #lab: Lab;
  readonly #front: StrictFront | undefined;
  readonly #watchdog: Watchdog | undefined;
  readonly #crashes: CrashCounter;
  readonly #link: TargetLink;
  readonly #state: CleanState;
  readonly #options: TargetOptions;
  /** Aborts when what runs here has died for good. */
  readonly #lost = new AbortController();
  /** The same, and when whoever asks gives up. */
  readonly #over: AbortSignal;

  private constructor(lab: Lab, { front, watchdog, crashes }: Guards, options: TargetOptions) {
    this.#lab = lab;
    this.#crashes = crashes;
    this.#front = front;
    this.#watchdog = watchdog;
    this.#options = options;
    const { cloud, onLeft = () => {}, signal } = options;
    lab.lost.catch((error: unknown) => this.#lost.abort(error));
    this.#over = signal === undefined ? this.#lost.signal : AbortSignal.any([signal, this.#lost.signal]);
    this.#link =
      cloud === undefined
        ? new TargetLink(
            {
              reachable: front?.reachable ?? lab.reachable,
              allowHosts: lab.allowHosts,
              elsewhere: lab.elsewhere,
            },
            watchdog,
          )
        : new CloudLink(cloud, lab.allowHosts);
    const isOurs = cloud !== undefined || lab.elsewhere.length === 0;
    this.#state = new CleanState(
      cloud === undefined ? () => lab.reset() : async (left) => onLeft(left),
      this.#link,
      isOurs ? undefined : new OthersThings(this.#link),
    );
  }

  static async open(on: readonly ServiceTarget[], options: TargetOptions): Promise<ReplayTarget> {
    const { cwd, onEvent, allowHosts, signal, strict } = options;
    const crashes = new CrashCounter();
    let front: StrictFront | undefined;
    await using opened = new AsyncDisposableStack();
    const lab = opened.use(
      await Lab.start(on, {
        cwd,
        onEvent(event) {
          crashes.note(event);
          if (event.type === "restarted") front?.forget();
          onEvent?.(event);
        },
        ...(allowHosts !== undefined && { allowHosts }),
        ...(signal !== undefined && { signal }),
      }),
    );
    if (strict !== undefined) front = opened.use(await StrictFront.open(lab, strict));
    const guarded = guardOf(lab, {
      endpoints: lab.reachable.map(({ endpoint, plainEndpoint = endpoint }) => plainEndpoint),
      crashes,
      front,
      ...(onEvent !== undefined && { onEvent }),
    });
    const watchdog = opened.use(guarded && new Watchdog(guarded));
    const target = new ReplayTarget(lab, { front, watchdog, crashes }, options);
    opened.move();
    return target;
  }

  /** What answers for a service: `azurite 3.37.0`. */
  readonly label = (service: ServiceName): string => {
    if (this.#options.cloud !== undefined) return cloudLabel;
    const target = this.#lab.targets.find((one) => one.service === service);
    const version = target?.version ?? null;
    const own = version === null ? azuriteIn(this.#link.servers) : undefined;
    const name = own ?? targetLabel(target);
    const isStrict = this.#front !== undefined && this.#options.strict?.isWarning !== true;
    return isStrict ? `${name}, strict` : name;
  };

  /** What the documents say that came with what answers for a service. */
  readonly claims = (service: ServiceName): Claims => {
    const { emulator = "" } = this.#lab.targets.find((one) => one.service === service) ?? {};
    const folder = this.#lab.packages.get(emulator);
    return folder === undefined ? noClaims : claimsOf(service, folder);
  };

  /** A text without the keys that requests are signed with here. */
  readonly redact = (text: string, isCut?: boolean): string => this.#link.redact(text, isCut);

  /** Bytes that are no text without the same keys. */
  readonly redactBytes = (bytes: Buffer): Buffer => this.#link.redactBytes(bytes);

  /** Performs a recording from its first exchange to its last. */
  readonly perform = async (recording: Recording): Promise<RecordingResult> => {
    const { contracts = allContracts, keepsSteps = false } = this.#options;
    const stage = {
      link: this.#link,
      state: this.#state,
      contracts,
      keepsSteps,
      isShared: this.#options.cloud !== undefined,
      recovered: () => this.#recovered(),
      crashes: () => this.#crashes.count,
      signal: this.#over,
    };
    this.#link.begin();
    const lost = this.#lost.signal;
    const performed = await unlessAborted(() => replayRecording(recording, stage), lost).catch(
      async (error: unknown) => {
        // Why it was broken off matters more than what else goes wrong then; what is left is told all the same.
        if (!lost.aborted) await this.#state.restore().catch(() => {});
        throw error;
      },
    );
    await this.#state.restore();
    this.#front?.forget();
    return performed;
  };

  async [Symbol.asyncDispose](): Promise<void> {
    await using closing = new AsyncDisposableStack();
    closing.use(this.#lab);
    closing.use(this.#front);
    closing.use(this.#link);
    closing.use(this.#watchdog);
  }

  /** A process that has died may not have been noticed yet. */
  async #recovered(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, 200));
    await this.#lab.ready();
    const { reachable, elsewhere } = this.#lab;
    const others = reachable.filter(({ service }) => elsewhere.includes(service));
    await Promise.all(others.map(({ endpoint }) => requireLife(endpoint, this.#options.silence)));
  }
}

/** Azurite tells its version in each answer: `Azurite-Blob/3.36.0`. */
function azuriteIn(servers: ReadonlySet<string>): string | undefined {
  const versions = new Set([...servers].map((server) => /^Azurite-\w+\/(\d\S*)$/.exec(server)?.[1]));
  const [version] = versions;
  return version !== undefined && versions.size === 1 ? `azurite ${version}` : undefined;
}
