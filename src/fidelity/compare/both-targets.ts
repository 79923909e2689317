import type { ServiceName } from "../../clouds/index.ts";
import type { LabEvent, ServiceTarget } from "../../lab/index.ts";
import { allEnded } from "../all-ended.ts";
import type { Recording } from "../replay/recording.ts";
import { ReplayTarget, type TargetOptions } from "../replay/replay-target.ts";
import type { RecordingResult } from "../replay/result.ts";
import { CrashCounter } from "../sides/behind.ts";
import type { OnBoth } from "./changed-tests.ts";
import type { Which } from "./compared-findings.ts";
import type { CompareResult } from "./result.ts";

/** What recordings are performed on. */
interface Target extends AsyncDisposable {
  perform(recording: Recording): Promise<RecordingResult>;
  label(service: ServiceName): string;
}

/** A target, and how often it has died. */
export interface WatchedTarget {
  readonly target: Target;
  readonly crashes: Pick<CrashCounter, "count">;
}

/** What came of a recording. */
export interface Replayed {
  readonly result: RecordingResult;
  /** The emulator's process ended meanwhile. */
  readonly died: boolean;
}

/** The two, side by side. */
export class BothTargets implements AsyncDisposable {
  readonly #targets: Readonly<Record<Which, WatchedTarget>>;

  constructor(a: WatchedTarget, b: WatchedTarget) {
    this.#targets = { a, b };
  }

  static async open(
    a: readonly ServiceTarget[],
    b: readonly ServiceTarget[],
    options: TargetOptions,
  ): Promise<BothTargets> {
    const first = await watched(a, options);
    try {
      return new BothTargets(first, await watched(b, options));
    } catch (error) {
      await first.target[Symbol.asyncDispose]();
      throw error;
    }
  }

  async performOnBoth(recording: Recording): Promise<OnBoth> {
    const [a, b] = await allEnded([this.perform(recording, "a"), this.perform(recording, "b")]);
    return { a: a.result, b: b.result };
  }

  readonly perform = async (recording: Recording, on: Which): Promise<Replayed> => {
    const { target, crashes } = this.#targets[on];
    const before = crashes.count;
    const result = await target.perform(recording);
    return { result, died: crashes.count > before };
  };

  labels(services: ReadonlySet<ServiceName>): Pick<CompareResult, Which> {
    const of = ({ target }: WatchedTarget) =>
      Object.fromEntries([...services].map((service) => [service, target.label(service)]));
    return { a: of(this.#targets.a), b: of(this.#targets.b) };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const { a, b } = this.#targets;
    await allEnded([a, b].map(({ target }) => target[Symbol.asyncDispose]()));
  }
}

async function watched(on: readonly ServiceTarget[], options: TargetOptions): Promise<WatchedTarget> {
  const crashes = new CrashCounter();
  const onEvent = (event: LabEvent) => {
    crashes.note(event);
    options.onEvent?.(event);
  };
  return { target: await ReplayTarget.open(on, { ...options, keepsSteps: true, onEvent }), crashes };
}
