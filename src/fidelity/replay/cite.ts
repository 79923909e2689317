import type { ServiceName } from "../../clouds/index.ts";
import { knownDifference } from "../findings/catalogue.ts";
import type { Claims } from "../findings/claims.ts";
import type { Finding } from "../findings/finding.ts";
import { equalOutcomes } from "../findings/identity.ts";
import type { KeyRemover } from "../sides/side-keys.ts";
import type { Citation } from "./citation.ts";
import { pausesIn } from "./clock.ts";
import { sameOutcome } from "./outcome.ts";
import { pieceUpTo } from "./piece.ts";
import { comparable } from "./recorded-case.ts";
import { type RecordedFinding, recordedFinding, recordedId } from "./recorded-finding.ts";
import type { Recording } from "./recording.ts";
import { redactedRecording } from "./redacted-recording.ts";
import { pairOf, type RecordingResult, type ReplayDiscrepancy } from "./result.ts";

/** A discrepancy that nothing explains yet, with its recording. */
export interface Uncited {
  readonly discrepancy: ReplayDiscrepancy;
  readonly recording: Recording;
}

/** How findings are made of discrepancies, without the target's keys. */
export interface Making extends KeyRemover {
  readonly perform: (recording: Recording) => Promise<RecordingResult>;
  /** What answers for a service: `azurite 3.37.0`. */
  readonly label: (service: ServiceName) => string;
  /** What was recorded: `recording cloud.jsonl`. */
  readonly reference: string;
  /** What the documents of what answers for a service say. */
  readonly claims: (service: ServiceName) => Claims;
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

async function findingOf(members: readonly Uncited[], making: Making): Promise<RecordedFinding | undefined> {
  for (const { discrepancy, piece, pause } of plainestFirst(members).slice(0, mostTries)) {
    const showed = pause > longPause ? 1 : times;
    let reproduced = 0;
    let died = false;
    for (let turn = 0; turn < showed; turn++) {
      const result = await making.perform(piece);
      died ||= result.deaths.has(piece.exchanges.length - 1);
      if (shows(discrepancy, result, piece)) reproduced++;
      else if (turn === 0) break;
    }
    if (reproduced === 0) continue;
    return recordedFinding(discrepancy, redactedRecording(piece, making), {
      emulator: making.label(discrepancy.service),
      reference: making.reference,
      claims: making.claims(discrepancy.service),
      // What is too slow for more was seen twice before, with all of its recording.
      reproduced: showed < times ? times : reproduced,
      died,
    });
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
  discrepancy: ReplayDiscrepancy,
  findings: readonly RecordedFinding[],
  known: readonly Finding[] = [],
): Citation | undefined {
  const before = knownFinding(discrepancy, known);
  if (before !== undefined) return { kind: "finding", id: before.id, isKnown: true };
  const own = withId(discrepancy, findings);
  return own === undefined ? undefined : { kind: "finding", id: own.id };
}

/** Where two outcomes are the same, only the id tells what differs. */
function knownFinding(discrepancy: ReplayDiscrepancy, known: readonly Finding[]): Finding | undefined {
  const { service, operation } = discrepancy;
  const [emulator, reference] = [comparable(discrepancy.actual), comparable(discrepancy.expected)];
  return equalOutcomes(emulator, reference)
    ? withId(discrepancy, known)
    : knownDifference(known, service, operation, emulator, reference);
}

function withId(discrepancy: ReplayDiscrepancy, findings: readonly Finding[]): Finding | undefined {
  const id = recordedId(discrepancy);
  return findings.find((finding) => finding.id === id && finding.service === discrepancy.service);
}
