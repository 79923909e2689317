import type { ServiceName } from "../../clouds/index.ts";
import type { Config } from "../../lab/config/index.ts";
import type { ServiceTarget } from "../../lab/index.ts";
import type { Finding } from "../findings/finding.ts";
import { isForOthers } from "../replay/clean-state.ts";
import { namedRequest } from "../replay/recorded-request.ts";
import type { RecordedExchange, Recording } from "../replay/recording.ts";
import type { TargetOptions } from "../replay/replay-target.ts";
import { BothTargets } from "./both-targets.ts";
import { changedTests, type OnBoth, placesByTest } from "./changed-tests.ts";
import { commonServices, requireAsked } from "./common-services.ts";
import { comparedFindings, eachOnce } from "./compared-findings.ts";
import { FindingSides } from "./finding-sides.ts";
import { type ListedEntry, lapsingEntries } from "./lapsing.ts";
import { redactedTest } from "./redacted-changes.ts";
import { replayedFinding } from "./replayed-finding.ts";
import type { ChangedTest, CompareResult } from "./result.ts";

export interface CompareOptions extends Pick<TargetOptions, "cwd" | "onEvent" | "signal"> {
  readonly config: Config;
  /** The catalogue's: those of services that both targets have are performed on both. */
  readonly findings?: readonly Finding[];
  /** Those of the safe list. */
  readonly entries?: readonly ListedEntry[];
  /** Told after each recording. */
  readonly onRecording?: (name: string) => void;
  /** Told after each finding. */
  readonly onFinding?: (id: string) => void;
}

/**
 * Performs recordings and findings on two targets, and tells what the second changes for those who have the first: tests
 * that are answered otherwise, findings that went away or appeared, and entries of the safe list that lapse.
 *
 * @example
 * const result = await compare(readRecordings("trace.jsonl"), azurite336, azurite337, { cwd });
 * result.tests.changed.map(({ test }) => test);
 */
export async function compare(
  recordings: AsyncIterable<Recording>,
  a: readonly ServiceTarget[],
  b: readonly ServiceTarget[],
  options: CompareOptions,
): Promise<CompareResult> {
  const began = performance.now();
  const common = commonServices(a, b);
  await using both = await BothTargets.open(a, b, { ...options, allowHosts: options.config.allowHosts });
  const seen = await comparedRecordings(recordings, both, common, options);
  const { findings = [], entries = [] } = options;
  requireAsked(new Set([...seen.services, ...findings.map(({ service }) => service)]), common);
  const served = findings.filter(({ service }) => common.has(service));
  for (const { service } of served) seen.services.add(service);
  const labels = both.labels(seen.services);
  await using sides = new FindingSides(a, b, options);
  const performed = replayedFinding(both.perform, sides.perform);
  const tests = { compared: new Set(seen.tests), changed: seen.changed };
  return {
    recordings: seen.recordings,
    exchanges: seen.exchanges,
    uncompared: seen.uncompared,
    ...labels,
    tests: { compared: tests.compared.size, changed: tests.changed },
    findings: await comparedFindings(
      eachOnce(served, [...Object.values(labels.a), ...Object.values(labels.b)]),
      async (finding, on) => {
        const shows = await performed(finding, on);
        if (on === "b") options.onFinding?.(finding.id);
        return shows;
      },
      options.signal,
    ),
    safeList: {
      entries: entries.length,
      lapsing: lapsingEntries(entries, labels.a, labels.b, tests),
    },
    seconds: (performance.now() - began) / 1000,
  };
}

interface Seen {
  recordings: number;
  exchanges: number;
  uncompared: number;
  readonly services: Set<ServiceName>;
  readonly tests: string[];
  readonly changed: ChangedTest[];
}

/** What differs is asked a second time, since it may only be so by chance. */
async function comparedRecordings(
  recordings: AsyncIterable<Recording>,
  both: BothTargets,
  common: ReadonlySet<ServiceName>,
  { onRecording }: CompareOptions,
): Promise<Seen> {
  const seen: Seen = {
    recordings: 0,
    exchanges: 0,
    uncompared: 0,
    services: new Set(),
    tests: [],
    changed: [],
  };
  const isCompared = (exchange: RecordedExchange) => {
    const { service } = namedRequest(exchange);
    return service !== null && common.has(service);
  };
  for await (const recording of recordings) {
    const first = await both.performOnBoth(recording);
    const others = metOthers(first);
    const places = placesByTest(recording, (exchange, index) => isCompared(exchange) && !others.has(index));
    const isSuspect = changedTests(recording, places, first).length > 0;
    if (isSuspect) {
      const changed = changedTests(recording, places, first, await both.performOnBoth(recording));
      seen.changed.push(...changed.map((test) => redactedTest(test, both.targets)));
    }
    seen.recordings++;
    seen.exchanges += recording.exchanges.length;
    seen.uncompared += recording.exchanges.length - [...places.values()].flat().length;
    seen.tests.push(...places.keys());
    for (const service of servicesIn(recording)) seen.services.add(service);
    onRecording?.(recording.name);
  }
  return seen;
}

/** The places of what was skipped on one of the two for what others have there. */
function metOthers({ a, b }: OnBoth): ReadonlySet<number> {
  const skipped = [...a.skipped, ...b.skipped].filter(({ reason }) => isForOthers(reason));
  return new Set(skipped.map(({ index }) => index));
}

function servicesIn({ exchanges }: Recording): ServiceName[] {
  return exchanges.flatMap((exchange) => namedRequest(exchange).service ?? []);
}
