import { interfaceOf } from "../../clouds/index.ts";
import type { Claims } from "../findings/claims.ts";
import type { Finding, WrittenExchange } from "../findings/finding.ts";
import { findingOf } from "../findings/finding-of.ts";
import { findingId } from "../findings/identity.ts";
import { recordedCase } from "./recorded-case.ts";
import type { Recording } from "./recording.ts";
import type { ReplayDiscrepancy } from "./result.ts";
import { writtenExchange } from "./written-line.ts";

/**
 * A finding whose reference is a recording: its `sequence` is empty, since what shows it are requests as they stood on the
 * wire, with the answers of the recorded service. `{recording, exchanges}` is a line that `touchstone replay` takes.
 */
export interface RecordedFinding extends Finding {
  readonly recording: string;
  readonly exchanges: readonly WrittenExchange[];
}

/** Of whom a finding tells, and how sure it is. */
export interface RecordedContext {
  /** `azurite 3.37.0`. */
  readonly emulator: string;
  readonly reference: string;
  readonly claims: Claims;
  readonly reproduced: number;
  /** The emulator's process ended. */
  readonly died: boolean;
}

/** What a discrepancy, cut down to a piece of its recording, comes to. */
export function recordedFinding(
  discrepancy: ReplayDiscrepancy,
  piece: Recording,
  { emulator, reference, claims, reproduced, died }: RecordedContext,
): RecordedFinding {
  const { service, recording, cites } = discrepancy;
  const found = recordedCase(discrepancy, piece, { died });
  const confirmed = {
    discrepancy: {
      ...found.discrepancy,
      ...(cites?.kind === "contract" && { contract: cites.id }),
    },
    reproduced,
    ...(reproduced < 3 && { dependsOnTime: true as const }),
  };
  return {
    ...findingOf(found.sequence, confirmed, {
      service,
      interface: interfaceOf(service),
      emulator,
      reference,
      claims,
    }),
    sequence: [],
    recording,
    exchanges: piece.exchanges.map((exchange) => writtenExchange(exchange)),
  };
}

/** The id of the finding that a discrepancy is, or would be. */
export function recordedId(discrepancy: ReplayDiscrepancy): string {
  const { service, operation } = discrepancy;
  const { discrepancy: found } = recordedCase(discrepancy, nothing);
  const step = { operation, input: {}, caller: "owner", tries: { kind: "valid" } } as const;
  return findingId(service, { sequence: [step], discrepancy: { ...found, step: 0 } }, interfaceOf(service));
}

const nothing: Recording = { name: "", exchanges: [] };
