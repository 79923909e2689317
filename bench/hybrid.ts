import { benchCanonical } from "./hybrid/canonical.ts";
import { benchDecisions } from "./hybrid/decisions.ts";
import { seconds, whole } from "./hybrid/measure.ts";
import { openProject } from "./hybrid/project.ts";
import { benchWarmRuns } from "./hybrid/warm-runs.ts";

const decisionLimitMs = 5_000;

/** A run with a warm safe list, against the bare test command; and what decisions and canonical traces cost. */
export async function benchHybrid(): Promise<void> {
  await using project = await openProject();
  const { bareMs, runMs, limitMs, trace } = await benchWarmRuns(project);
  const exchangesPerSecond = await benchCanonical(trace);
  const decisionsMs = await benchDecisions();
  const isWithin = runMs <= limitMs && decisionsMs < decisionLimitMs;
  console.log(
    `\n10,000 decisions in ${seconds(decisionsMs)} (under 5 s), ${whole(exchangesPerSecond)} exchanges/s made canonical`,
  );
  console.log(
    `ratio: touchstone run with a warm safe list takes ${(runMs / bareMs).toFixed(2)} times as long as the bare test command, ` +
      `${seconds(runMs)} of ${seconds(limitMs)} allowed: ${isWithin ? "within the limits" : "over the limits"}`,
  );
  if (!isWithin) process.exitCode = 1;
}
