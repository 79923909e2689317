import { isSuccess } from "../../clouds/index.ts";
import type { Interface } from "../../model/index.ts";
import type { Discrepancy, PlaceDifference } from "../pair/performed.ts";
import { causeOf } from "./cause.ts";
import type { Finding, Impact } from "./finding.ts";
import type { Case } from "./identity.ts";
import { saysAbsent } from "./says-absent.ts";

/** What kind of finding a discrepancy is, and why that is believed. */
export type Classification = Pick<Finding, "impact" | "manifestation" | "rootCause" | "evidence">;

/** Says what a discrepancy does to those who test on the emulator, where it shows, and what it comes from. */
export function classify(found: Case, described: Interface, dependsOnTime = false): Classification {
  const { cause, because } = causeOf(found, described, dependsOnTime);
  return {
    impact: impactOf(found.discrepancy),
    manifestation: found.discrepancy.manifestation,
    rootCause: cause,
    evidence: `${because}${readersOf(found.discrepancy)}`,
  };
}

/** A state that differs may only have been read wrongly. */
function readersOf({ manifestation, differences }: Discrepancy): string {
  const [first] = differences;
  return manifestation === "state" && first?.readBy !== undefined ? `, as read by ${first.readBy}` : "";
}

/**
 * What passes on the emulator and fails on the cloud endangers the deployment, the reverse is a false alarm, and two
 * refusals make debugging hard. Where both succeed, a test is taken to expect what it has seen on the emulator, so
 * that another value fails it on the cloud. Only where the emulator has nothing of what the reference has at all
 * places that differ can no test expect that: those who do expect what the cloud gives fail on the emulator.
 */
export function impactOf({ emulator, reference, differences, died }: Discrepancy): Impact {
  if (died === "emulator") return "false-alarm";
  const [here, there] = [isSuccess(emulator), isSuccess(reference)];
  // Nobody has answered who would know: what the emulator cannot do, the real service can.
  if (!here && reference.status === null) return "false-alarm";
  if (!here && !there) return "debuggability";
  if (here !== there) return here ? "deployment-safety" : "false-alarm";
  const told = differences.filter(({ place }) => place !== "attempts");
  return told.length > 0 && told.every(isLost) ? "false-alarm" : "deployment-safety";
}

/** What is missing on the emulator alone. */
function isLost({ emulator, reference }: PlaceDifference): boolean {
  return saysAbsent(emulator) && !saysAbsent(reference);
}
