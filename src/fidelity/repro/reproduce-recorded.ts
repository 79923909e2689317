import { TouchstoneError } from "../../model/index.ts";
import type { Finding } from "../findings/finding.ts";
import { equalOutcomes } from "../findings/identity.ts";
import { unkeptBody } from "../findings/written-exchanges.ts";
import { openReplayTarget } from "../replay/open-target.ts";
import { comparable, partsOf, partsPlace } from "../replay/recorded-case.ts";
import { recordingOfLine } from "../replay/recorded-lines.ts";
import type { Recording } from "../replay/recording.ts";
import type { RecordingResult } from "../replay/result.ts";
import type { OpenSideOptions } from "../sides/open-side.ts";
import { type Reproduction, type Verdict, verdictByOutcome } from "./reproduce.ts";

/** Performs the exchanges of a finding again on a target, and says whose answer came. */
export async function reproduceRecorded(
  finding: Finding,
  named: string,
  options: OpenSideOptions,
): Promise<Reproduction> {
  const recording = recordingOf(finding);
  await using target = await openReplayTarget(finding.service, named, options);
  const result = await target.perform(recording);
  const told = recordedVerdict(finding, result);
  if (told !== undefined) return { on: target.label(finding.service), ...told };
  const [skipped] = result.skipped.slice(-1);
  throw new TouchstoneError("TS_FINDING", `${finding.id} cannot be performed there: ${skipped?.reason}`);
}

/** The recording that the exchanges of a finding are. */
export function recordingOf({ id, exchanges = [] }: Finding): Recording {
  const [size] = exchanges.flatMap((exchange) => unkeptBody(exchange) ?? []);
  if (size === undefined) return recordingOfLine({ recording: id, exchanges });
  throw new TouchstoneError(
    "TS_FINDING",
    `${id} cannot be performed: the catalogue has not kept a body of ${size} bytes`,
    { hint: "touchstone replay performs the recording that it was found by." },
  );
}

/** Whose answer the last exchange got; `undefined` where it was not performed. */
export function recordedVerdict(
  finding: Finding,
  { answers, deaths, discrepancies, exchanges }: RecordingResult,
): Omit<Reproduction, "on"> | undefined {
  const last = exchanges - 1;
  const answer = answers.get(last);
  if (answer === undefined) return undefined;
  const { emulator, reference, differences } = finding;
  const message = discrepancies.find(({ index }) => index === last)?.messages.actual ?? null;
  const actual = { ...comparable(answer), message };
  const process = deaths.has(last) ? "died" : "alive";
  const inParts = differences.find(({ place }) => place === partsPlace);
  if (!equalOutcomes(emulator, reference) || inParts === undefined) {
    return { verdict: verdictByOutcome(finding, actual, process), actual, process, values: [] };
  }
  const parts = partsOf(answer);
  const verdict = verdictOf((whose) => parts === inParts[whose]);
  return { verdict, actual, process, values: [{ place: partsPlace, actual: parts }] };
}

function verdictOf(isAs: (whose: "emulator" | "reference") => boolean): Verdict {
  if (isAs("emulator")) return "emulator";
  return isAs("reference") ? "reference" : "other";
}
