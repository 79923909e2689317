import type { FuzzResult } from "../../fidelity/index.ts";
import { counted } from "../text/layout.ts";
import type { Paint } from "../text/paint.ts";
import { coverageTable } from "./coverage-table.ts";
import { findingsText } from "./findings-text.ts";

export interface FuzzReportOptions {
  readonly paint: Paint;
  readonly width: number;
  /** The catalogue that the findings have gone to. */
  readonly file: string;
  readonly hasCoverage: boolean;
}

/** What a fuzzing run has done and found, for people. */
export function fuzzReport(result: FuzzResult, options: FuzzReportOptions): string {
  const { findings, timeDependent, operations, calls, seconds, masked, retries, crashes } = result;
  const { paint, file, hasCoverage } = options;
  const asides = [
    `${counted(masked, "call")} masked by the SDK`,
    ...(retries > 0 ? [`${retries} sent again by it`] : []),
    ...(crashes > 0 ? [`the emulator crashed ${crashes === 1 ? "once" : `${crashes} times`}`] : []),
    ...(result.unconfirmed > 0 ? [`${result.unconfirmed} that did not show again`] : []),
  ];
  return [
    `${result.service}: ${result.emulator} against ${result.reference} · seed ${result.seed}`,
    `${counted(calls, "call")} in ${seconds.toFixed(1)} s · ${operations.reached} of ${operations.total} operations reached`,
    paint.dim(asides.join(" · ")),
    ...(operations.unreached.length > 0 ? [`not reached: ${operations.unreached.join(", ")}`] : []),
    "",
    ...(hasCoverage ? [...coverageTable(result.coverage, options), ""] : []),
    ...findingsText([...findings, ...timeDependent], { ...options, details: false }),
    paint.dim(`kept in ${file}`),
  ].join("\n");
}
