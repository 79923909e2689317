import { z } from "zod";
import { serviceNames } from "../../clouds/index.ts";
import { cloudLabel, isCloudReference } from "../../lab/index.ts";
import type { PlaceDifference } from "../pair/performed.ts";
import type { Finding } from "./finding.ts";
import { readSequence, writtenSequence } from "./written.ts";
import { catalogueExchange, readExchange, writeExchange } from "./written-exchanges.ts";

const outcome = {
  status: z.number().nullable(),
  code: z.string().nullable(),
  message: z.string().nullable(),
};

/** A finding as it stands in a catalogue, under its id and the emulator's label. */
export const writtenFinding = z.looseObject({
  service: z.enum(serviceNames),
  operation: z.string(),
  impact: z.enum(["deployment-safety", "false-alarm", "debuggability"]),
  manifestation: z.enum(["response", "state", "both"]),
  rootCause: z.enum([
    "value-constraint",
    "error-response",
    "authorisation",
    "null-reference",
    "asynchrony",
    "unimplemented",
    "emulator-bug",
    "crash",
    "service-bug",
  ]),
  evidence: z.string(),
  emulator: z.object(outcome),
  reference: z.object({ label: z.string(), ...outcome }),
  differences: z.array(
    z.object({
      place: z.string(),
      emulator: z.string().nullable(),
      reference: z.string().nullable(),
      readBy: z.string().optional(),
    }),
  ),
  lastWords: z.array(z.string()).optional(),
  contract: z.string().optional(),
  claimed: z.boolean().nullable(),
  reproduced: z.number(),
  dependsOnTime: z.literal(true).optional(),
  sequence: z.array(z.unknown()),
  recording: z.string().optional(),
  exchanges: z.array(catalogueExchange).optional(),
});

export type WrittenFinding = z.output<typeof writtenFinding>;

/** The members of a difference in the order in which they are written, and no others. */
function asDifference({
  place,
  emulator,
  reference,
  readBy,
}: WrittenFinding["differences"][number]): PlaceDifference {
  return { place, emulator, reference, ...(readBy !== undefined && { readBy }) };
}

/** The finding as data of the catalogue. */
export function writeFinding(finding: Finding): WrittenFinding {
  const { status, code, message } = finding.emulator;
  const { reference } = finding;
  return {
    service: finding.service,
    operation: finding.operation,
    impact: finding.impact,
    manifestation: finding.manifestation,
    rootCause: finding.rootCause,
    evidence: finding.evidence,
    emulator: { status, code, message },
    reference: {
      label: reference.label,
      status: reference.status,
      code: reference.code,
      message: reference.message,
    },
    differences: finding.differences.map(asDifference),
    ...(finding.lastWords !== undefined && { lastWords: [...finding.lastWords] }),
    ...(finding.contract !== undefined && { contract: finding.contract }),
    claimed: finding.claimed,
    reproduced: finding.reproduced,
    ...(finding.dependsOnTime && { dependsOnTime: true as const }),
    sequence: [...writtenSequence(finding.sequence)],
    ...(finding.recording !== undefined && { recording: finding.recording }),
    ...(finding.exchanges !== undefined && { exchanges: finding.exchanges.map(writeExchange) }),
  };
}

/** The finding that was written. */
export function readFinding(id: string, emulator: string, written: WrittenFinding): Finding {
  const { lastWords, contract, dependsOnTime, recording, exchanges } = written;
  return {
    id,
    service: written.service,
    operation: written.operation,
    impact: written.impact,
    manifestation: written.manifestation,
    rootCause: written.rootCause,
    evidence: written.evidence,
    emulator: { label: emulator, ...written.emulator },
    reference: written.reference,
    differences: written.differences.map(asDifference),
    ...(lastWords !== undefined && { lastWords }),
    ...(contract !== undefined && { contract }),
    claimed: written.claimed,
    sequence: readSequence(written.sequence),
    ...(recording !== undefined && { recording }),
    ...(exchanges !== undefined && { exchanges: exchanges.map(readExchange) }),
    reproduced: written.reproduced,
    ...(dependsOnTime && { dependsOnTime }),
  };
}

/**
 * Which of two records of one finding is kept: the surer, then the shorter, then the one that says by what a state was read,
 * which older catalogues do not; of equals the one that is there already.
 */
export function better(one: WrittenFinding, other: WrittenFinding): WrittenFinding {
  const [a, b] = [rank(one), rank(other)];
  const at = a.findIndex((value, index) => value !== b[index]);
  return at < 0 || Number(a[at]) < Number(b[at]) ? one : other;
}

/** A recording shows what the cloud answered once; calls are better where they can be had, as they can be changed. */
function rank({
  reference,
  reproduced,
  sequence,
  exchanges = [],
  differences,
}: WrittenFinding): readonly number[] {
  const steps = sequence.length > 0 ? sequence : exchanges;
  const isRecorded = sequence.length === 0 ? 1 : 0;
  const isUnread = differences.some(({ readBy }) => readBy !== undefined) ? 0 : 1;
  return [
    nearness(reference.label),
    -reproduced,
    isRecorded,
    steps.length,
    JSON.stringify(steps).length,
    isUnread,
  ];
}

function nearness(label: string): number {
  if (label === cloudLabel) return 0;
  return isCloudReference(label) ? 1 : 2;
}
