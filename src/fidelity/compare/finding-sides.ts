import type { ServiceName } from "../../clouds/index.ts";
import type { Config } from "../../lab/config/index.ts";
import { isCloudReference, type LabEvent, type ServiceTarget } from "../../lab/index.ts";
import { TouchstoneError } from "../../model/index.ts";
import { allEnded } from "../all-ended.ts";
import type { Finding } from "../findings/finding.ts";
import { targetOf } from "../repro/find-finding.ts";
import { ReproNames } from "../repro/repro-names.ts";
import { isToldAlone, reproduce } from "../repro/reproduce.ts";
import { openSide } from "../sides/open-side.ts";
import type { Side } from "../sides/side.ts";
import type { PerformFinding, Which } from "./compared-findings.ts";

export interface FindingSidesOptions {
  readonly cwd: string;
  readonly config: Config;
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: LabEvent) => void;
}

/** Of one finding, and nothing that keeps others from being compared: a target may also serve something else than one service. */
const unperformable: ReadonlySet<string> = new Set([
  "TS_NOT_PERFORMED",
  "TS_BUDGET_SPENT",
  "TS_TARGET_USELESS",
]);

/** Performs findings that consist of calls. Each target is opened once for each service, when it is first needed. */
export class FindingSides implements AsyncDisposable {
  readonly #targets: Readonly<Record<Which, readonly ServiceTarget[]>>;
  readonly #options: FindingSidesOptions;
  readonly #opened = new Map<string, Promise<Side>>();
  readonly #names = new ReproNames();
  /** What was told already: references that cannot be had, and why findings are left out. */
  readonly #told = new Set<string>();

  constructor(
    a: readonly ServiceTarget[],
    b: readonly ServiceTarget[],
    { cwd, config, signal, onEvent }: FindingSidesOptions,
  ) {
    this.#targets = { a, b };
    this.#options = {
      cwd,
      config,
      ...(signal !== undefined && { signal }),
      ...(onEvent !== undefined && { onEvent }),
    };
  }

  /** Whether the emulator's answer shows again; `undefined` where that cannot be told. */
  readonly perform: PerformFinding = async (finding, on) => {
    const { service } = finding;
    const target = this.#targets[on].find((one) => one.service === service)?.target;
    const reference = isToldAlone(finding) ? undefined : await this.#reference(finding);
    if (target === undefined || (reference === undefined && !isToldAlone(finding))) return undefined;
    const side = await this.#side(`${on} ${service}`, service, { named: nameOf(target) });
    try {
      const { verdict } = await reproduce(finding, side, {
        names: this.#names,
        ...(reference !== undefined && { reference: async () => reference }),
      });
      return verdict === "emulator";
    } catch (error) {
      if (!(error instanceof TouchstoneError) || !unperformable.has(error.code)) throw error;
      this.#tellOnce(error.message, `${finding.id} is left out: ${error.message}`);
      return undefined;
    }
  };

  /** A cloud is not asked on the way, and what cannot be had any more is none. */
  async #reference({ service, reference: { label } }: Finding): Promise<Side | undefined> {
    if (isCloudReference(label)) return undefined;
    try {
      return await this.#side(`${label} ${service}`, service, targetOf(label));
    } catch (error) {
      this.#options.signal?.throwIfAborted();
      if (!(error instanceof TouchstoneError)) throw error;
      this.#tellOnce(label, `${label} cannot be had as a reference: ${error.message}`);
      return undefined;
    }
  }

  #tellOnce(key: string, text: string): void {
    if (this.#told.has(key)) return;
    this.#told.add(key);
    this.#options.onEvent?.({ type: "note", text });
  }

  #side(key: string, service: ServiceName, { named, behind }: ReturnType<typeof targetOf>): Promise<Side> {
    const known = this.#opened.get(key);
    if (known !== undefined) return known;
    const opening = Promise.try(openSide, service, named, {
      ...this.#options,
      ...(behind !== undefined && { behind }),
    });
    this.#opened.set(key, opening);
    return opening;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const opened = await Promise.allSettled(this.#opened.values());
    const sides = opened.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
    await allEnded(sides.map((side) => side[Symbol.asyncDispose]()));
  }
}

function nameOf(target: ServiceTarget["target"]): string {
  if (target.kind === "url") return target.url;
  return target.version === undefined ? target.emulator : `${target.emulator}@${target.version}`;
}
