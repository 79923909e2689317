import type { ServiceName } from "../../clouds/index.ts";
import type { Citation } from "./citation.ts";
import { pausesIn } from "./clock.ts";
import { type AnswerOutcome, sameOutcome } from "./outcome.ts";
import { pieceUpTo } from "./piece.ts";
import { findingId, type RecordedFinding, recordedFinding } from "./recorded-finding.ts";
import type { Recording } from "./recording.ts";
import { pairOf, type RecordingResult, type ReplayDiscrepancy } from "./result.ts";

/** The id of a finding that is known already for an operation and two outcomes. */
export type KnownFinding = (
  service: ServiceName,
  operation: string,
  actual: AnswerOutcome,
  expected: AnswerOutcome,
) => string | undefined;

/** A discrepancy that nothing explains yet, with its recording. */
export interface Uncited {
  readonly discrepancy: ReplayDiscrepancy;
  readonly recording: Recording;
}

/** How findings are made of discrepancies. */
export interface Making {
  readonly perform: (recording: Recording) => Promise<RecordingResult>;
  /** What answers for a service: `azurite 3.37.0`. */
  readonly label: (service: ServiceName) => string;
  readonly onFinding?: (finding: RecordedFinding) => void;
}

/** How often a finding has to show. */
const times = 3;

/** How many members of a group are tried before it is given up. */
const mostTries = 3;

/** How long pauses may be in what is performed three times; what takes longer is performed once. */
const longPause = 3_000;

/**
 * One finding for each operation and pair of outcomes: the plainest of its discrepancies, cut down to what it needs and
 * performed on clean state again. What does not show again is none.
 */
export async function findingsOf(uncited: readonly Uncited[], making: Making): Promise<RecordedFinding[]> {
  const findings: RecordedFinding[] = [];
  for (const members of Map.groupBy(uncited, ({ discrepancy }) => pairOf(discrepancy)).values()) {
    const found = await findingOf(members, making);
    if (found === undefined) continue;
    findings.push(found);
    making.onFinding?.(found);
  }
  return findings;
}

async function findingOf(
  members: readonly Uncited[],
  { perform, label }: Making,
): Promise<RecordedFinding | undefined> {
  for (const { discrepancy, piece, pause } of plainestFirst(members).slice(0, mostTries)) {
    const showed = pause > longPause ? 1 : times;
    let reproduced = 0;
    for (let turn = 0; turn < showed; turn++) {
      if (shows(discrepancy, await perform(piece), piece)) reproduced++;
      else if (turn === 0) break;
    }
    if (reproduced === 0) continue;
    // What is too slow for more was seen twice before, with all of its recording.
    const again = showed < times ? times : reproduced;
    return recordedFinding(discrepancy, piece, { label: label(discrepancy.service), reproduced: again });
  }
  return undefined;
}

interface Candidate {
  readonly discrepancy: ReplayDiscrepancy;
  readonly piece: Recording;
  readonly pause: number;
}

function plainestFirst(members: readonly Uncited[]): Candidate[] {
  return members
    .map(({ discrepancy, recording }) => {
      const piece = pieceUpTo(recording, discrepancy.index);
      return { discrepancy, piece, pause: pausesIn(piece.exchanges) };
    })
    .toSorted(
      (one, other) =>
        one.pause - other.pause ||
        one.piece.exchanges.length - other.piece.exchanges.length ||
        bytesIn(one.piece) - bytesIn(other.piece),
    );
}

function bytesIn({ exchanges }: Recording): number {
  return exchanges.reduce((sum, { body, answer }) => sum + body.length + (answer?.body.length ?? 0), 0);
}

function shows(
  { expected, actual }: ReplayDiscrepancy,
  { discrepancies }: RecordingResult,
  piece: Recording,
): boolean {
  const last = discrepancies.find(({ index }) => index === piece.exchanges.length - 1);
  return last !== undefined && sameOutcome(last.actual, actual) && sameOutcome(last.expected, expected);
}

/** The finding that a discrepancy cites: one of the catalogue's, or one of those that were made of such. */
export function findingCited(
  { service, operation, actual, expected }: ReplayDiscrepancy,
  findings: readonly RecordedFinding[],
  known: KnownFinding = () => undefined,
): Citation | undefined {
  const knownId = known(service, operation, actual, expected);
  if (knownId !== undefined) return { kind: "finding", id: knownId, isKnown: true };
  const id = findingId(service, operation, actual, expected);
  return findings.some((finding) => finding.id === id && finding.service === service)
    ? { kind: "finding", id }
    : undefined;
}
