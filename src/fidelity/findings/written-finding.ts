import { z } from "zod";
import { serviceNames } from "../../clouds/index.ts";
import type { Finding } from "./finding.ts";
import { readSequence, writtenSequence } from "./written.ts";

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
    z.object({ place: z.string(), emulator: z.string().nullable(), reference: z.string().nullable() }),
  ),
  contract: z.string().optional(),
  claimed: z.boolean().nullable(),
  reproduced: z.number(),
  dependsOnTime: z.literal(true).optional(),
  sequence: z.array(z.unknown()),
});

export type WrittenFinding = z.output<typeof writtenFinding>;

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
    differences: [...finding.differences],
    ...(finding.contract !== undefined && { contract: finding.contract }),
    claimed: finding.claimed,
    reproduced: finding.reproduced,
    ...(finding.dependsOnTime && { dependsOnTime: true as const }),
    sequence: [...writtenSequence(finding.sequence)],
  };
}

/** The finding that was written. */
export function readFinding(id: string, emulator: string, written: WrittenFinding): Finding {
  const { contract, dependsOnTime } = written;
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
    differences: written.differences,
    ...(contract !== undefined && { contract }),
    claimed: written.claimed,
    sequence: readSequence(written.sequence),
    reproduced: written.reproduced,
    ...(dependsOnTime && { dependsOnTime }),
  };
}

/** Which of two records of one finding is kept: the surer, then the shorter; of equals the one that is there already. */
export function better(one: WrittenFinding, other: WrittenFinding): WrittenFinding {
  const [a, b] = [rank(one), rank(other)];
  const at = a.findIndex((value, index) => value !== b[index]);
  return at < 0 || Number(a[at]) < Number(b[at]) ? one : other;
}

function rank({ reference, reproduced, sequence }: WrittenFinding): readonly number[] {
  const isStandIn = reference.label === "the cloud" ? 0 : 1;
  return [isStandIn, -reproduced, sequence.length, JSON.stringify(sequence).length];
}
