import type { ServiceName } from "../../clouds/index.ts";
import type { ServiceTarget } from "../../lab/index.ts";
import { allEnded } from "../all-ended.ts";
import type { Recording } from "../replay/recording.ts";
import { ReplayTarget, type TargetOptions } from "../replay/replay-target.ts";
import type { RecordingResult } from "../replay/result.ts";
import type { OnBoth } from "./changed-tests.ts";
import type { Which } from "./compared-findings.ts";
import type { CompareResult } from "./result.ts";

/** What recordings are performed on. */
export interface Target extends AsyncDisposable {
  perform(recording: Recording): Promise<RecordingResult>;
  label(service: ServiceName): string;
  /** A text without the keys that requests are signed with there. */
  redact(text: string, isCut?: boolean): string;
}

/** The two, side by side. */
export class BothTargets implements AsyncDisposable {
  readonly targets: Readonly<Record<Which, Target>>;

  constructor(a: Target, b: Target) {
    this.targets = { a, b };
  }

  static async open(
    a: readonly ServiceTarget[],
    b: readonly ServiceTarget[],
    options: TargetOptions,
  ): Promise<BothTargets> {
    const first = await ReplayTarget.open(a, { ...options, keepsSteps: true });
    try {
      return new BothTargets(first, await ReplayTarget.open(b, { ...options, keepsSteps: true }));
    } catch (error) {
      await first[Symbol.asyncDispose]();
      throw error;
    }
  }

  async performOnBoth(recording: Recording): Promise<OnBoth> {
    const [a, b] = await allEnded([this.perform(recording, "a"), this.perform(recording, "b")]);
    return { a, b };
  }

  readonly perform = (recording: Recording, on: Which): Promise<RecordingResult> =>
    this.targets[on].perform(recording);

  labels(services: ReadonlySet<ServiceName>): Pick<CompareResult, Which> {
    const of = (target: Target) =>
      Object.fromEntries([...services].map((service) => [service, target.label(service)]));
    return { a: of(this.targets.a), b: of(this.targets.b) };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const { a, b } = this.targets;
    await allEnded([a, b].map((target) => target[Symbol.asyncDispose]()));
  }
}
