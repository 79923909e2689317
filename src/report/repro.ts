import { type Finding, type Reproduction, toldOutcome, valueText } from "../fidelity/index.ts";

/** What came of a finding that was performed again, in a line. */
export function reproReport(
  { id, emulator, reference, differences }: Finding,
  { on, verdict, actual, values }: Reproduction,
): string {
  const now = `${id} on ${on}: ${toldOutcome(actual)}`;
  const isByValue = toldOutcome(emulator) === toldOutcome(reference);
  const [first] = values;
  const differs = differences.find(({ place }) => place === first?.place);
  const value = first === undefined ? "" : `, ${first.place} is ${valueText(first.actual)}`;
  const found = isByValue ? valueText(differs?.emulator ?? null) : toldOutcome(emulator);
  const expected = isByValue ? valueText(differs?.reference ?? null) : toldOutcome(reference);
  switch (verdict) {
    case "emulator":
      return `${now}${value}, as found — the reference (${reference.label}) has ${expected}`;
    case "reference":
      return `${now}${value}, as the reference (${reference.label}) — was ${found} on ${emulator.label}`;
    case "other":
      return `${now}${value}, neither as found on ${emulator.label} (${found}) nor as the reference (${reference.label}: ${expected})`;
  }
}
