import {
  expectedOutcome,
  type Finding,
  fateOf,
  fateWords,
  foundOutcome,
  isAnyAnswerRight,
  isNeverAnswered,
  neverAnswered,
  type Reproduction,
  sideTexts,
  textAt,
  toldOutcome,
} from "../fidelity/index.ts";

/** What came of a finding that was performed again, in a line. */
export function reproReport(finding: Finding, reproduction: Reproduction): string {
  const { id, emulator, reference, differences } = finding;
  const { on, verdict, actual, values } = reproduction;
  const now = `${id} on ${on}: ${toldOutcome(actual)}${endOf(finding, reproduction)}`;
  if (isNeverAnswered(finding)) return `${now}, ${byInterface(finding, verdict)}`;
  if (isAnyAnswerRight(finding)) return `${now}, ${byAnyAnswer(finding, verdict)}`;
  const isByValue = fateOf(finding) === undefined && toldOutcome(emulator) === toldOutcome(reference);
  const differs = differences.find(({ place }) => values.length === 0 || place === values[0]?.place);
  const sides = sideTexts(differs ?? { place: "", emulator: null, reference: null });
  const found = isByValue ? sides.found : foundOutcome(finding);
  const expected = isByValue ? sides.expected : toldOutcome(reference);
  // Beside the reference it is told whose value it is, and not which.
  const beside = { emulator: found, reference: expected, other: "another" }[verdict];
  const seen = values[0] === undefined ? beside : seenText(finding, values[0]);
  const value = isByValue && differs !== undefined ? `, ${differs.place} is ${seen}` : "";
  switch (verdict) {
    case "emulator":
      return `${now}${value}, ${asFound(finding)} — the reference (${reference.label}) has ${expected}`;
    case "reference":
      return `${now}${value}, as the reference (${reference.label}) — was ${found} on ${emulator.label}`;
    case "other":
      return `${now}${value}, neither as found on ${emulator.label} (${found}) nor as the reference (${reference.label}: ${expected})`;
  }
}

/** What is there now, in the words of the two sides. */
function seenText({ differences }: Finding, { place, actual }: Reproduction["values"][number]): string {
  const sides = differences.find((one) => one.place === place);
  const other = actual === sides?.emulator ? sides.reference : (sides?.emulator ?? null);
  return textAt(place, actual, other);
}

/** What became of the process, where nothing was answered. */
function endOf(finding: Finding, { actual, process }: Reproduction): string {
  if (actual.status !== null) return "";
  if (process !== "alive") return `, as it ${fateWords[process].past}`;
  return fateOf(finding) === undefined ? "" : ", though it is alive";
}

/** Of a crash it matters which version it was that crashed. */
function asFound(finding: Finding): string {
  return fateOf(finding) === undefined ? "as found" : `as found on ${finding.emulator.label}`;
}

/** Where nobody has answered. */
function byAnyAnswer(finding: Finding, verdict: Reproduction["verdict"]): string {
  const found = `${foundOutcome(finding)} on ${finding.emulator.label}`;
  switch (verdict) {
    case "emulator":
      return `${asFound(finding)} — expected is ${expectedOutcome(finding)}`;
    case "reference":
      return `${expectedOutcome(finding)} — was ${found}`;
    case "other":
      return `neither as found (${found}) nor ${expectedOutcome(finding)}`;
  }
}

/** Where no side but the interface says what is right. */
function byInterface(finding: Finding, verdict: Reproduction["verdict"]): string {
  const found = `${toldOutcome(finding.emulator)} on ${finding.emulator.label}`;
  switch (verdict) {
    case "emulator":
      return `as found, ${neverAnswered}`;
    case "reference":
      return `${expectedOutcome(finding)} — was ${found}`;
    case "other":
      return `neither as found (${found}) nor ${expectedOutcome(finding)}`;
  }
}
